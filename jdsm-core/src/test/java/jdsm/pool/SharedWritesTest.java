package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.stream.Stream;
import jdsm.Consistency;
import jdsm.SPMD;
import jdsm.node.TestJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that write beside each other, on real ranks under every protocol. */
class SharedWritesTest {
    static Stream<Arguments> jobs() {
        return Stream.of(Consistency.values())
                .flatMap(consistency -> Stream.of(
                        Arguments.of(consistency, 1, 1),
                        Arguments.of(consistency, 2, 1),
                        Arguments.of(consistency, 3, 1),
                        Arguments.of(consistency, 4, 2),
                        Arguments.of(consistency, 2, 3)));
    }

    /** All workers write interleaved elements of one unit between barriers, and read everything behind them. */
    public static final class Interleaved extends SPMD {
        private static final int ROUNDS = 40;
        private final int[] numbers = new int[97];
        private final byte[] bytes = new byte[31];
        private final double[] reals = new double[64];

        @Override
        public void initialize() {
            pool.register(numbers);
            pool.register(bytes, 7);
            pool.register(reals, 16);
        }

        @Override
        public void start() {
            for (int round = 1; round <= ROUNDS; round++) {
                pool.ensureWritable(numbers);
                for (int i = worker(); i < numbers.length; i += workers()) {
                    numbers[i] += i * round;
                }
                for (int i = worker(); i < bytes.length; i += workers()) {
                    pool.ensureWritable(bytes, i);
                    bytes[i]++;
                }
                pool.ensureWritable(reals, 0, reals.length);
                for (int i = worker(); i < reals.length; i += workers()) {
                    reals[i] -= 0.5;
                }
                barrier();
                pool.ensureReadable(numbers);
                for (int i = 0; i < numbers.length; i++) {
                    require(numbers[i] == i * (round * (round + 1) / 2), "numbers", i);
                }
                pool.ensureReadable(bytes, 0, bytes.length);
                for (int i = 0; i < bytes.length; i++) {
                    require(bytes[i] == round, "bytes", i);
                }
                for (int i = 0; i < reals.length; i++) {
                    pool.ensureReadable(reals, i);
                    require(reals[i] == -0.5 * round, "reals", i);
                }
                barrier();
            }
            report("ok");
        }

