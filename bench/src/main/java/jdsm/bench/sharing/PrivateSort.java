package jdsm.bench.sharing;

import java.util.Arrays;
import java.util.Random;
import jdsm.SPMD;

/**
 * Measures the cost of look-ups for private arrays: each worker sorts an array of its own by a recursive quicksort, called
 * through an interface, while the program also shares an array of the same type. Prints the least seconds of each rank.
 * Arguments: number of elements (default 2000000) and of repetitions (default 5).
 *
 * <pre>
 *  ./jdsm launch -p 2 --cp bench/target/jdsm-bench.jar jdsm.bench.sharing.PrivateSort
 *  ./jdsm launch -p 2 --no-agent --allow-nothing-shared --cp bench/target/jdsm-bench.jar jdsm.bench.sharing.PrivateSort
 * </pre>
 */
public final class PrivateSort extends SPMD {
    private static final int SHARED_LENGTH = 1000;
    private static final int SMALL = 16;

    /** A call through an interface hides the caller's arrays from the weaver. */
    interface Sorter {
        /** Sorts elements {@code from} to {@code to - 1}. */
        void sort(int[] numbers, int from, int to);
    }

    private int[] shared;

    @Override
    public void initialize() {
        shared = new int[SHARED_LENGTH];
    }

    @Override
    public void start() {
        int length = args().length > 0 ? Integer.parseInt(args()[0]) : 2_000_000;
        int repetitions = args().length > 1 ? Integer.parseInt(args()[1]) : 5;
        for (int i = worker(); i < shared.length; i += workers()) {
            shared[i] = i;
        }
        barrier();
        int sum = 0;
        for (int each : shared) {
            sum += each;
        }
        Sorter sorter = sum >= 0 ? new Quicksort() : Arrays::sort;
        long best = Long.MAX_VALUE;
        for (int repetition = 0; repetition < repetitions; repetition++) {
            int[] mine = random(length, repetition);
            barrier();
            long begin = System.nanoTime();
            sorter.sort(mine, 0, mine.length);
            best = Math.min(best, System.nanoTime() - begin);
            requireSorted(mine);
        }
        System.out.printf("worker %d: %.4f s%n", worker(), best / 1e9);
    }

    private static int[] random(int length, int seed) {
        return new Random(seed).ints(length).toArray();
    }

    private static void requireSorted(int[] numbers) {
        for (int i = 1; i < numbers.length; i++) {
            if (numbers[i - 1] > numbers[i]) {
                throw new IllegalStateException("not sorted at " + i);
            }
        }
    }

    private static final class Quicksort implements Sorter {
        /** This object, so that each recursion is a call through the interface. */
        private final Sorter recursion = this;

        @Override
        public void sort(int[] numbers, int from, int to) {
            if (to - from <= SMALL) {
                insert(numbers, from, to);
                return;
            }
            int pivot = numbers[from + to >>> 1];
            int low = from;
            int high = to - 1;
            while (low <= high) {
                while (numbers[low] < pivot) {
                    low++;
                }
                while (numbers[high] > pivot) {
                    high--;
                }
                if (low <= high) {
                    int number = numbers[low];
                    numbers[low++] = numbers[high];
                    numbers[high--] = number;
                }
            }
            recursion.sort(numbers, from, high + 1);
            recursion.sort(numbers, low, to);
        }

        private static void insert(int[] numbers, int from, int to) {
            for (int i = from + 1; i < to; i++) {
                int number = numbers[i];
                int at = i;
                while (at > from && numbers[at - 1] > number) {
                    numbers[at] = numbers[at - 1];
                    at--;
                }
                numbers[at] = number;
            }
        }
    }
}
