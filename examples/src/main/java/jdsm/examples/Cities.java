package jdsm.examples;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Cities at random places of a square, and the ways between them. */
class Cities {
    private static final int SIDE = 1000;

    private int[][] distance;
    /** For each city, the distance of the nearest other one. */
    private int[] nearest;

    Cities(int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] x = new double[n];
        double[] y = new double[n];
        for (int i = 0; i < n; i++) {
            x[i] = SIDE * random.nextDouble();
            y[i] = SIDE * random.nextDouble();
        }
        distance = new int[n][n];
        nearest = new int[n];
        Arrays.fill(nearest, Integer.MAX_VALUE);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                distance[i][j] = (int) Math.round(Math.hypot(x[i] - x[j], y[i] - y[j]));
                if (i != j) {
                    nearest[i] = Math.min(nearest[i], distance[i][j]);
                }
            }
        }
    }

    int distance(int from, int to) {
        return distance[from][to];
    }

    /** The distance of the nearest other city. */
    int nearest(int city) {
        return nearest[city];
    }

    /** The length of a tour; -1 if it does not lead through every city once. */
    int length(int[] tour) {
        int length = 0;
        boolean[] visited = new boolean[distance.length];
        for (int i = 0; i < tour.length; i++) {
            if (visited[tour[i]]) {
                return -1;
            }
            visited[tour[i]] = true;
            length += distance[tour[i]][tour[(i + 1) % tour.length]];
        }
        return length;
    }

    /** The length of the shortest tour, by the method of Held and Karp: the shortest way through each set of cities. */
    int shortest() {
        int n = distance.length;
        int[][] ways = new int[1 << n - 1][n - 1]; // by the set of cities but the first, and the last one of them
        for (int set = 1; set < ways.length; set++) {
            for (int last = 0; last < n - 1; last++) {
                int before = set & ~(1 << last);
                ways[set][last] = before == set
                        ? Integer.MAX_VALUE
                        : before == 0 ? distance[0][last + 1] : shortest(ways[before], last + 1);
            }
        }
        return shortest(ways[ways.length - 1], 0);
    }

    /** The shortest way that ends with a city. */
    private int shortest(int[] ways, int city) {
        int shortest = Integer.MAX_VALUE;
        for (int last = 0; last < ways.length; last++) {
            if (ways[last] != Integer.MAX_VALUE) {
                shortest = Math.min(shortest, ways[last] + distance[last + 1][city]);
            }
        }
        return shortest;
    }
}
