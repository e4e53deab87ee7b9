package jdsm.comm.bootstrap;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.digest.Sha256;
import jdsm.comm.spi.Limits;

/*
 * Rank 0 listens at a free port, and writes address and secret to a file that has the name of the job. The others read
 * the file, and ask the address whether it knows the secret: so a file that an earlier job has left is recognised,
 * whatever its name and its age, and the wait goes on. Rank 0 removes the file when all ranks are connected.
 */

/**
 * Finds the rendezvous and the secret of a job that mpirun, srun or another starter has started, whose variables give
 * only rank and size.
 */
public final class StartedJob {
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 500;
    private static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int SECRET_BYTES = 32;
    private static final int MOST_NAME_CHARACTERS = 80;

    private final StartedRank place;
    private final Map<String, String> environment;
    private final Limits limits;
    private final Consumer<String> say;
    private final LongSupplier nanoTime;
    private final LongConsumer pauseMillis;

    StartedJob(
            StartedRank place,
            Map<String, String> environment,
            Limits limits,
            Consumer<String> say,
            LongSupplier nanoTime,
            LongConsumer pauseMillis) {
        this.place = place;
        this.environment = Map.copyOf(environment);
        this.limits = limits;
        this.say = say;
        this.nanoTime = nanoTime;
        this.pauseMillis = pauseMillis;
    }

    /**
     * Adds to an environment what this rank needs to know about its job. Returns the environment as it is if JDSM's own
     * variables describe the job, or if no starter has started this process together with others. In rank 0 the
     * rendezvous then listens, on a thread of its own; in other ranks this method blocks until rank 0 has told where.
     *
     * @param device the local address or network interface to listen on; null: the loopback address
     * @param limits how long to wait for other ranks
     * @param say receives a line about a rank that is still missed, about every 10 seconds
     * @throws CommException with reason JOIN if variables are missing or malformed, or the ranks cannot meet
     */
    public static Map<String, String> complete(
            Map<String, String> environment, String device, Limits limits, Consumer<String> say) {
        return startedRank(environment)
                .map(place -> new StartedJob(place, environment, limits, say, System::nanoTime, StartedJob::sleep)
                        .complete(device))
                .orElse(environment);
    }

    /** Whether {@link #complete} has something to add to an environment. */
    public static boolean isIncomplete(Map<String, String> environment) {
        return startedRank(environment).isPresent();
    }

    private static Optional<StartedRank> startedRank(Map<String, String> environment) {
        Variables variables = new Variables(environment);
        boolean told = variables.joined(JobVariables.RANK, JobVariables.RANKS, JobVariables.RENDEZVOUS) != null;
        return told ? Optional.empty() : StartedRank.of(environment);
    }

