package jdsm.bench;

/** What is measured; for which sizes, transports or numbers of ranks, a {@link Key} says. */
enum Subject {
    SOCKET("blocking socket", "us", "bytes"),
    SPINNING_SOCKET("spinning socket", "us", "bytes"),
    MAPPED("mapped memory", "us", "bytes"),
    HANDLER("Comm handler", "us", "bytes"),
    BLOCKING_HANDLER("blocking Comm handler", "us", "bytes"),
    RECEIVE("Comm receive", "us", "bytes"),
    POOL("pool", "us", "bytes"),
    UPDATE("pool update", "us", "bytes"),
    BARRIER("barrier", "us", "ranks"),
    MOVES("ownership moves of a turn", "moves", "bytes");

    private final String label;
    private final String unit;
    private final String sizeLabel;

    Subject(String label, String unit, String sizeLabel) {
        this.label = label;
        this.unit = unit;
        this.sizeLabel = sizeLabel;
    }

    String label() {
        return label;
    }

    /** What its values are: microseconds (of one message one way, one turn, one update, one barrier), or a count. */
    String unit() {
        return unit;
    }

    /** What a key's size counts. */
    String sizeLabel() {
        return sizeLabel;
    }

    /** Whether a value is the time that {@code size} bytes took from one rank to another. */
    boolean movesBytes() {
        return unit.equals("us") && sizeLabel.equals("bytes");
    }
}
