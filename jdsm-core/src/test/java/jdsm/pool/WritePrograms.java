package jdsm.pool;

import jdsm.SharedVariable;

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
                pool.of(numbers).ensureWritable();
                for (int i = worker(); i < numbers.length; i += workers()) {
                    numbers[i] += i * round;
                }
                for (int i = worker(); i < bytes.length; i += workers()) {
                    pool.of(bytes, i).ensureWritable();
                    bytes[i]++;
                }
                pool.of(reals, 0, reals.length).ensureWritable();
                for (int i = worker(); i < reals.length; i += workers()) {
                    reals[i] -= 0.5;
                }
                barrier();
                pool.of(numbers).ensureReadable();
                for (int i = 0; i < numbers.length; i++) {
                    require(numbers[i] == i * (round * (round + 1) / 2), "numbers", i);
                }
                pool.of(bytes, 0, bytes.length).ensureReadable();
                for (int i = 0; i < bytes.length; i++) {
                    require(bytes[i] == round, "bytes", i);
                }
                for (int i = 0; i < reals.length; i++) {
                    pool.of(reals, i).ensureReadable();
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
                pool.of(counter).lock();
                pool.of(counter).ensureWritable();
                counter[0]++;
                int at = (int) (counter[0] % log.length);
                pool.of(log, at).ensureWritable();
                log[at] += 3;
                if (round % 7 == 0) {
                    pool.of(counter).lock();
                    pool.of(log, 0, log.length).ensureReadable();
                    long sum = 0;
                    for (int value : log) {
                        sum += value;
                    }
                    if (sum != 3 * counter[0]) {
                        throw new AssertionError(sum + " where the counter is " + counter[0]);
                    }
                    pool.of(counter).unlock();
                }
                pool.of(counter).unlock();
                if (round % 5 == 0) {
                    pool.of(box).lock();
                    pool.acquire(box);
                    box.value++;
                    box.text = Integer.toString(box.value);
                    pool.release(box);
                    pool.of(box).unlock();
                }
            }
            barrier();
            pool.of(counter).ensureReadable();
            pool.of(box).ensureReadable();
            int boxed = workers() * ((rounds + 4) / 5);
            require(counter[0] == (long) workers() * rounds, "counter", counter[0]);
            require(box.value == boxed && box.text.equals("" + boxed), "box", box.text);
        }
    }

    /** A spin lock and a ticket counter of volatile accesses, which order plain writes. */
    public static final class Spinning extends CoherenceProgram {
        private static final SharedVariable<Integer> INTS = SharedVariable.element(int.class);
        private static final SharedVariable<Boolean> READY = SharedVariable.field(Flag.class, "ready", boolean.class);
        private final int[] lock = new int[2];
        private final long[] total = new long[1];
        private final int[] news = new int[1];
        private final Flag flag = new Flag();

        static final class Flag {
            boolean ready;
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
                while (!pool.of(lock, 0).compareAndSet(INTS, 0, 1)) {
                    Thread.yield();
                }
                pool.of(total).ensureWritable();
                total[0] += worker() + 1;
                pool.of(lock, 0).writeVolatile(INTS, 0);
                int tickets;
                do {
                    tickets = pool.of(lock, 1).readVolatile(INTS);
                } while (!pool.of(lock, 1).compareAndSet(INTS, tickets, tickets + 1));
            }
            if (worker() == 0) {
                pool.of(news).ensureWritable();
                news[0] = rounds;
                pool.of(flag).writeVolatile(READY, true);
            }
            pool.of(news).ensureReadable(); // an old copy, perhaps
            while (!pool.of(flag).readVolatile(READY)) {
                Thread.yield();
            }
            pool.of(news).ensureReadable();
            if (news[0] != rounds) {
                throw new AssertionError("the flag is set, and the news is " + news[0]);
            }
            barrier();
            pool.of(total).ensureReadable();
            require(total[0] == rounds * (workers() * (workers() + 1L) / 2), "total", total[0]);
            require(pool.of(lock, 1).readVolatile(INTS) == rounds * workers(), "tickets", "not all");
        }
    }

    /**
     * Store buffering by volatile accesses, the one outcome that tells sequential consistency from acquire and release: of two
     * who each write their own variable and then read the other's, one at least sees what the other wrote.
     */
    public static final class StoreBuffering extends CoherenceProgram {
        private static final SharedVariable<Integer> INTS = SharedVariable.element(int.class);
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
                    pool.of(one ? first : second, 0).writeVolatile(INTS, round);
                    int value = pool.of(one ? second : first, 0).readVolatile(INTS);
                    pool.of(seen, one ? 0 : 1).ensureWritable();
                    seen[one ? 0 : 1] = value;
                }
                barrier();
                pool.of(seen, 0, seen.length).ensureReadable();
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
