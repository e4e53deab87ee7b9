package jdsm.bench;

/** A measured operation. A {@link Key} adds its size, transport or number of ranks. */
enum Subject {
    SOCKET("blocking socket", "us", "bytes"),
    SPINNING_SOCKET("spinning socket", "us", "bytes"),
    MAPPED("mapped memory", "us", "bytes"),
    UCX("bare UCX", "us", "bytes"),
    UCX_GET("bare UCX get", "us", "bytes"),
    UCX_PUT("bare UCX put", "us", "bytes"),
    GET("RemoteMemory get", "us", "bytes"),
    PUT("RemoteMemory put", "us", "bytes"),
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

    /** The unit of the values: microseconds (of one message one way, one turn, one update, one barrier), or a count. */
    String unit() {
        return unit;
    }

    /** The unit of a key's size. */
    String sizeLabel() {
        return sizeLabel;
    }

    /** Whether a value is the time of moving {@code size} bytes from one rank to another. */
    boolean movesBytes() {
        return unit.equals("us") && sizeLabel.equals("bytes");
    }
}
