package jdsm.examples.contracts;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;

/**
 * Random calls in turn: each worker makes some, and finds what a simple model says. All workers draw the same random numbers, so that
 * each has the model of all calls.
 */
final class RandomScenarios {
    private static final int TURNS = 24;
    private static final int CALLS = 12;

    private RandomScenarios() {}

    static void addTo(List<Scenario> all) {
        for (int seed = 1; seed <= 2; seed++) {
            all.add(new Maps(new ConcurrentHashMap<>(), seed));
            all.add(new Maps(new ConcurrentSkipListMap<>(), seed));
            all.add(new Deques(new ConcurrentLinkedDeque<>(), Integer.MAX_VALUE, seed));
            all.add(new Deques(new LinkedBlockingDeque<>(6), 6, seed));
            all.add(new Permits(seed));
            all.add(new Phases(seed));
        }
    }

    private abstract static class InTurn extends Scenario {
        private final int seed;

        InTurn(String name, int seed) {
            super(name + " by random calls of seed " + seed);
            this.seed = seed;
        }

        @Override
        void run(Part me) {
            Random random = new Random(seed);
            Object model = model();
            for (int turn = 0; turn < TURNS; turn++) {
                boolean mine = random.nextInt(me.workers()) == me.worker();
                for (int i = 0; i < CALLS; i++) {
                    int kind = random.nextInt(12);
                    int first = random.nextInt(10);
                    int second = random.nextInt(4);
                    Object expected = expected(model, kind, first, second);
                    if (mine) {
                        Object found = found(kind, first, second);
                        me.check(
                                "turn " + turn + " call " + i + " of kind " + kind + " with " + first + ", " + second
                                        + ": expected " + expected + ", found " + found,
                                Objects.equals(expected, found));
                    }
                }
                me.step();
            }
        }

        abstract Object model();

        abstract Object expected(Object model, int kind, int first, int second);

        abstract Object found(int kind, int first, int second);
    }

    /** A map of small keys; the model is an array of its values. */
    private static final class Maps extends InTurn {
        private final ConcurrentMap<Integer, Integer> map;

        Maps(ConcurrentMap<Integer, Integer> map, int seed) {
            super(map.getClass().getSimpleName(), seed);
            this.map = map;
        }

        @Override
        Object model() {
            return new Integer[10];
        }

        @Override
        Object expected(Object model, int kind, int key, int value) {
            Integer[] all = (Integer[]) model;
            Integer before = all[key];
            boolean same = before != null && before == value;
            switch (kind) {
                case 0 -> all[key] = value;
                case 1, 5 -> all[key] = before == null ? (Integer) value : before;
                case 2 -> all[key] = null;
                case 3 -> all[key] = same ? null : before;
                case 4 -> all[key] = same ? (Integer) 9 : before;
                case 6 -> all[key] = before == null || before % 2 == 1 ? null : before + 1;
                case 7 -> all[key] = before == null ? value : before + value;
                case 8 -> all[key] = before == null ? (Integer) value : null;
                case 11 -> all[key] = before == null ? null : (Integer) value;
                default -> {}
            }
            return switch (kind) {
                case 3, 4 -> same;
                case 5, 6, 7, 8 -> all[key];
                case 9 -> sum(all);
                default -> before;
            };
        }

        private static String sum(Integer[] all) {
            int count = 0;
            int sum = 0;
            for (int key = 0; key < all.length; key++) {
                count += all[key] == null ? 0 : 1;
                sum += all[key] == null ? 0 : (key + 1) * (all[key] + 1);
            }
            return count + " " + sum;
        }

        @Override
        Object found(int kind, int key, int value) {
            return switch (kind) {
                case 0 -> map.put(key, value);
                case 1 -> map.putIfAbsent(key, value);
                case 2 -> map.remove(key);
                case 3 -> map.remove(key, value);
                case 4 -> map.replace(key, value, 9);
                case 5 -> map.computeIfAbsent(key, k -> value);
                case 6 -> map.computeIfPresent(key, (k, before) -> before % 2 == 1 ? null : before + 1);
                case 7 -> map.merge(key, value, Integer::sum);
                case 8 -> map.compute(key, (k, before) -> before == null ? value : null);
                case 9 -> sum(map);
                case 11 -> map.replace(key, value);
                default -> map.get(key);
            };
        }