    private static void sleep(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommException(Reason.INTERRUPTED, -1, "interrupted while joining the job", e);
        }
    }

    Map<String, String> complete(String device) {
        if (place.job() == null) {
            throw new CommException(
                    Reason.JOIN,
                    -1,
                    "this is one of " + place.ranks() + " processes by PMI_SIZE, but no variable names their job: set "
                            + JobVariables.RENDEZVOUS + " to host:port and " + JobVariables.SECRET
                            + ", or JDSM_RANKS=1 for a job of one rank");
        }
        if (device == null && !place.isOneHost()) {
            throw new CommException(
                    Reason.JOIN,
                    -1,
                    "the ranks are on several hosts, and would listen on the loopback address only: set JDSM_DEVICE to"
                            + " the name or address of the network interface that joins the hosts");
        }
        MeetingFile file = MeetingFile.in(directory(), fileName());
        Map<String, String> complete = new HashMap<>(environment);
        complete.put(JobVariables.RANK, Integer.toString(place.rank()));
        complete.put(JobVariables.RANKS, Integer.toString(place.ranks()));
        complete.put(JobVariables.JOB, jobId());
        place.ranksOnHost()
                .ifPresent(count -> complete.putIfAbsent(JobVariables.RANKS_ON_HOST, Integer.toString(count)));
        // A killed mpirun tells its processes nothing.
        ProcessHandle.current()
                .parent()
                .ifPresent(parent -> complete.putIfAbsent(JobVariables.LAUNCHER_PID, Long.toString(parent.pid())));
        MeetingFile.Content content = place.rank() == 0 ? serve(file, device) : await(file);
        complete.put(JobVariables.RENDEZVOUS, content.address());
        complete.put(JobVariables.SECRET, content.secret());
        // Rank 0 is at home there already; for the others, the loss of the rendezvous is that of rank 0.
        complete.put(JobVariables.RENDEZVOUS_AT, place.rank() == 0 ? "launcher" : "rank0");
        return complete;
    }

    private Path directory() {
        Variables variables = new Variables(environment);
        String given = variables.text(JobVariables.RENDEZVOUS_DIR);
        if (given != null) {
            return Path.of(given).toAbsolutePath().normalize();
        }
        String caches = variables.text("XDG_CACHE_HOME");
        Path cache = caches == null ? Path.of(System.getProperty("user.home", ""), ".cache") : Path.of(caches);
        return cache.resolve("jdsm").resolve("jobs").toAbsolutePath().normalize();
    }

    /** Returns a name that a person recognises, made different by a digest of the whole job's text. */
    private String fileName() {
        String readable = (place.starter() + "-" + place.job()).replaceAll("[^A-Za-z0-9._-]", "_");
        byte[] digest = Sha256.begin().digest(place.job().getBytes(StandardCharsets.UTF_8));
        return readable.substring(0, Math.min(MOST_NAME_CHARACTERS, readable.length())) + "."
                + HexFormat.of().formatHex(digest, 0, 4);
    }

    private String jobId() {
        String given = new Variables(environment).text(JobVariables.JOB);
        return given == null ? place.starter() + "-" + place.job() : given;
    }

    private JobIdentity identity(String secret) {
        return new JobIdentity(jobId(), secret.getBytes(StandardCharsets.UTF_8), place.ranks());
    }

    private MeetingFile.Content serve(MeetingFile file, String device) {
        String secret = new Variables(environment).text(JobVariables.SECRET);
        if (secret == null) {
            byte[] random = new byte[SECRET_BYTES];
            new SecureRandom().nextBytes(random);
            secret = HexFormat.of().formatHex(random);
        }
        RendezvousServer server;
        MeetingFile.Content content;
        try {
            file.clear();
            server = RendezvousServer.open(
                    new InetSocketAddress(LocalAddress.of(device), 0),
                    identity(secret),
                    limits.joinNanos(),
                    missing -> say.accept("the rendezvous still waits for ranks " + Arrays.toString(missing)));
            content = new MeetingFile.Content(text(server.address()), secret);
            file.write(content);
        } catch (IOException e) {
            throw new CommException(Reason.JOIN, -1, file + " cannot be written: " + e, e);
        }
        Runnable remove = () -> file.remove(content);
        server.closed().thenRun(remove);
        server.ended().thenRun(remove);
        Runtime.getRuntime().addShutdownHook(new Thread(remove, "jdsm-rendezvous-file"));
        return content;
    }

    private static String text(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        String host = ip.getHostAddress();
        return (ip instanceof Inet6Address ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    private MeetingFile.Content await(MeetingFile file) {
        long begin = nanoTime.getAsLong();
        long nextStall = begin + STALL_NANOS;
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            String why;
            try {
                MeetingFile.Content content = file.read();
                why = RendezvousProbe.fault(identity(content.secret()), place.rank(), content.address());
                if (why == null) {
                    return content;
                }
                why = "was left by another job, or rank 0 has ended: " + why;
            } catch (MeetingFile.UnusableException e) {
                why = e.getMessage();
            } catch (IOException e) {
                why = "cannot be read: " + e;
            }
            long now = nanoTime.getAsLong();
            if (limits.joinNanos() != Limits.NONE && now - begin >= limits.joinNanos()) {
                throw new CommException(
                        Reason.JOIN,
                        -1,
                        "rank 0 has not told within " + Limits.seconds(limits.joinNanos()) + " s where it listens: "
                                + file + " " + why);
            }
            if (now - nextStall >= 0) {
                nextStall = now + STALL_NANOS;
                say.accept("rank " + place.rank() + " still waits for rank 0: " + file + " " + why);
            }
            pauseMillis.accept(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
    }
}
