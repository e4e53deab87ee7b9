package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import jdsm.SPMD;
import jdsm.coherence.CoherenceMessage;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;
import jdsm.message.Kinds;

/** Rank 0 of a job of two: it has the secret, and sends what it likes to rank 1, which is a real one. */
final class HostilePeer implements AutoCloseable {
    /** What rank 1 ended with, and what it wrote to standard error. */
    record Outcome(int status, List<String> err) {}

    private static final String SECRET = "known to both of them";
    private static final byte[] EQUAL = {2};
    private static final int VICTIM = 1;
    private static final long PATIENCE_SECONDS = 20;

    /** The classes of rank 1: its static state is not the test's. */
    private static final ClassLoader LOADER = InprocJob.newLoader(VICTIM);

    /** The type of the message by which ranks meet behind {@code initialize}. */
    private static final byte MET = 0;

    private final Comm comm;
    private final CountDownLatch running = new CountDownLatch(1);
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Thread victim;
    private volatile int status = -1;

    HostilePeer(Class<? extends SPMD> program, Map<String, String> settings) {
        this(program, settings, EQUAL);
    }

    /** @param answer to what rank 1 has registered */
    HostilePeer(Class<? extends SPMD> program, Map<String, String> settings, byte[] answer) {
        String job = UUID.randomUUID().toString();
        comm = CommProvider.named("inproc")
                .orElseThrow()
                .open(new CommSettings(0, 2, job, SECRET.getBytes(StandardCharsets.UTF_8), null, true, null, 2, 1));
        comm.handle(Kinds.ABORT, (from, payload) -> send(Kinds.ABORT, new byte[1]));
        comm.handle(Kinds.REGISTRATION, (from, payload) -> {
            if (payload.get(payload.position()) == MET) {
                send(Kinds.REGISTRATION, new byte[] {MET});
                return;
            }
            send(Kinds.REGISTRATION, answer);
            running.countDown();
        });
        for (int kind : new int[] {Kinds.BARRIER, Kinds.STATISTICS, Kinds.NOTIFY}) {
            comm.handle(kind, (from, payload) -> {});
        }
        for (CoherenceMessage.Type type : CoherenceMessage.Type.values()) {
            comm.handle(type.kind(), (from, payload) -> {});
        }
        victim = new Thread(() -> run(job, program.getName(), settings), "jdsm-rank-1");
        victim.setContextClassLoader(LOADER);
        victim.setDaemon(true);
    }

    private void run(String job, String program, Map<String, String> settings) {
        Map<String, String> environment = new HashMap<>(settings);
        environment.putAll(Map.of(
                "JDSM_RANK", "1", "JDSM_RANKS", "2", "JDSM_JOB", job, "JDSM_SECRET", SECRET, "JDSM_COMM", "inproc"));
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Consumer<LongConsumer> stalls = ignored -> {};
        try {
            MethodHandle entry = MethodHandles.publicLookup()
                    .findStatic(
                            LOADER.loadClass(RankMain.class.getName()),
                            "runRank",
                            MethodType.methodType(
                                    int.class,
                                    Map.class,
                                    String.class,
                                    String[].class,
                                    PrintStream.class,
                                    PrintStream.class,
                                    Consumer.class,
                                    BiConsumer.class));
            BiConsumer<String, Throwable> printed = null;
            status = (int) entry.invokeExact(environment, program, new String[0], stream, stream, stalls, printed);
        } catch (Throwable e) {
            e.printStackTrace(stream);
        }
    }

    /** Joins; rank 1 runs its workers, or is about to. */
    void start() throws InterruptedException {
        victim.start();
        comm.start();
        assertThat(running.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    void send(int kind, byte[] bytes) {
        Frame frame = comm.frame(kind, bytes.length);
        frame.buffer().put(0, bytes);
        comm.post(VICTIM, frame);
    }

    void send(int kind, ByteBuffer message) {
        byte[] bytes = new byte[message.remaining()];
        message.get(bytes);
        send(kind, bytes);
    }

    /** What becomes of rank 1. */
    Outcome outcome() throws InterruptedException {
        victim.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        assertThat(victim.isAlive()).as("rank 1 runs on").isFalse();
        return new Outcome(status, err.toString(StandardCharsets.UTF_8).lines().toList());
    }

    @Override
    public void close() {
        comm.close();
    }
}
