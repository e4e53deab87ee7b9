package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import jdsm.Collectives;
import jdsm.Range;
import jdsm.SPMD;

/**
 * Makes every collective call, and checks each result against a sequential computation of it. Argument 0 is the number of
 * rounds with random numbers. Each worker reports {@code ok}.
 */
public final class CollectiveProgram extends SPMD {
    /** Lengths of arrays: those of whole arrays, and of sliced ones, which not all numbers of workers divide. */
    private static final int[] LENGTHS = {0, 1, 7, 1_024, 1_025, 2_049, 5_003};

    /** A value that is sent. */
    public record Pair(String name, int number) {}

    private final long[] shared = new long[2];

    @Override
    public void initialize() {
        pool.register(shared);
    }

    @Override
    public void start() {
        int rounds = Integer.parseInt(args()[0]);
        for (int round = 0; round < rounds; round++) {
            numbers(round);
        }
        values();
        for (int length : LENGTHS) {
            arrays(length);
        }
        loops();
        memory();
        report("ok");
    }

    /** A number of a magnitude of its own for each worker and round; often a zero of either sign, NaN or infinite. */
    private static double number(int worker, int round) {
        Random random = new Random(31L * worker + round);
        random.nextInt();
        return switch (random.nextInt(40)) {
            case 0 -> -0.0;
            case 1 -> 0.0;
            case 2 -> random.nextInt(20) == 0 ? Double.NaN : 1;
            case 3 -> random.nextInt(20) == 0 ? Double.NEGATIVE_INFINITY : -1;
            default -> random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20);
        };
    }

    private void numbers(int round) {
        double[] all = IntStream.range(0, workers())
                .mapToDouble(worker -> number(worker, round))
                .toArray();
        double mine = all[worker()];
        double sum = all[0];
        double[] before = new double[all.length];
        before[0] = sum;
        for (int i = 1; i < all.length; i++) {
            sum += all[i];
            before[i] = sum;
        }
        same(Collectives.sum(mine), sum);
        same(Collectives.reduce(mine, Double::sum), sum);
        same(Collectives.scan(mine, Double::sum), before[worker()]);
        same(Collectives.min(mine), Arrays.stream(all).reduce(Math::min).orElseThrow());
        same(Collectives.max(mine), Arrays.stream(all).reduce(Math::max).orElseThrow());
        double[] gathered = Collectives.gather(mine);
        for (int i = 0; i < all.length; i++) {
            same(gathered[i], all[i]);
        }
        same(Collectives.broadcast(mine, round % workers()), all[round % workers()]);
    }

    private static void same(double is, double expected) {
        assertThat(Double.doubleToRawLongBits(is)).isEqualTo(Double.doubleToRawLongBits(expected));
    }

    private void values() {
        int me = worker();
        int all = workers();
        assertThat(Collectives.sum(me + 1L)).isEqualTo(all * (all + 1L) / 2);
        assertThat(Collectives.min(5 - me)).isEqualTo(6 - all);
        assertThat(Collectives.max(5 - me)).isEqualTo(5);
        assertThat(Collectives.min(Long.MAX_VALUE - me)).isEqualTo(Long.MAX_VALUE - all + 1);
        assertThat(Collectives.max(Long.MIN_VALUE + me)).isEqualTo(Long.MIN_VALUE + all - 1);
        assertThat(Collectives.and(true)).isTrue();
        assertThat(Collectives.and(me != all - 1)).isFalse();
        assertThat(Collectives.or(false)).isFalse();
        assertThat(Collectives.or(me == all - 1)).isTrue();
        assertThat(Collectives.gather(me * 3)).containsExactly(ofWorkers(worker -> worker * 3));
        assertThat(Collectives.gather((long) me)).hasSize(all).contains(all - 1);
        assertThat(Collectives.reduce(Integer.toString(me), String::concat)).isEqualTo(String.join("", texts()));
        assertThat(Collectives.scan(Integer.toString(me), String::concat))
                .isEqualTo(String.join("", texts().subList(0, me + 1)));
        List<Pair> pairs = Collectives.gather(new Pair("worker " + me, me));
        assertThat(pairs)
                .hasSize(all)
                .startsWith(new Pair("worker 0", 0))
                .endsWith(new Pair("worker " + (all - 1), all - 1));
        assertThatThrownBy(() -> pairs.set(0, null)).isInstanceOf(UnsupportedOperationException.class);
        List<int[]> lists = Collectives.gather(new int[me]);
        assertThat(lists.get(all - 1)).isEqualTo(new int[all - 1]);
        for (Object value : new Object[] {
            null,
            "\ud800 text",
            'c',
            (byte) 1,
            2.5f,
            true,
            BigInteger.TEN,
            Thread.State.NEW,
            String.class,
            new Pair(null, 1)
        }) {
            assertThat(Collectives.broadcast(me == all - 1 ? value : new Object(), all - 1))
                    .isEqualTo(value);
        }
        sendArrays(new boolean[] {true, false}, new byte[] {1}, new char[] {'x'}, new short[] {-1}, new float[] {1.5f});
        sendArrays(new int[] {7}, new long[] {1L << 40}, new double[] {-0.0, Double.NaN}, new double[100_000]);
    }

    private void sendArrays(Object... arrays) {
        for (Object array : arrays) {
            Object sent = Collectives.broadcast(worker() == 0 ? array : null, 0);
            assertThat(sent).isEqualTo(array).isNotSameAs(array);
        }
    }

    private int[] ofWorkers(java.util.function.IntUnaryOperator value) {
        return IntStream.range(0, workers()).map(value).toArray();
    }

    private List<String> texts() {
        return IntStream.range(0, workers()).mapToObj(Integer::toString).toList();
    }

    private void arrays(int length) {
        double[] mine =
                IntStream.range(0, length).mapToDouble(i -> number(worker(), i)).toArray();
        double[] copy = mine.clone();
        double[] sum = Collectives.allReduce(mine, Double::sum);
        assertThat(mine).isEqualTo(copy);
        assertThat(sum).hasSize(length).isNotSameAs(mine);
        for (int i = 0; i < length; i++) {
            double expected = number(0, i);
            for (int worker = 1; worker < workers(); worker++) {
                expected += number(worker, i);
            }
            same(sum[i], expected);
        }
        int all = workers();
        long[] longs = Collectives.allReduce(
                IntStream.range(0, length).mapToLong(i -> worker() * 10L + i).toArray(), Math::max);
        int[] ints = Collectives.allReduce(
                IntStream.range(0, length).map(i -> worker() == all - 1 ? i : 0).toArray(), (a, b) -> 2 * a + b);
        for (int i = 0; i < length; i++) {
            assertThat(longs[i]).isEqualTo(all * 10L - 10 + i);
            assertThat(ints[i]).isEqualTo(i);
        }
    }

    private void loops() {
        int n = 1_000;
        assertThat(Collectives.range(n)).isEqualTo(new Range(n * worker() / workers(), n * (worker() + 1) / workers()));
        int[] marks = new int[n];
        Collectives.parallelFor(0, n, (from, to) -> Arrays.fill(marks, from, to, 1));
        Collectives.parallelFor(0, n, i -> marks[i] += 10);
        Collectives.parallelFor(3, n, 7, (from, to) -> {
            assertThat(to - from).isBetween(1, 7);
            for (int i = from; i < to; i++) {
                marks[i] += 100;
            }
        });
        Collectives.parallelFor(0, n, 64, i -> marks[i] += 1000);
        Collectives.parallelFor(5, 5, 1, i -> marks[i] += 10_000);
        int[] total = Collectives.allReduce(marks, Integer::sum);
        for (int i = 0; i < n; i++) {
            assertThat(total[i]).isEqualTo(i < 3 ? 1011 : 1111);
        }
        int[] taken = new int[1];
        Collectives.parallelFor(Integer.MAX_VALUE - 5, Integer.MAX_VALUE, 4, (from, to) -> taken[0] += to - from);
        assertThat(Collectives.sum(taken[0])).isEqualTo(5);
        Collectives.progress(1, 2);
        Collectives.progress(2, 2);
    }

    /** A collective call is a barrier: what one worker wrote before it, all see after it. */
    private void memory() {
        List<ToDoubleFunction<Long>> calls = List.of(
                x -> Collectives.sum(x),
                x -> Collectives.max(x),
                x -> Collectives.gather(Long.toString(x)).size(),
                x -> Collectives.broadcast("", 0).length(),
                x -> Collectives.scan(x, Long::sum),
                x -> Collectives.allReduce(new double[3], Double::sum)[0],
                x -> Collectives.allReduce(new double[3_000], Double::sum)[0],
                x -> {
                    Collectives.parallelFor(0, 10, i -> {});
                    return 0;
                },
                x -> {
                    Collectives.parallelFor(0, 10, 1, i -> {});
                    return 0;
                });
        long value = 0;
        for (ToDoubleFunction<Long> call : calls) {
            for (int writer = 0; writer < workers(); writer++) {
                value++;
                if (worker() == writer) {
                    pool.acquire(shared);
                    shared[1] = value;
                    pool.release(shared);
                }
                call.applyAsDouble(value);
                pool.update(shared);
                assertThat(shared[1]).isEqualTo(value);
                barrier();
            }
        }
    }
}
