package jdsm.examples;

/** Finds the places of the largest random numbers of the NAS benchmark MG, and of the smallest ones. */
class Charges {
    private static final int COUNT = 10;

    private double[] values = new double[COUNT];
    private int[] places = new int[COUNT];
    private int count;

    /** Sets ten cells to 1, and ten to -1; all others are 0. */
    static void put(Grid grid) {
        int n = grid.size();
        NpbRandom random = new NpbRandom(0);
        Charges largest = new Charges();
        Charges smallest = new Charges();
        for (int place = 0; place < n * n * n; place++) {
            double value = random.next();
            largest.offer(value, place);
            smallest.offer(-value, place);
        }
        smallest.put(grid, -1);
        largest.put(grid, 1);
        grid.wrap(1, n + 1);
    }

    /** Keeps a value if it is among the largest ones; they are in descending order. */
    private void offer(double value, int place) {
        if (count == COUNT && value <= values[COUNT - 1]) {
            return;
        }
        int at = count == COUNT ? COUNT - 1 : count++;
        while (at > 0 && values[at - 1] < value) {
            values[at] = values[at - 1];
            places[at] = places[at - 1];
            at--;
        }
        values[at] = value;
        places[at] = place;
    }

    private void put(Grid grid, double charge) {
        int n = grid.size();
        for (int place : places) {
            grid.set(place % n, place / n % n, place / n / n, charge);
        }
    }
}
