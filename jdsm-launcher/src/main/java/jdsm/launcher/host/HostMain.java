package jdsm.launcher.host;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import jdsm.comm.spi.CommProvider;
import jdsm.launcher.classdata.ClassDataArchive;
import jdsm.launcher.plan.Cores;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;

/**
 * The helper's main class: {@code java -cp 'HOME/lib/*' jdsm.launcher.host.HostMain HOME}. It does what comes on its
 * standard input until that ends, which is also how it notices the end of the launcher or of the connection. Then it ends
 * all processes that it has started.
 */
public final class HostMain {
    private static final long TERMINATION_MILLIS = 2_000;
    private static final long KILL_MILLIS = 1_000;
    private static final long LOOK_MILLIS = 500;
    private static final byte[] NOTHING = {};

    private final DataOutputStream out =
            new DataOutputStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)));
    private final DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
    private final Distribution distribution;
    private final Map<Integer, HostProcess> processes = new HashMap<>();
    private final Path home = Path.of(System.getenv().getOrDefault("HOME", System.getProperty("user.home")));

    private HostSetup setup;
    private Path directory;
    private long clockMillis;
    private boolean closed;
    private volatile long heardNanos;

    private HostMain(Distribution distribution) {
        this.distribution = distribution;
    }

    /** Runs the helper. The argument is the directory of JDSM's own files. */
    public static void main(String[] args) {
        // Only frames go to the launcher.
        System.setOut(System.err);
        HostMain helper = new HostMain(new Distribution(Path.of(args[0])));
        Runtime.getRuntime().addShutdownHook(new Thread(helper::close, "end of all ranks"));
        System.exit(helper.run());
    }

    private int run() {
        try {
            synchronized (out) {
                out.write(Frame.GREETING);
                out.writeBytes(Frame.VERSION + "\n");
                out.flush();
            }
            Frame first = Frame.read(in);
            if (first == null || first.type() != Frame.Type.SETUP) {
                return 1;
            }
            String digest = JarDigest.of(distribution.libraries());
            if (!Build.digest(first.content()).equals(digest)) {
                send(new Frame(Frame.Type.HELLO, -1, Build.encode(digest, NOTHING))); // the launcher says the rest
                return 1;
            }
            setup = HostSetup.decode(first.content());
            clockMillis = System.currentTimeMillis() - setup.nowMillis();
            Path wanted = Path.of(setup.directory());
            directory = Files.isDirectory(wanted) ? wanted : home;
            Frame hello = new Frame(Frame.Type.HELLO, -1, facts(digest).encode());
            // No frame is read while the facts are gathered, which takes long if the class data are made first.
            heardNanos = System.nanoTime();
            watch();
            send(hello);
            for (Frame frame = Frame.read(in); frame != null; frame = Frame.read(in)) {
                heardNanos = System.nanoTime();
                take(frame);
            }
            return 0;
        } catch (IOException | ProgramException e) {
            System.err.println(e.getMessage());
            return 1;
        }
    }

    private HostFacts facts(String digest) throws ProgramException {
        HostAddresses addresses = HostAddresses.of(System.getenv());
        return new HostFacts(
                digest,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Runtime.version().feature(),
                Runtime.getRuntime().availableProcessors(),
                setup.cores() ? CoreFiles.here() : Cores.UNKNOWN,
                CoreFiles.machine(),
                ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getTotalMemorySize(),
                home.toString(),
                System.getProperty("java.library.path", ""),
                classData(),
                addresses.own(),
                addresses.launcher(),
                setup.classPath().stream()
                        .filter(entry -> !Files.exists(home.resolve(entry)))
                        .toList());
    }

    /** The archive of class data here, which is made if it is missing; empty if there can be none. */
    private String classData() throws ProgramException {
        if (!setup.classData()) {
            return "";
        }
        return ClassDataArchive.prepare(distribution.home(), distribution.libraries(), false, System.err::println)
                .map(Path::toString)
                .orElse("");
    }

    private void take(Frame frame) throws IOException {
        int number = frame.process();
        switch (frame.type()) {
            case START -> start(number, HostCommand.decode(frame.content()));
            case TERMINATE -> process(number).ifPresent(HostProcess::terminate);
            case KILL -> process(number).ifPresent(HostProcess::kill);
            case ALIVE -> {}
            case ASK_CLOCK ->
                send(new Frame(
                        Frame.Type.CLOCK,
                        -1,
                        ByteBuffer.allocate(Long.BYTES)
                                .putLong(ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()))
                                .array()));
            default -> throw new IOException("the launcher sent " + frame.type());
        }
    }

    private synchronized Optional<HostProcess> process(int number) {
        return Optional.ofNullable(processes.get(number));
    }

    private synchronized void start(int number, HostCommand command) {
        if (closed) {
            return;
        }
        try {
            processes.put(number, HostProcess.start(number, command, directory, clockMillis, this::send));
        } catch (IOException e) {
            send(Frame.of(Frame.Type.NOT_STARTED, number, e.getMessage()));
        }
    }

    private void send(Frame frame) {
        synchronized (out) {
            try {
                frame.write(out);
            } catch (IOException e) {
                // The connection is broken: the standard input ends as well.
            }
        }
    }

    /** Ends this helper if the launcher has been silent for too long: a cut network ends no connection. */
    private void watch() {
        long limit = setup.silenceMillis();
        if (limit == 0) {
            return;
        }
        Thread thread = new Thread(
                () -> {
                    while (TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - heardNanos) < limit) {
                        try {
                            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                        } catch (InterruptedException e) {
                            return;
                        }
                    }
                    System.exit(1);
                },
                "watch over the launcher");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends all processes: SIGTERM, 2 s to react, SIGKILL for the rest; then removes what was made for this job. */
    private void close() {
        List<HostProcess> all;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            all = List.copyOf(processes.values());
        }
        all.forEach(HostProcess::terminate);
        if (!awaitEnd(all, TERMINATION_MILLIS)) {
            all.forEach(HostProcess::kill);
            awaitEnd(all, KILL_MILLIS);
        }
        CommProvider.tidyUpAll();
        if (setup != null && !setup.remove().isEmpty()) {
            remove(home.resolve(setup.remove()));
        }
    }

    private static boolean awaitEnd(List<HostProcess> all, long millis) {
        try {
            CompletableFuture.allOf(all.stream().map(HostProcess::ended).toArray(CompletableFuture<?>[]::new))
                    .get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return all.stream().noneMatch(HostProcess::isAlive);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return true;
    }

    /** Removes a directory of this job; follows no link. */
    private static void remove(Path directory) {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.err.println("cannot remove " + directory + ": " + e.getMessage());
        }
    }
}