        private void require(boolean right, String what, int index) {
            if (!right) {
                throw new AssertionError(what + "[" + index + "] on worker " + worker());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void allKeepWhatTheyWrote(Consistency consistency, int ranks, int threads) {
        assertThat(TestJob.run(consistency, Interleaved.class, ranks, threads)
                        .ok()
                        .out())
                .hasSize(ranks * threads);
    }

    /** A counter that migrates under a lock, with data that only the lock orders, beside other locks. */
    public static final class Locked extends SPMD {
        private static final int ROUNDS = 150;
        private final long[] counter = new long[2];
        private final int[] log = new int[64];
        private final Box box = new Box();

        static final class Box {
            int value;
            String text = "0";
        }

        @Override
        public void initialize() {
            pool.register(counter);
            pool.register(log, 8);
            pool.register(box);
        }

        @Override
        public void start() {
            for (int round = 0; round < ROUNDS; round++) {
                pool.lock(counter);
                pool.ensureWritable(counter);
                counter[0]++;
                int at = (int) (counter[0] % log.length);
                pool.ensureWritable(log, at);
                log[at] += 3;
                if (round % 7 == 0) {
                    pool.lock(counter);
                    pool.ensureReadable(log, 0, log.length);
                    long sum = 0;
                    for (int value : log) {
                        sum += value;
                    }
                    if (sum != 3 * counter[0]) {
                        throw new AssertionError(sum + " where the counter is " + counter[0]);
                    }
                    pool.unlock(counter);
                }
                pool.unlock(counter);
                if (round % 5 == 0) {
                    pool.lock(box);
                    pool.acquire(box);
                    box.value++;
                    box.text = Integer.toString(box.value);
                    pool.release(box);
                    pool.unlock(box);
                }
            }
            barrier();
            pool.ensureReadable(counter);
            pool.ensureReadable(box);
            report(counter[0] + " " + box.value + " " + box.text);
        }
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void aLockOrdersWhatItProtects(Consistency consistency, int ranks, int threads) {
        int workers = ranks * threads;
        String expected = workers * Locked.ROUNDS + " " + workers * 30 + " " + workers * 30;

        assertThat(TestJob.run(consistency, Locked.class, ranks, threads).ok().out())
                .hasSize(workers)
                .containsOnly(expected);
    }

    /** A spin lock and a ticket counter of volatile accesses, which order plain writes. */
    public static final class Spinning extends SPMD {
        private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
        private static final VarHandle READY = ready();
        private static final int ROUNDS = 20;
        private final int[] lock = new int[2];
        private final long[] total = new long[1];
        private final Flag flag = new Flag();

        static final class Flag {
            boolean ready;
            int value;
        }

        private static VarHandle ready() {
            try {
                return MethodHandles.lookup().findVarHandle(Flag.class, "ready", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Override
        public void initialize() {
            pool.register(lock);
            pool.register(total);
            pool.register(flag);
        }

        @Override
        public void start() {
            for (int round = 0; round < ROUNDS; round++) {
                while (!pool.compareAndSet(INTS, lock, 0, 0, 1)) {
                    Thread.yield();
                }
                pool.ensureWritable(total);
                total[0] += worker() + 1;
                pool.writeVolatile(INTS, lock, 0, 0);
                int tickets;
                do {
                    tickets = (int) pool.readVolatile(INTS, lock, 1);
                } while (!pool.compareAndSet(INTS, lock, 1, tickets, tickets + 1));
            }
            if (worker() == 0) {
                pool.ensureWritable(total);
                pool.writeVolatile(READY, flag, true);
            }
            while (!(boolean) pool.readVolatile(READY, flag)) {
                Thread.yield();
            }
            barrier();
            pool.ensureReadable(total);
            report(total[0] + " " + pool.readVolatile(INTS, lock, 1));
        }
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void volatileAccessesOrderWhatIsAroundThem(Consistency consistency, int ranks, int threads) {
        int workers = ranks * threads;
        int each = workers * (workers + 1) / 2;

        assertThat(TestJob.run(consistency, Spinning.class, ranks, threads).ok().out())
                .hasSize(workers)
                .containsOnly(Spinning.ROUNDS * each + " " + Spinning.ROUNDS * workers);
    }

    /** Wrong uses, each with what is said about it. */
    public static final class Wrong extends SPMD {
        private final int[] data = new int[4];
        private final String[] names = new String[2];

        @Override
        public void initialize() {
            pool.register(data, Consistency.LAZY_RELEASE);
            pool.register(names);
        }

        @Override
        public void start() throws InterruptedException {
            try {
                pool.unlock(data);
            } catch (IllegalStateException e) {
                report(e.getMessage());
            }
            try {
                pool.ensureWritable(names);
            } catch (IllegalArgumentException e) {
                report(e.getMessage());
            }
            Thread other = new Thread(() -> {
                try {
                    pool.ensureWritable(data);
                } catch (IllegalStateException e) {
                    report(e.getMessage());
                }
            });
            other.setName("helper");
            if (rank() == 1) {
                other.start();
                other.join();
            }
            barrier();
            pool.lock(data);
        }
    }

    @Test
    void wrongUsesAreNamed() {
        TestJob.Result result = TestJob.run(Wrong.class, 2, 1);

        assertThat(result.out())
                .contains("unlock without lock: int[4] (key 0)")
                .anyMatch(line -> line.startsWith("java.lang.String[2] (key 1) travels as a whole"))
                .contains(
                        "only workers may write shared objects: thread 'helper' is none, and no barrier waits for it");
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errors()).contains("lock without unlock: int[4] (key 0) is held at the end of start()");
    }
}
