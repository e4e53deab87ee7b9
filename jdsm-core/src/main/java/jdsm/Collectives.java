package jdsm;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongBinaryOperator;
import jdsm.spi.RankContext;

/**
 * Calls by which all workers of a job compute one value from a value of each, and divide loops among themselves.
 * <pre>
 *   Range mine = range(points);
 *   double part = 0;
 *   for (int i = mine.from(); i &lt; mine.to(); i++) {
 *       part += f(i);
 *   }
 *   double whole = sum(part);          // the same on all workers
 * </pre>
 *
 * <p>The methods are for workers, in {@link SPMD#start}. All but {@link #range} and {@link #progress} are collective: as
 * for {@link SPMD#barrier}, every worker of the job makes the same collective calls in the same order. A collective call
 * is a barrier, with its effect on shared objects: all that any worker did before it happens before all that any worker
 * does after it. If workers meet in different calls, or with arrays of different lengths, the job fails with an error
 * that names both calls.
 *
 * <p>Results are folded in the order of the workers: {@code ((v0 op v1) op v2) op ...}, as a loop over the values would.
 * So all workers get the same bits, in every run with the same number of workers, whichever ranks and threads make it
 * up. Operators run on every worker; they must not synchronise, and give the same result on each.
 *
 * <p>Arrays are only read, and results are new objects of the calling worker.
 *
 * <p>The methods throw {@link IllegalStateException} on a thread that is no worker, and {@link JobEndedException} if the
 * job fails during the call.
 */
public final class Collectives {
    private Collectives() {}

    private static long[] collect(String call, long number) {
        return RankContext.current().collect(call, number);
    }

    private static long[] collect(String call, double number) {
        return collect(call, Double.doubleToRawLongBits(number));
    }

    /** The sum of the workers' values. */
    public static double sum(double value) {
        double sum = 0;
        long[] all = collect("sum(double)", value);
        for (int i = 0; i < all.length; i++) {
            double next = Double.longBitsToDouble(all[i]);
            sum = i == 0 ? next : sum + next; // 0 + -0.0 would be 0
        }
        return sum;
    }

    /** The sum of the workers' values, modulo 2 to the 64. It is a {@code long} also for values that are ints. */
    public static long sum(long value) {
        long sum = 0;
        for (long next : collect("sum(long)", value)) {
            sum += next;
        }
        return sum;
    }

    /** The least of the workers' values, as by {@link Math#min(double, double)}. */
    public static double min(double value) {
        double least = value;
        for (long next : collect("min(double)", value)) {
            least = Math.min(least, Double.longBitsToDouble(next));
        }
        return least;
    }

    /** The least of the workers' values. */
    public static long min(long value) {
        long least = value;
        for (long next : collect("min(long)", value)) {
            least = Math.min(least, next);
        }
        return least;
    }

    /** The least of the workers' values. */
    public static int min(int value) {
        long least = value;
        for (long next : collect("min(int)", value)) {
            least = Math.min(least, next);
        }
        return (int) least;
    }

    /** The greatest of the workers' values, as by {@link Math#max(double, double)}. */
    public static double max(double value) {
        double greatest = value;
        for (long next : collect("max(double)", value)) {
            greatest = Math.max(greatest, Double.longBitsToDouble(next));
        }
        return greatest;
    }

    /** The greatest of the workers' values. */
    public static long max(long value) {
        long greatest = value;
        for (long next : collect("max(long)", value)) {
            greatest = Math.max(greatest, next);
        }
        return greatest;
    }

    /** The greatest of the workers' values. */
    public static int max(int value) {
        long greatest = value;
        for (long next : collect("max(int)", value)) {
            greatest = Math.max(greatest, next);
        }
        return (int) greatest;
    }

    /** Whether the value of every worker is true. */
    public static boolean and(boolean value) {
        boolean all = true;
        for (long next : collect("and(boolean)", value ? 1 : 0)) {
            all &= next != 0;
        }
        return all;
    }

    /** Whether the value of some worker is true. */
    public static boolean or(boolean value) {
        boolean any = false;
        for (long next : collect("or(boolean)", value ? 1 : 0)) {
            any |= next != 0;
        }
        return any;
    }

