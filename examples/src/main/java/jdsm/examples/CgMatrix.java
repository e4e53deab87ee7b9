package jdsm.examples;

import java.util.Arrays;

/**
 * Makes the matrix of the NAS benchmark CG (Bailey et al., RNR-94-007, section 2.3.2): a sum of outer products of
 * sparse random vectors with weights from 1 down to a tenth, plus a tenth less a shift on the diagonal.
 */
final class CgMatrix {
    /** The reciprocal of the condition number. */
    private static final double CONDITION = 0.1;

    private final NpbRandom random = new NpbRandom(1); // the benchmark draws one number before the matrix
    private final int n;
    /** For each row, the columns and values of its terms; several of them may have one column. */
    private final int[][] columns;

    private final double[][] values;
    private final int[] counts;

    private CgMatrix(int n, int termsPerRow) {
        this.n = n;
        columns = new int[n][termsPerRow];
        values = new double[n][termsPerRow];
        counts = new int[n];
    }

    /**
     * The matrix of n rows.
     *
     * @param nonzeros elements of a random vector
     */
    static SparseMatrix of(int n, int nonzeros, double shift) {
        CgMatrix matrix = new CgMatrix(n, (nonzeros + 1) * (nonzeros + 1));
        double ratio = Math.pow(CONDITION, 1.0 / n);
        double weight = 1;
        for (int i = 0; i < n; i++) {
            matrix.addProduct(i, nonzeros, weight);
            matrix.add(i, i, CONDITION - shift);
            weight *= ratio;
        }
        return matrix.compressed();
    }

    /** Adds the product of a random vector and itself; its element i is a half. */
    private void addProduct(int i, int nonzeros, double weight) {
        int[] places = new int[nonzeros + 1];
        double[] vector = new double[nonzeros + 1];
        int count = 0;
        int range = Integer.highestOneBit(n - 1) * 2;
        while (count < nonzeros) {
            double value = random.next();
            int place = (int) (range * random.next());
            if (place < n && indexOf(place, places, count) == count) {
                places[count] = place;
                vector[count] = value;
                count++;
            }
        }
        int own = indexOf(i, places, count);
        places[own] = i;
        vector[own] = 0.5;
        count = Math.max(count, own + 1);
        for (int row = 0; row < count; row++) {
            for (int column = 0; column < count; column++) {
                add(places[row], places[column], weight * vector[row] * vector[column]);
            }
        }
    }

    /** The index of a place among the first {@code count} ones; {@code count} if it is not there. */
    private static int indexOf(int place, int[] places, int count) {
        int index = 0;
        while (index < count && places[index] != place) {
            index++;
        }
        return index;
    }

    private void add(int row, int column, double value) {
        int at = counts[row]++;
        if (at == columns[row].length) {
            columns[row] = Arrays.copyOf(columns[row], 2 * at);
            values[row] = Arrays.copyOf(values[row], 2 * at);
        }
        columns[row][at] = column;
        values[row][at] = value;
    }

    private SparseMatrix compressed() {
        int terms = Arrays.stream(counts).sum();
        int[] start = new int[n + 1];
        int[] column = new int[terms];
        double[] value = new double[terms];
        double[] sums = new double[n];
        int end = 0;
        for (int i = 0; i < n; i++) {
            int[] sorted = Arrays.copyOf(columns[i], counts[i]);
            Arrays.sort(sorted);
            for (int k = 0; k < counts[i]; k++) {
                sums[columns[i][k]] += values[i][k];
            }
            for (int c : sorted) {
                if (end == start[i] || column[end - 1] != c) {
                    column[end] = c;
                    value[end] = sums[c];
                    sums[c] = 0;
                    end++;
                }
            }
            start[i + 1] = end;
        }
        return new SparseMatrix(start, Arrays.copyOf(column, end), Arrays.copyOf(value, end));
    }
}
