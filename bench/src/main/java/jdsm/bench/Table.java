package jdsm.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Formats figures as text: medians with quartiles, and ratios as medians of rounds. */
final class Table {
    private static final int WIDTH = 22;
    private static final int NARROW = 10;

    private final Figures figures;
    private final StringBuilder text = new StringBuilder();

    private Table(Figures figures) {
        this.figures = figures;
    }

    static String of(Map<String, Object> environment, Figures figures) {
        Table table = new Table(figures);
        environment.forEach((name, value) -> table.line(String.format("%-12s %s", name, value)));
        for (String transport : new String[] {"tcp", "shm", "ucx", "inproc"}) {
            table.times(transport);
            table.throughputs(transport);
        }
        table.list(Subject.SPINNING_SOCKET, "Sockets that spin, microseconds one way");
        table.list(Subject.BLOCKING_HANDLER, "Comm handler that does not spin, microseconds one way");
        table.accesses();
        table.list(Subject.UPDATE, "Update of an invalid object, one after the other, microseconds");
        table.list(Subject.BARRIER, "Barrier, microseconds");
        table.list(Subject.MOVES, "Program PingPong: moves of ownership a turn");
        table.bars();
        return table.text.toString();
    }

    private void line(String line) {
        text.append(line.stripTrailing()).append('\n');
    }

    private void times(String transport) {
        int[] sizes = pingPongSizes(transport);
        if (sizes.length == 0) {
            return;
        }
        line("");
        line("Ping-pong over " + transport + ": microseconds one way, median (quartiles); ratios of time");
        Subject yardstick = yardstick(transport);
        line(columns("bytes", yardstick.label(), Subject.HANDLER.label(), Subject.RECEIVE.label(), "pool turn")
                + narrow("handler/y", "receive/y", "pool/h"));
        for (int size : sizes) {
            line(columns(
                            Integer.toString(size),
                            quartiles(new Key(yardstick, transport, size)),
                            quartiles(new Key(Subject.HANDLER, transport, size)),
                            quartiles(new Key(Subject.RECEIVE, transport, size)),
                            quartiles(new Key(Subject.POOL, transport, size)))
                    + narrow(
                            ratio(Subject.HANDLER, yardstick, transport, size),
                            ratio(Subject.RECEIVE, yardstick, transport, size),
                            ratio(Subject.POOL, Subject.HANDLER, transport, size)));
        }
    }

    private void throughputs(String transport) {
        int[] sizes = pingPongSizes(transport);
        if (sizes.length == 0) {
            return;
        }
        line("");
        line("Ping-pong over " + transport + ": MB/s one way (10^6 bytes a second); ratio of throughput pool/Comm");
        Subject yardstick = yardstick(transport);
        line(columns("bytes", yardstick.label(), Subject.HANDLER.label(), Subject.RECEIVE.label(), "pool turn")
                + narrow("pool/h", "pool/r"));
        for (int size : sizes) {
            line(columns(
                            Integer.toString(size),
                            throughput(new Key(yardstick, transport, size)),
                            throughput(new Key(Subject.HANDLER, transport, size)),
                            throughput(new Key(Subject.RECEIVE, transport, size)),
                            throughput(new Key(Subject.POOL, transport, size)))
                    + narrow(
                            ratio(Subject.HANDLER, Subject.POOL, transport, size),
                            ratio(Subject.RECEIVE, Subject.POOL, transport, size)));
        }
    }

    /** The subject with which a transport's messages are compared. */
    private static Subject yardstick(String transport) {
        return switch (transport) {
            case "shm" -> Subject.MAPPED;
            case "ucx" -> Subject.UCX;
            default -> Subject.SOCKET;
        };
    }

    private int[] pingPongSizes(String transport) {
        return figures.sizes(transport, yardstick(transport), Subject.HANDLER, Subject.RECEIVE, Subject.POOL);
    }

    /** Gets and puts of remote memory, beside those of UCX alone. */
    private void accesses() {
        int[] sizes = figures.sizes("ucx", Subject.GET, Subject.PUT);
        if (sizes.length == 0) {
            return;
        }
        line("");
        line("Remote memory over ucx: microseconds, median (quartiles); ratios of time");
        line(columns(
                        "bytes",
                        Subject.UCX_GET.label(),
                        Subject.GET.label(),
                        Subject.UCX_PUT.label(),
                        Subject.PUT.label())
                + narrow("get/bare", "put/bare"));
        for (int size : sizes) {
            line(columns(
                            Integer.toString(size),
                            quartiles(new Key(Subject.UCX_GET, "ucx", size)),
                            quartiles(new Key(Subject.GET, "ucx", size)),
                            quartiles(new Key(Subject.UCX_PUT, "ucx", size)),
                            quartiles(new Key(Subject.PUT, "ucx", size)))
                    + narrow(
                            ratio(Subject.GET, Subject.UCX_GET, "ucx", size),
                            ratio(Subject.PUT, Subject.UCX_PUT, "ucx", size)));
        }
    }

    private void list(Subject subject, String title) {
        if (figures.keys().stream().noneMatch(key -> key.subject() == subject)) {
            return;
        }
        line("");
        line(title);
        figures.keys().stream()
                .filter(key -> key.subject() == subject)
                .forEach(key -> line(String.format(
                        "%8s %9d %s   %s",
                        key.transport(), key.size(), key.subject().sizeLabel(), quartiles(key))));
    }

    private void bars() {
        line("");
        for (Bar bar : Bar.of(figures)) {
            line(String.format(
                    Locale.ROOT,
                    "%-7s %-52s %6.2f  (%s %.2f)",
                    bar.met() ? "met" : "NOT MET",
                    bar.text(),
                    bar.value(),
                    bar.atMost() ? "at most" : "at least",
                    bar.bound()));
        }
    }

    private static String columns(String first, String... others) {
        StringBuilder line = new StringBuilder(String.format("%8s", first));
        Arrays.stream(others).forEach(other -> line.append(String.format(" %" + WIDTH + "s", other)));
        return line.toString();
    }

    private static String narrow(String... cells) {
        StringBuilder line = new StringBuilder();
        Arrays.stream(cells).forEach(cell -> line.append(String.format(" %" + NARROW + "s", cell)));
        return line.toString();
    }

    private String quartiles(Key key) {
        return figures.quartiles(key)
                .map(q -> number(q.median()) + " (" + number(q.first()) + "-" + number(q.third()) + ")")
                .orElse("");
    }

    private String throughput(Key key) {
        return figures.quartiles(key).map(q -> number(key.size() / q.median())).orElse("");
    }

    private String ratio(Subject subject, Subject by, String transport, int size) {
        Optional<Quartiles> ratio = figures.ratio(new Key(subject, transport, size), new Key(by, transport, size));
        return ratio.map(q -> String.format(Locale.ROOT, "%.2f", q.median())).orElse("");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 1000 ? "%.1f" : "%.0f", value);
    }
}
