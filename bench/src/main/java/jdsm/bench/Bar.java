package jdsm.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A bound that JDSM's figures should meet.
 *
 * @param text the bounded quantity
 * @param value the measured value
 * @param atMost whether the bound is an upper one
 */
record Bar(String text, double value, double bound, boolean atMost) {
    private static final int MEDIUM = 128 << 10;
    private static final int LARGE = 1 << 20;
    private static final int WORD = 8;
    private static final String TCP = "tcp";
    private static final String SHM = "shm";
    private static final String UCX = "ucx";

    boolean met() {
        return atMost ? value <= bound : value >= bound;
    }

    /** The bounds for which the figures have values. */
    static List<Bar> of(Figures figures) {
        List<Bar> bars = new ArrayList<>();
        time(figures, Subject.BLOCKING_HANDLER, Subject.SOCKET, 1)
                .ifPresent(ratio ->
                        bars.add(new Bar("1 B: time of blocking Comm handler / blocking socket", ratio, 1.15, true)));
        time(figures, Subject.HANDLER, Subject.SPINNING_SOCKET, 1)
                .ifPresent(ratio -> bars.add(new Bar("1 B: time of Comm handler / spinning socket", ratio, 1.5, true)));
        time(figures, Subject.RECEIVE, Subject.SPINNING_SOCKET, 1)
                .ifPresent(ratio -> bars.add(new Bar("1 B: time of Comm receive / spinning socket", ratio, 1.5, true)));
        // Throughput is the inverse of time.
        time(figures, Subject.SOCKET, Subject.HANDLER, LARGE)
                .ifPresent(ratio ->
                        bars.add(new Bar("1 MB: throughput of Comm handler / blocking socket", ratio, 0.95, false)));
        time(figures, Subject.SOCKET, Subject.RECEIVE, LARGE)
                .ifPresent(ratio ->
                        bars.add(new Bar("1 MB: throughput of Comm receive / blocking socket", ratio, 0.95, false)));
        time(figures, Subject.HANDLER, Subject.POOL, MEDIUM)
                .ifPresent(ratio -> bars.add(new Bar("128 KB: throughput of pool / Comm handler", ratio, 0.8, false)));
        ratio(figures, SHM, Subject.HANDLER, Subject.MAPPED, WORD)
                .ifPresent(
                        ratio -> bars.add(new Bar("shm, 8 B: time of Comm handler / mapped memory", ratio, 3, true)));
        ratio(figures, SHM, Subject.MAPPED, Subject.RECEIVE, LARGE)
                .ifPresent(ratio ->
                        bars.add(new Bar("shm, 1 MB: throughput of Comm receive / mapped memory", ratio, 0.5, false)));
        ratio(figures, SHM, Subject.HANDLER, Subject.POOL, MEDIUM)
                .ifPresent(ratio ->
                        bars.add(new Bar("shm, 128 KB: throughput of pool / Comm handler", ratio, 0.6, false)));
        ratio(figures, UCX, Subject.HANDLER, Subject.UCX, WORD)
                .ifPresent(ratio -> bars.add(new Bar("ucx, 8 B: time of Comm handler / bare UCX", ratio, 1.5, true)));
        ratio(figures, UCX, Subject.UCX, Subject.RECEIVE, LARGE)
                .ifPresent(ratio ->
                        bars.add(new Bar("ucx, 1 MB: throughput of Comm receive / bare UCX", ratio, 0.9, false)));
        for (int size : new int[] {WORD, LARGE}) {
            ratio(figures, UCX, Subject.GET, Subject.UCX_GET, size)
                    .ifPresent(ratio -> bars.add(
                            new Bar(bytes(size) + ": time of RemoteMemory get / bare UCX get", ratio, 1.3, true)));
            ratio(figures, UCX, Subject.PUT, Subject.UCX_PUT, size)
                    .ifPresent(ratio -> bars.add(
                            new Bar(bytes(size) + ": time of RemoteMemory put / bare UCX put", ratio, 1.3, true)));
        }
        figures.quartiles(new Key(Subject.MOVES, TCP, MEDIUM))
                .ifPresent(moves -> bars.add(new Bar("128 KB: ownership moves of a turn", moves.median(), 1.01, true)));
        return bars;
    }

    private static String bytes(int size) {
        return size == WORD ? "8 B" : "1 MB";
    }

    private static Optional<Double> time(Figures figures, Subject subject, Subject by, int bytes) {
        return ratio(figures, TCP, subject, by, bytes);
    }

    private static Optional<Double> ratio(Figures figures, String transport, Subject subject, Subject by, int bytes) {
        return figures.ratio(new Key(subject, transport, bytes), new Key(by, transport, bytes))
                .map(Quartiles::median);
    }
}