        private static String sum(Map<Integer, Integer> map) {
            int sum = 0;
            for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
                sum += (entry.getKey() + 1) * (entry.getValue() + 1);
            }
            return map.size() + " " + sum;
        }
    }

    /** A deque; the model is a list. */
    private static final class Deques extends InTurn {
        private final Deque<Integer> deque;
        private final int capacity;

        Deques(Deque<Integer> deque, int capacity, int seed) {
            super(deque.getClass().getSimpleName(), seed);
            this.deque = deque;
            this.capacity = capacity;
        }

        @Override
        Object model() {
            return new ArrayList<Integer>();
        }

        @Override
        @SuppressWarnings("unchecked")
        Object expected(Object model, int kind, int first, int second) {
            List<Integer> all = (List<Integer>) model;
            boolean fits = all.size() < capacity;
            boolean empty = all.isEmpty();
            int last = all.size() - 1;
            switch (kind) {
                case 0, 1, 2 -> {
                    if (fits) {
                        all.add(kind == 0 ? 0 : all.size(), first);
                    }
                    return fits;
                }
                case 3, 4 -> {
                    return empty ? null : all.remove(kind == 3 ? 0 : last);
                }
                case 5 -> {
                    return all.remove((Integer) first);
                }
                case 6 -> {
                    int index = all.lastIndexOf(first);
                    if (index >= 0) {
                        all.remove(index);
                    }
                    return index >= 0;
                }
                case 7 -> {
                    return all.toString();
                }
                case 8 -> {
                    return all.removeIf(each -> each % 4 == second);
                }
                case 9 -> {
                    return all.contains(first);
                }
                case 10 -> {
                    return empty ? null : all.get(0);
                }
                default -> {
                    return empty ? null : all.get(last);
                }
            }
        }

        @Override
        Object found(int kind, int first, int second) {
            return switch (kind) {
                case 0 -> deque.offerFirst(first);
                case 1 -> deque.offerLast(first);
                case 2 -> deque.offer(first);
                case 3 -> deque.pollFirst();
                case 4 -> deque.pollLast();
                case 5 -> deque.removeFirstOccurrence(first);
                case 6 -> deque.removeLastOccurrence(first);
                case 7 -> deque.toString();
                case 8 -> deque.removeIf(each -> each % 4 == second);
                case 9 -> deque.contains(first);
                case 10 -> deque.peekFirst();
                default -> deque.peekLast();
            };
        }
    }

    /** A semaphore; the model is a number. */
    private static final class Permits extends InTurn {
        private final Semaphore semaphore = new Semaphore(3);

        Permits(int seed) {
            super("Semaphore", seed);
        }

        @Override
        Object model() {
            return new int[] {3};
        }

        @Override
        Object expected(Object model, int kind, int first, int second) {
            int[] permits = (int[]) model;
            if (kind < 7) {
                boolean enough = permits[0] >= second;
                permits[0] -= enough ? second : 0;
                return enough;
            }
            if (kind < 10) {
                permits[0] += second;
                return permits[0];
            }
            int all = permits[0];
            permits[0] = kind == 10 ? 0 : all;
            return all;
        }

        @Override
        Object found(int kind, int first, int second) {
            if (kind < 7) {
                return semaphore.tryAcquire(second);
            }
            if (kind < 10) {
                semaphore.release(second);
                return semaphore.availablePermits();
            }
            return kind == 10 ? semaphore.drainPermits() : semaphore.availablePermits();
        }
    }

    /** A phaser; the model is its phase, its parties and how many of them have not arrived. */
    private static final class Phases extends InTurn {
        private final Phaser phaser = new Phaser(2);

        Phases(int seed) {
            super("Phaser", seed);
        }

        @Override
        Object model() {
            return new int[] {0, 2, 2};
        }

        @Override
        Object expected(Object model, int kind, int first, int second) {
            int[] state = (int[]) model;
            int before = state[0];
            boolean arrives = kind >= 2 && kind < 8 && before >= 0;
            if (kind < 2 && before >= 0) {
                state[1] += second;
                state[2] += second;
            }
            if (arrives) {
                state[2]--;
                state[1] -= kind == 7 && state[1] > 1 ? 1 : 0;
                if (state[2] == 0) {
                    state[0]++;
                    state[2] = state[1];
                }
            }
            return switch (kind) {
                case 8 -> state[1];
                case 9 -> state[2];
                case 10 -> state[1] - state[2];
                case 11 -> state[0];
                default -> before;
            };
        }

        @Override
        Object found(int kind, int first, int second) {
            return switch (kind) {
                case 0, 1 -> phaser.bulkRegister(second);
                case 2, 3, 4, 5, 6 -> phaser.arrive();
                case 7 -> phaser.getRegisteredParties() > 1 ? phaser.arriveAndDeregister() : phaser.arrive();
                case 8 -> phaser.getRegisteredParties();
                case 9 -> phaser.getUnarrivedParties();
                case 10 -> phaser.getArrivedParties();
                default -> phaser.getPhase();
            };
        }
    }
}
