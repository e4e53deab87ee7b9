package jdsm.bench.sharing;

import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import jdsm.SPMD;
import jdsm.SharedObjectPool;
import jdsm.comm.Comm;
import jdsm.spi.RankContext;

/**
 * Runs one rank's part of a plain program, without any other rank: the program is not woven, its barrier does nothing, and the
 * parts of other ranks stay as {@code initialize} left them. The result is wrong, and the time is that of the computation
 * alone, for comparison with a rank of a woven job. Prints a line {@code NAME seconds} for each section.
 *
 * <pre>
 *  java -cp 'target/dist/lib/*:target/dist/examples/jdsm-examples.jar:bench/target/jdsm-bench.jar' \
 *      jdsm.bench.sharing.PlainPart RANK RANKS jdsm.examples.LU -n 2048
 * </pre>
 */
public final class PlainPart extends RankContext {
    private final int rank;
    private final int ranks;
    private final String[] args;
    private String section;
    private long since;

    private PlainPart(int rank, int ranks, String[] args) {
        this.rank = rank;
        this.ranks = ranks;
        this.args = args;
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 3) {
            System.err.println("usage: PlainPart RANK RANKS CLASS [ARGS...]");
            System.exit(2);
        }
        PlainPart part = new PlainPart(
                Integer.parseInt(args[0]), Integer.parseInt(args[1]), Arrays.copyOfRange(args, 3, args.length));
        RankContext.attach(part);
        SPMD program = (SPMD) Class.forName(args[2]).getDeclaredConstructor().newInstance();
        program.initialize();
        program.start();
        part.endSection();
    }

    @Override
    public Comm comm() {
        return (Comm) Proxy.newProxyInstance(
                Comm.class.getClassLoader(),
                new Class<?>[] {Comm.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "rank" -> rank;
                    case "size" -> ranks;
                    default -> throw new UnsupportedOperationException("a plain part has no partner: " + method);
                });
    }

    /** Always none: plain parts are for programs without calls of the API by hand. */
    @Override
    public SharedObjectPool pool() {
        return null;
    }

    @Override
    public int worker() {
        return rank;
    }

    @Override
    public int workers() {
        return ranks;
    }

    @Override
    public String[] args() {
        return args.clone();
    }

    @Override
    public String setting(String name) {
        return "plain";
    }

    @Override
    public void barrier() {
        // A single rank waits for no other one.
    }

    @Override
    public void requireWorker(String method) {
        // The only thread of the program is a worker.
    }

    /** The own number in place of each other worker's, so that loops until a sum is small end. */
    @Override
    public long[] collect(String call, long number) {
        long[] all = new long[ranks];
        Arrays.fill(all, number);
        return all;
    }

    @Override
    public Object[] collect(String call, boolean brings, Object value) {
        Object[] all = new Object[ranks];
        Arrays.fill(all, value);
        return all;
    }

    /** The own array: the fold would not be the computation of this part alone. */
    @Override
    public Object allReduce(String call, Object array, BiConsumer<Object, Object> fold) {
        Object copy = Array.newInstance(array.getClass().getComponentType(), Array.getLength(array));
        System.arraycopy(array, 0, copy, 0, Array.getLength(array));
        return copy;
    }

    /** One block in each {@code ranks}. */
    @Override
    public IntSupplier blocks(int from, int to, int blockLength) {
        long[] next = {from + (long) rank * blockLength};
        return () -> {
            long first = next[0];
            next[0] += (long) ranks * blockLength;
            return (int) Math.min(first, to);
        };
    }

    @Override
    public int resumeFrom(String loop, int first) {
        return first;
    }

    @Override
    public void checkpoint() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void progress(long done, long total) {
        // As for {@code report}.
    }

    @Override
    public void section(String name) {
        endSection();
        section = name;
        since = System.nanoTime();
    }

    private void endSection() {
        if (section != null) {
            System.out.println(section + " " + (System.nanoTime() - since) / 1e9);
        }
    }

    @Override
    public void report(String line) {
        // The report would call the result wrong.
    }

    @Override
    public void exitStatus(int status) {
        // As for {@code report}.
    }

    @Override
    public double barrierSeconds() {
        return 0;
    }
}