    /**
     * The workers' values, combined by an operator: {@code reduce(x, Math::hypot)}.
     *
     * @param value as for {@link #gather(Object)}
     */
    public static <T> T reduce(T value, BinaryOperator<T> op) {
        List<T> all = collect("reduce(value, op)", value);
        return folded(all, all.size(), op);
    }

    /**
     * The values of the workers up to this one, its own included, combined by an operator. On worker 0 its own value.
     * Where each worker has {@code n} elements, {@code scan(n, Integer::sum) - n} is the number of those before its own.
     *
     * @param value as for {@link #gather(Object)}
     */
    public static <T> T scan(T value, BinaryOperator<T> op) {
        List<T> all = collect("scan(value, op)", value);
        return folded(all, RankContext.current().worker() + 1, op);
    }

    private static <T> T folded(List<T> values, int count, BinaryOperator<T> op) {
        T result = values.get(0);
        for (int i = 1; i < count; i++) {
            result = op.apply(result, values.get(i));
        }
        return result;
    }

    /**
     * The workers' arrays, combined element by element: {@code allReduce(mine, Double::sum)}.
     *
     * @param values of the same length on all workers
     * @return a new array of that length
     */
    public static double[] allReduce(double[] values, DoubleBinaryOperator op) {
        Objects.requireNonNull(op, "op");
        return (double[]) folded("double", values.length, values, (result, next) -> {
            double[] into = (double[]) result;
            double[] from = (double[]) next;
            for (int i = 0; i < into.length; i++) {
                into[i] = op.applyAsDouble(into[i], from[i]);
            }
        });
    }

    /** As {@link #allReduce(double[], DoubleBinaryOperator)}. */
    public static long[] allReduce(long[] values, LongBinaryOperator op) {
        Objects.requireNonNull(op, "op");
        return (long[]) folded("long", values.length, values, (result, next) -> {
            long[] into = (long[]) result;
            long[] from = (long[]) next;
            for (int i = 0; i < into.length; i++) {
                into[i] = op.applyAsLong(into[i], from[i]);
            }
        });
    }

    /** As {@link #allReduce(double[], DoubleBinaryOperator)}. */
    public static int[] allReduce(int[] values, IntBinaryOperator op) {
        Objects.requireNonNull(op, "op");
        return (int[]) folded("int", values.length, values, (result, next) -> {
            int[] into = (int[]) result;
            int[] from = (int[]) next;
            for (int i = 0; i < into.length; i++) {
                into[i] = op.applyAsInt(into[i], from[i]);
            }
        });
    }

    private static Object folded(String type, int length, Object values, BiConsumer<Object, Object> fold) {
        return RankContext.current().allReduce("allReduce(" + type + "[" + length + "], op)", values, fold);
    }

    /**
     * The value of one worker.
     *
     * @param value as for {@link #gather(Object)}; looked at only where the calling worker is that one
     * @param worker 0 to {@link SPMD#workers} {@code - 1}, the same on all workers
     * @return a new object, also on the worker itself
     */
    @SuppressWarnings("unchecked") // all workers call this with the same type
    public static <T> T broadcast(T value, int worker) {
        RankContext context = RankContext.current();
        context.requireWorker("broadcast");
        Objects.checkIndex(worker, context.workers());
        String call = "broadcast(value, " + worker + ")";
        return (T) context.collect(call, context.worker() == worker, value)[worker];
    }

    /**
     * The values of all workers, in their order.
     *
     * @param value null, a string, a boxed primitive, a big number, an enum constant, a class, a record of such values,
     *     or an array of a primitive type; of any length on each worker
     * @return a list that cannot be changed
     * @throws IllegalArgumentException for any other object, and for a value longer than about 1 GiB divided by the
     *     number of workers; the job then fails
     */
    public static <T> List<T> gather(T value) {
        return collect("gather(value)", value);
    }

    @SuppressWarnings("unchecked") // all workers call this with the same type
    private static <T> List<T> collect(String call, T value) {
        Object[] all = RankContext.current().collect(call, true, value);
        return (List<T>) Collections.unmodifiableList(Arrays.asList(all));
    }

    /** The values of all workers, in their order. */
    public static double[] gather(double value) {
        return Arrays.stream(collect("gather(double)", value))
                .mapToDouble(Double::longBitsToDouble)
                .toArray();
    }

