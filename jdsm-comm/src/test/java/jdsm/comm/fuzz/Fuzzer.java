package jdsm.comm.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Gives a decoder wrong bytes, and finds whether it ends in time, throws only what its caller takes for nonsense of a peer,
 * and allocates no more than it may. The system properties {@code jdsm.fuzz.inputs} and {@code jdsm.fuzz.seed} say how many
 * inputs each target gets, and which.
 *
 * <p>An input with a result that no input had before becomes a part of the corpus: so mutations go on from what has passed
 * the first checks of a decoder.
 */
public final class Fuzzer {
    private static final int INPUTS = Integer.getInteger("jdsm.fuzz.inputs", 2_000);
    private static final long SEED = Long.getLong("jdsm.fuzz.seed", 1);
    /** Of processor time, which other programs on the machine do not take. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int MOST_KEPT = 500;
    private static final int SHOWN_BYTES = 4 << 10;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final FuzzTarget target;
    private final Set<String> results = new HashSet<>();
    private final List<byte[]> corpus;
    private long accepted;
    private long mostAllocated;
    private volatile byte[] current;
    private volatile long currentBegin;
    private volatile AssertionError failure;

    private Fuzzer(FuzzTarget target) {
        this.target = target;
        corpus = new ArrayList<>(target.corpus());
    }

    /**
     * Tries a target.
     *
     * @throws AssertionError for an input that breaks a promise; the message has the input
     */
    public static void run(FuzzTarget target) throws InterruptedException {
        new Fuzzer(target).run();
    }

    private void run() throws InterruptedException {
        Thread thread = new Thread(this::inputs, "fuzz");
        thread.setDaemon(true);
        thread.start();
        while (thread.isAlive()) {
            thread.join(100);
            byte[] input = current;
            long begin = currentBegin;
            long cpu = THREADS.getThreadCpuTime(thread.getId());
            if (cpu - begin > LONGEST_NANOS && input == current && begin == currentBegin && thread.isAlive()) {
                AssertionError late = failed(input, "takes more than a second");
                late.setStackTrace(thread.getStackTrace());
                throw late;
            }
        }
        if (failure != null) {
            throw failure;
        }
        System.out.printf(
                "fuzz %-28s seed %d: %,d inputs, %,d of them taken, %d results, at most %,d bytes allocated%n",
                target.name(), SEED, INPUTS, accepted, results.size(), mostAllocated);
    }

    private void inputs() {
        try {
            for (int round = 0; round < 3; round++) { // loads classes
                for (byte[] right : target.corpus()) {
                    target.prepare().run();
                    target.decoder().decode(right.clone());
                }
            }
        } catch (Throwable e) {
            failure = new AssertionError(target + " does not take what its own encoder makes: " + e, e);
            return;
        }
        target.found().forEach(this::input);
        Mutations mutations = new Mutations(SEED * 31 + target.name().hashCode());
        for (int i = 0; i < INPUTS && failure == null; i++) {
            input(mutations.next(corpus));
        }
    }

    private void input(byte[] input) {
        long most = target.mostBytes() + (long) target.bytesPerByte() * input.length;
        Decoded first = decode(input);
        // A result that is the first of its kind loads classes, once.
        Decoded decoded = first.allocated > most ? decode(input) : first;
        Throwable cause = decoded.thrown;
        if (cause == null) {
            accepted++;
        } else if (target.refusals().stream().noneMatch(type -> type.isInstance(cause))) {
            failure = failed(input, "throws " + cause);
            failure.initCause(cause);
        }
        if (decoded.allocated > most && failure == null) {
            failure = failed(input, "allocates " + decoded.allocated + " bytes, and may allocate " + most);
        }
        mostAllocated = Math.max(mostAllocated, decoded.allocated);
        if (corpus.size() < MOST_KEPT && results.add(result(cause))) {
            corpus.add(input);
        }
    }

    /** What came of an input; {@code thrown} is null if it was taken. */
    private record Decoded(Throwable thrown, long allocated) {}

    private Decoded decode(byte[] input) {
        byte[] given = input.clone();
        target.prepare().run();
        currentBegin = THREADS.getCurrentThreadCpuTime();
        current = input;
        Throwable thrown = null;
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            target.decoder().decode(given);
        } catch (Throwable e) {
            thrown = e;
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        currentBegin = Long.MAX_VALUE;
        return new Decoded(thrown, allocated);
    }

    /** A result without its numbers and names. */
    private static String result(Throwable thrown) {
        if (thrown == null) {
            return "";
        }
        StringBuilder result = new StringBuilder(thrown.getClass().getName());
        String text = String.valueOf(thrown.getMessage());
        for (int i = 0; i < Math.min(text.length(), 100); i++) {
            char c = text.charAt(i);
            if (c >= 'a' && c <= 'z' || c == ' ') {
                result.append(c);
            }
        }
        return result.toString();
    }

    private AssertionError failed(byte[] input, String what) {
        String hex = HexFormat.of().formatHex(input, 0, Math.min(input.length, SHOWN_BYTES));
        return new AssertionError(
                target + " " + what + ", for an input of " + input.length + " bytes (seed " + SEED + "): " + hex);
    }
}
