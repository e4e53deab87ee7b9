package jdsm.examples;

/**
 * A periodic cube of cells with the operators of the NAS benchmark MG (Bailey et al., RNR-94-007, section 2.2.2). On
 * each side there is one more plane, a copy of the last one on the other side. Each method works on the planes
 * {@code from} to {@code to - 1} of those from 1 to n.
 */
class Grid {
    private int n;
    private double[][][] cells;

    Grid(int n) {
        this.n = n;
        cells = new double[n + 2][n + 2][n + 2];
    }

    int size() {
        return n;
    }

    /** Sets one cell; its place counts from 0. */
    void set(int x, int y, int z, double value) {
        cells[z + 1][y + 1][x + 1] = value;
    }

    void clear(int from, int to) {
        for (int z = from; z < to; z++) {
            for (int y = 0; y < n + 2; y++) {
                for (int x = 0; x < n + 2; x++) {
                    cells[z][y][x] = 0;
                }
            }
        }
    }

    /** Makes the cells around these planes copies of those on the other side. */
    void wrap(int from, int to) {
        for (int z = from; z < to; z++) {
            for (int y = 1; y <= n; y++) {
                cells[z][y][0] = cells[z][y][n];
                cells[z][y][n + 1] = cells[z][y][1];
            }
            for (int x = 0; x < n + 2; x++) {
                cells[z][0][x] = cells[z][n][x];
                cells[z][n + 1][x] = cells[z][1][x];
            }
            if (z == 1) {
                copyPlane(1, n + 1);
            }
            if (z == n) {
                copyPlane(n, 0);
            }
        }
    }

    private void copyPlane(int source, int target) {
        for (int y = 0; y < n + 2; y++) {
            System.arraycopy(cells[source][y], 0, cells[target][y], 0, n + 2);
        }
    }

    /**
     * Adds up the cells around the cells of a line: the four beside each, and the four across an edge.
     */
    private void addUp(int z, int y, double[] beside, double[] across) {
        for (int x = 0; x < n + 2; x++) {
            beside[x] = cells[z][y - 1][x] + cells[z][y + 1][x] + cells[z - 1][y][x] + cells[z + 1][y][x];
            across[x] =
                    cells[z - 1][y - 1][x] + cells[z - 1][y + 1][x] + cells[z + 1][y - 1][x] + cells[z + 1][y + 1][x];
        }
    }

    /** Sets the cells to the residual v - A u, where A is the discrete Laplace operator. */
    void residual(Grid u, Grid v, int from, int to) {
        double[] beside = new double[n + 2];
        double[] across = new double[n + 2];
        for (int z = from; z < to; z++) {
            for (int y = 1; y <= n; y++) {
                u.addUp(z, y, beside, across);
                for (int x = 1; x <= n; x++) {
                    cells[z][y][x] = v.cells[z][y][x]
                            + 8.0 / 3 * u.cells[z][y][x]
                            - 1.0 / 6 * (across[x] + beside[x - 1] + beside[x + 1])
                            - 1.0 / 12 * (across[x - 1] + across[x + 1]);
                }
            }
        }
    }

    /** Adds C r, the correction that the smoother C makes of a residual r. */
    void smooth(Grid r, int from, int to) {
        double[] beside = new double[n + 2];
        double[] across = new double[n + 2];
        for (int z = from; z < to; z++) {
            for (int y = 1; y <= n; y++) {
                r.addUp(z, y, beside, across);
                for (int x = 1; x <= n; x++) {
                    cells[z][y][x] += -3.0 / 8 * r.cells[z][y][x]
                            + 1.0 / 32 * (r.cells[z][y][x - 1] + r.cells[z][y][x + 1] + beside[x])
                            - 1.0 / 64 * (across[x] + beside[x - 1] + beside[x + 1]);
                }
            }
        }
    }

    /** Sets the cells to a finer grid's projection: weighted means of its cells. */
    void project(Grid fine, int from, int to) {
        double[] beside = new double[fine.n + 2];
        double[] across = new double[fine.n + 2];
        for (int z = from; z < to; z++) {
            for (int y = 1; y <= n; y++) {
                fine.addUp(2 * z, 2 * y, beside, across);
                double[] line = fine.cells[2 * z][2 * y];
                for (int x = 1; x <= n; x++) {
                    int i = 2 * x;
                    cells[z][y][x] = 0.5 * line[i]
                            + 0.25 * (line[i - 1] + line[i + 1] + beside[i])
                            + 0.125 * (beside[i - 1] + beside[i + 1] + across[i])
                            + 0.0625 * (across[i - 1] + across[i + 1]);
                }
            }
        }
    }

    /** Adds a coarser grid's interpolation: cells between two, four or eight of its cells get their mean. */
    void interpolate(Grid coarse, int from, int to) {
        for (int z = from; z < to; z++) {
            double[][] below = coarse.cells[z / 2];
            double[][] above = coarse.cells[(z + 1) / 2];
            for (int y = 1; y <= n; y++) {
                for (int x = 1; x <= n; x++) {
                    double left = below[y / 2][x / 2]
                            + below[(y + 1) / 2][x / 2]
                            + above[y / 2][x / 2]
                            + above[(y + 1) / 2][x / 2];
                    double right = below[y / 2][(x + 1) / 2]
                            + below[(y + 1) / 2][(x + 1) / 2]
                            + above[y / 2][(x + 1) / 2]
                            + above[(y + 1) / 2][(x + 1) / 2];
                    cells[z][y][x] += (left + right) / 8;
                }
            }
        }
    }

    /** The sum of the cells' squares. */
    double squares(int from, int to) {
        double sum = 0;
        for (int z = from; z < to; z++) {
            for (int y = 1; y <= n; y++) {
                for (int x = 1; x <= n; x++) {
                    sum += cells[z][y][x] * cells[z][y][x];
                }
            }
        }
        return sum;
    }
}