    /** The values of all workers, in their order. */
    public static long[] gather(long value) {
        return collect("gather(long)", value);
    }

    /** The values of all workers, in their order. */
    public static int[] gather(int value) {
        return Arrays.stream(collect("gather(int)", value))
                .mapToInt(number -> (int) number)
                .toArray();
    }

    // Loops.

    /** This worker's part of the indices 0 to {@code n - 1}: see {@link #range(int, int)}. */
    public static Range range(int n) {
        return range(0, n);
    }

    /**
     * This worker's part of the indices {@code from} to {@code to - 1}. The parts of all workers are in the order of the
     * workers, and their lengths differ by at most 1. Not a collective call: it neither blocks nor synchronises.
     *
     * @throws IllegalArgumentException if {@code to < from}
     */
    public static Range range(int from, int to) {
        return part("range", from, to);
    }

    private static Range part(String method, int from, int to) {
        RankContext context = RankContext.current();
        context.requireWorker(method);
        return Range.part(from, to, context.worker(), context.workers());
    }

    /**
     * Runs a body for the indices {@code from} to {@code to - 1} in parts: each worker runs it once, for its part of
     * {@link #range(int, int)}, unless that is empty. Returns when all workers have done so. The quickest form of a
     * loop, because the agent's checks stand before the loop that the body contains.
     *
     * @throws IllegalArgumentException if {@code to < from}
     */
    public static void parallelFor(int from, int to, RangeBody body) {
        Objects.requireNonNull(body, "body");
        Range mine = part("parallelFor", from, to);
        if (mine.from() < mine.to()) {
            body.run(mine.from(), mine.to());
        }
        collect("parallelFor(" + from + ", " + to + ", body)", 0);
    }

    /**
     * As {@link #parallelFor(int, int, RangeBody)}, for a body of one index. Shared arrays are checked at each index.
     */
    public static void parallelFor(int from, int to, IntConsumer body) {
        Objects.requireNonNull(body, "body");
        parallelFor(from, to, each(body));
    }

    /**
     * Runs a body for the indices {@code from} to {@code to - 1} in blocks, which the workers take from a common counter
     * when they are ready for a further one: for indices whose work differs much. Which worker runs which block differs
     * from run to run. Returns when all blocks are done.
     *
     * @param blockLength the indices in a block, at least 1; a worker takes a block in about the time of a barrier, or
     *     less, so the work of a block should be longer
     * @throws IllegalArgumentException if {@code to < from} or {@code blockLength < 1}
     */
    public static void parallelFor(int from, int to, int blockLength, RangeBody body) {
        Objects.requireNonNull(body, "body");
        RankContext context = RankContext.current();
        context.requireWorker("parallelFor");
        String call = "parallelFor(" + from + ", " + to + ", " + blockLength + ", body)";
        if (to < from || blockLength < 1) {
            throw new IllegalArgumentException(
                    call + ": the range must not end before it begins, and a block must have" + " at least one index");
        }
        IntSupplier blocks = context.blocks(from, to, blockLength);
        for (int first = blocks.getAsInt(); first < to; first = blocks.getAsInt()) {
            body.run(first, (int) Math.min((long) first + blockLength, to));
        }
        context.collect(call, 0);
    }

    /** As {@link #parallelFor(int, int, int, RangeBody)}, for a body of one index. */
    public static void parallelFor(int from, int to, int blockLength, IntConsumer body) {
        Objects.requireNonNull(body, "body");
        parallelFor(from, to, blockLength, each(body));
    }

    private static RangeBody each(IntConsumer body) {
        return (from, to) -> {
            for (int i = from; i < to; i++) {
                body.accept(i);
            }
        };
    }

    /**
     * Says how much of its work this worker has done. Rank 0 adds up the work of all workers, and prints a line such as
     * {@code jdsm: 37 % done, about 12 s left} to the job's error output, at most once a second, and none in the first
     * second. Not a collective call: any worker may call it at any time, and it neither blocks nor synchronises. A call
     * costs about as much as {@link System#nanoTime}.
     *
     * @param done the work done so far, 0 to {@code total}; the unit does not matter if all workers have the same
     * @param total the work that the calling worker has in all, at least 1
     * @throws IllegalArgumentException for other numbers
     */
    public static void progress(long done, long total) {
        RankContext.current().progress(done, total);
    }
}
