package jdsm.examples;

import jdsm.SPMD;
import jdsm.UsageException;
import picocli.CommandLine.Option;

/**
 * The shortest tour of cities, by branch and bound. Workers take the first three cities of tours, and search on from
 * them by recursion; all of them read the length of the shortest tour so far, a volatile field.
 */
public class Tsp extends SPMD {
    private static final int MOST_CITIES = 20;

    /** The program's arguments. */
    static class Arguments extends Repeated {
        @Option(names = "-n", description = "cities")
        int n = 14;

        @Option(names = "--seed", description = "seed of the cities")
        long seed = 1;
    }

    private Arguments arguments;
    private int n;
    private Cities cities;
    /** The length of the shortest tour so far. */
    private volatile int bound;
    /** The shortest tour so far. */
    private int[] best;
    /** The number of the next beginning of tours that a worker takes. */
    private int next;
    /** Seconds of each repetition. */
    private double[] seconds;

    @Override
    public void initialize() {
        arguments = Options.parse(new Arguments(), "Tsp", args());
        n = arguments.n;
        if (n < 3 || n > MOST_CITIES || arguments.reps < 1) {
            throw new UsageException("Tsp: -n must be 3 to " + MOST_CITIES + ", --reps at least 1");
        }
        cities = new Cities(n, arguments.seed);
        seconds = new double[arguments.reps];
    }

    @Override
    public void start() {
        for (int rep = 0; rep < arguments.reps; rep++) {
            if (worker() == 0) {
                bound = Integer.MAX_VALUE;
                best = null;
                next = 0;
            }
            barrier();
            section("repetition " + rep);
            long begin = System.nanoTime();
            int[] tour = new int[n];
            boolean[] visited = new boolean[n];
            for (int number = take(); number < (n - 1) * (n - 2); number = take()) {
                search(tour, visited, number);
            }
            barrier();
            if (worker() == 0) {
                seconds[rep] = (System.nanoTime() - begin) / 1e9;
            }
            barrier();
            section("between repetitions");
        }
        if (worker() == 0 && arguments.spoil) {
            bound++;
        }
    }

    private synchronized int take() {
        return next++;
    }

    /** Searches all tours with the beginning of that number: city 0, another one, and a third one. */
    private void search(int[] tour, boolean[] visited, int number) {
        int second = 1 + number / (n - 2);
        int third = 1 + number % (n - 2);
        if (third >= second) {
            third++;
        }
        tour[1] = second;
        tour[2] = third;
        visited[second] = true;
        visited[third] = true;
        int toLeave = 0;
        for (int city = 1; city < n; city++) {
            if (city != second) {
                toLeave += cities.nearest(city);
            }
        }
        int length = cities.distance(0, second) + cities.distance(second, third);
        search(tour, visited, 3, length, toLeave);
        visited[second] = false;
        visited[third] = false;
    }

    /**
     * Searches all tours with a beginning.
     *
     * @param tour its cities
     * @param visited for each city, whether it is among them
     * @param count their number
     * @param length the length of the way so far
     * @param toLeave the least length of the rest: from its last city and from all others one must go to another one
     */
    private void search(int[] tour, boolean[] visited, int count, int length, int toLeave) {
        if (length + toLeave >= bound) {
            return;
        }
        int last = tour[count - 1];
        if (count == n) {
            found(tour, length + cities.distance(last, 0));
            return;
        }
        for (int city = 1; city < n; city++) {
            if (!visited[city]) {
                visited[city] = true;
                tour[count] = city;
                search(tour, visited, count + 1, length + cities.distance(last, city), toLeave - cities.nearest(last));
                visited[city] = false;
            }
        }
    }

    private synchronized void found(int[] tour, int length) {
        if (length < bound) {
            bound = length;
            best = tour.clone();
        }
    }

    @Override
    public void finish() {
        if (rank() != 0) {
            return;
        }
        int expected = cities.shortest();
        int length = cities.length(best);
        Result.report(
                this,
                "Tsp n=" + n,
                Repeated.figures(seconds) + " length=" + length,
                length == expected && bound == expected
                        ? null
                        : "the tour has length " + length + " and the bound is " + bound
                                + " where the shortest tour has length " + expected);
    }
}
