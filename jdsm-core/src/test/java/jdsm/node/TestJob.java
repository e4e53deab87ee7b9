package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdsm.Protocol;
import jdsm.SPMD;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.comm.bootstrap.RendezvousServer;
import jdsm.comm.spi.Limits;
import jdsm.runtime.Woven;
import jdsm.spi.LoaderWeaver;

/** Runs a program on ranks of this JVM and keeps what it said. */
public final class TestJob {
    /** How a job ended: exit status, lines of results, lines of errors. */
    public record Result(int status, List<String> out, List<String> err) {
        /** Fails unless the job ended well. */
        public Result ok() {
            assertThat(status).as("exit status; %s", err).isZero();
            return this;
        }

        public String errors() {
            return String.join("\n", err);
        }
    }

    /** How the ranks, all in this JVM, reach each other. */
    public enum Transport {
        INPROC,
        /** Sockets of the loopback address. */
        TCP,
        /** Files that all map. */
        SHM,
        /** Even ranks share memory, and odd ones; between these, sockets. */
        MIXED
    }

    private static final String SECRET = "known to every test";

    /**
     * Of ranks that have run jobs well: the next job finds their classes loaded, and compiled if they were much used. By rank.
     */
    private static final Map<Integer, Queue<ClassLoader>> WARM = new ConcurrentHashMap<>();

    private TestJob() {}

    public static Result run(Class<? extends SPMD> program, int ranks, int threads, String... args) {
        return run(program, ranks, Map.of("JDSM_THREADS", Integer.toString(threads)), args);
    }

    public static Result run(
            Protocol consistency, Class<? extends SPMD> program, int ranks, int threads, String... args) {
        Map<String, String> more =
                Map.of("JDSM_THREADS", Integer.toString(threads), "JDSM_CONSISTENCY", consistency.label());
        return run(program, ranks, more, args);
    }

    public static Result run(
            Transport transport,
            Protocol consistency,
            Class<? extends SPMD> program,
            int ranks,
            int threads,
            String... args) {
        Map<String, String> more =
                Map.of("JDSM_THREADS", Integer.toString(threads), "JDSM_CONSISTENCY", consistency.label());
        return run(transport, program, ranks, more, args);
    }

    /** @param settings by their variables */
    public static Result run(
            Transport transport,
            Class<? extends SPMD> program,
            int ranks,
            Map<String, String> settings,
            String... args) {
        return over(transport, ranks, settings, more -> run(program, ranks, more, args));
    }

    /**
     * Runs a program that its ranks weave, each by a class loader of its own, as the launcher's jobs are woven by the
     * agent. The weaver must be on the class path.
     *
     * @param options those of the agent, maybe none; {@code check} belongs to the settings
     * @param settings by their variables
     */
    public static Result woven(
            Transport transport,
            Class<? extends SPMD> program,
            int ranks,
            String options,
            Map<String, String> settings,
            String... args) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(RankSettings.WEAVING_LOADER_VARIABLE, "true");
        IsolatingClassLoader.Definitions weaving = weaving(program.getClassLoader(), options, settings, ranks);
        return over(transport, ranks, more, of -> run(program, ranks, of, args, weaving));
    }

    private static Result run(
            Class<?> program,
            int ranks,
            Map<String, String> more,
            String[] args,
            IsolatingClassLoader.Definitions definitions) {
        TestJobLoaders loaders = TestJobLoaders.take(ranks, program.getClassLoader(), definitions);
        Result result = run(loaders::of, program.getName(), ranks, more, args);
        loaders.giveBack(result.status());
        return result;
    }

    private static IsolatingClassLoader.Definitions weaving(
            ClassLoader files, String options, Map<String, String> settings, int ranks) {
        LoaderWeaver weaver = ServiceLoader.load(LoaderWeaver.class).findFirst().orElseThrow();
        boolean check = Boolean.parseBoolean(settings.get("JDSM_CHECK"));
        String all = Stream.of(check ? "check" : "", options)
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining(","));
        return (name, found) -> {
            try {
                return weaver.weave(files, name, found, all, ranks);
            } catch (IllegalArgumentException e) {
                throw new LinkageError(e.getMessage());
            }
        };
    }

    private static Result over(
            Transport transport, int ranks, Map<String, String> settings, Function<Map<String, String>, Result> run) {
        Map<String, String> more = new HashMap<>(settings);
        if (transport == Transport.INPROC) {
            return run.apply(more);
        }
        String job = UUID.randomUUID().toString();
        JobIdentity identity = new JobIdentity(job, SECRET.getBytes(StandardCharsets.UTF_8), ranks);
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (RendezvousServer server = RendezvousServer.open(anyPort, identity, Limits.NONE, missing -> {})) {
            more.put("JDSM_COMM", transport.name().toLowerCase(Locale.ROOT));
            more.put(JobVariables.JOB, job);
            more.put(JobVariables.SECRET, SECRET);
            more.put(JobVariables.RENDEZVOUS_AT, "launcher");
            more.put(
                    JobVariables.RENDEZVOUS,
                    server.address().getAddress().getHostAddress() + ":"
                            + server.address().getPort());
            return run.apply(more);
        }
    }

    /** @param more settings by their variables */
    public static Result run(Class<? extends SPMD> program, int ranks, Map<String, String> more, String... args) {
        if (Woven.class.isAssignableFrom(program)) { // it changes what is static
            return run(program, ranks, more, args, Map::of);
        }
        List<ClassLoader> loaders =
                IntStream.range(0, ranks).mapToObj(TestJob::warmLoader).toList();
        Result result = run(loaders::get, program.getName(), ranks, more, args);
        if (result.status() == 0) {
            IntStream.range(0, ranks).forEach(rank -> warm(rank).add(loaders.get(rank)));
        }
        return result;
    }

    private static ClassLoader warmLoader(int rank) {
        ClassLoader loader = warm(rank).poll();
        return loader == null ? InprocJob.newLoader(rank) : loader;
    }

    private static Queue<ClassLoader> warm(int rank) {
        return WARM.computeIfAbsent(rank, any -> new ConcurrentLinkedQueue<>());
    }

    static Result run(String program, int ranks, Map<String, String> more, String... args) {
        return run(InprocJob::newLoader, program, ranks, more, args);
    }

    private static Result run(
            IntFunction<ClassLoader> loaders, String program, int ranks, Map<String, String> more, String... args) {
        Map<String, String> environment = new HashMap<>();
        environment.put("JDSM_COMM", "inproc");
        environment.put("JDSM_ALLOW_NOTHING_SHARED", "true"); // most tests are about something else
        environment.put(JobVariables.JOB, UUID.randomUUID().toString());
        environment.putAll(more);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = new InprocJob(ranks, loaders, rank -> of(rank, environment), stream(out), stream(err))
                .run(program, args);
        return new Result(status, lines(out), lines(err));
    }

    private static Map<String, String> of(int rank, Map<String, String> environment) {
        Map<String, String> own = new HashMap<>(environment);
        if (own.get("JDSM_COMM").equals("mixed")) {
            own.put(JobVariables.HOST_PART, "host " + rank % 2);
        }
        return own;
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static List<String> lines(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
