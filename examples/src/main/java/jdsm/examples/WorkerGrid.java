package jdsm.examples;

/** Deals the blocks of a matrix out to a two-dimensional grid of workers, as square as their number allows. */
final class WorkerGrid {
    private final int rows;
    private final int columns;
    private final int row;
    private final int column;

    WorkerGrid(int workers, int me) {
        int side = (int) Math.sqrt(workers);
        while (workers % side != 0) {
            side--;
        }
        rows = side;
        columns = workers / side;
        row = me / columns;
        column = me % columns;
    }

    boolean isMyRow(int i) {
        return i % rows == row;
    }

    boolean isMyColumn(int j) {
        return j % columns == column;
    }

    boolean isMine(int i, int j) {
        return isMyRow(i) && isMyColumn(j);
    }
}
