package jdsm.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Programs that write beside each other, for every protocol; see {@link CoherenceProgram}. */
final class WritePrograms {
    private WritePrograms() {}

    /** All workers write interleaved elements of one unit between barriers, and read everything behind them. */
    public static final class Interleaved extends CoherenceProgram {
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
        void work() {
            for (int round = 1; round <= rounds; round++) {
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
        }
    }

    /** A counter that migrates under a lock, with data that only the lock orders, beside other locks. */
    public static final class Locked extends CoherenceProgram {
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
        void work() {
            for (int round = 0; round < rounds; round++) {
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
            int boxed = workers() * ((rounds + 4) / 5);
            require(counter[0] == (long) workers() * rounds, "counter", counter[0]);
            require(box.value == boxed && box.text.equals("" + boxed), "box", box.text);
        }
    }

    /** A spin lock and a ticket counter of volatile accesses, which order plain writes. */
    public static final class Spinning extends CoherenceProgram {
        private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
        private static final VarHandle READY = ready();
        private final int[] lock = new int[2];
        private final long[] total = new long[1];
        private final int[] news = new int[1];
        private final Flag flag = new Flag();

        static final class Flag {
            boolean ready;
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
            pool.register(news);
            pool.register(flag);
        }

        @Override
        void work() {
            for (int round = 0; round < rounds; round++) {
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
                pool.ensureWritable(news);
                news[0] = rounds;
                pool.writeVolatile(READY, flag, true);
            }
            pool.ensureReadable(news); // an old copy, perhaps
            while (!(boolean) pool.readVolatile(READY, flag)) {
                Thread.yield();
            }
            pool.ensureReadable(news);
            if (news[0] != rounds) {
                throw new AssertionError("the flag is set, and the news is " + news[0]);
            }
            barrier();
            pool.ensureReadable(total);
            require(total[0] == rounds * (workers() * (workers() + 1L) / 2), "total", total[0]);
            require((int) pool.readVolatile(INTS, lock, 1) == rounds * workers(), "tickets", "not all");
        }
    }

    /**
     * Store buffering by volatile accesses, the one outcome that tells sequential consistency from acquire and release: of two
     * who each write their own variable and then read the other's, one at least sees what the other wrote.
     */
    public static final class StoreBuffering extends CoherenceProgram {
        private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
        private final int[] first = new int[1];
        private final int[] second = new int[1];
        private final int[] seen = new int[2];

        @Override
        public void initialize() {
            pool.register(first);
            pool.register(second);
            pool.register(seen, 1);
        }

        @Override
        void work() {
            int other = workers() - 1;
            for (int round = 1; round <= rounds; round++) {
                if (worker() == 0 || worker() == other) {
                    boolean one = worker() == 0;
                    pool.writeVolatile(INTS, one ? first : second, 0, round);
                    int value = (int) pool.readVolatile(INTS, one ? second : first, 0);
                    pool.ensureWritable(seen, one ? 0 : 1);
                    seen[one ? 0 : 1] = value;
                }
                barrier();
                pool.ensureReadable(seen, 0, seen.length);
                for (int value : seen) {
                    if (value != round && value != round - 1) {
                        throw new AssertionError(value + " in round " + round);
                    }
                }
                if (seen[0] < round && seen[1] < round) {
                    throw new AssertionError("neither saw what the other had written in round " + round);
                }
                barrier();
            }
        }
    }
}
