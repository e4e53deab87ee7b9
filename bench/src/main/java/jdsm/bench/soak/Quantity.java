package jdsm.bench.soak;

import java.util.Locale;

/** What may grow. */
enum Quantity {
    /** In use when garbage is collected. */
    HEAP("heap", true, 1 << 20, 2 << 20),
    /** The JVM's data of loaded classes, and of methods that it has come to compile: those grow for long, and ever less. */
    METASPACE("metaspace", true, 4 << 20, 4 << 20),
    CLASSES("loaded classes", false, 200, 1000),
    /** Buffers that the Java library counts. */
    DIRECT("direct memory", true, 1 << 20, 8 << 20),
    /** Buffers that Netty counts; it takes chunks of 4 MiB. */
    NETTY("Netty's memory", true, 8 << 20),
    MAPPED("mapped memory", true, 1 << 20, 16 << 20),
    THREADS("threads", false, 2),
    DESCRIPTORS("descriptors", false, 2),
    /** What the system has given to the process: with it come the compilers' memory and what the collector keeps. */
    RESIDENT("resident set", true, Long.MAX_VALUE),
    SHARED_FILES("shared-memory files", false, 2),
    SHARED_BYTES("shared-memory bytes", true, 1 << 20),
    TEMPORARY_FILES("temporary files", false, 2),
    PROCESSES("processes", false, 0);

    private static final double MEBIBYTE = 1 << 20;

    private final String label;
    private final boolean bytes;
    private final long tolerance;
    private final long ofAJob;

    Quantity(String label, boolean bytes, long tolerance) {
        this(label, bytes, tolerance, 0);
    }

    Quantity(String label, boolean bytes, long tolerance, long ofAJob) {
        this.label = label;
        this.bytes = bytes;
        this.tolerance = tolerance;
        this.ofAJob = ofAJob;
    }

    String label() {
        return label;
    }

    String unit() {
        return bytes ? "bytes" : "count";
    }

    /** Whether it is judged, and not only told. */
    boolean isJudged() {
        return tolerance < Long.MAX_VALUE;
    }

    /** By how much it may be more in the end, in its unit. */
    long tolerance() {
        return tolerance;
    }

    /**
     * What a JVM that runs jobs may keep of the last ones, in its unit: before Java 19 the Java library has the last type that each
     * of its own method handles was adapted to (JDK-8078641), for instance to compare the fields of records, and by that all of
     * a job.
     */
    long ofAJob() {
        return ofAJob;
    }

    /** A value, for people. */
    String format(double value) {
        return bytes
                ? String.format(Locale.ROOT, "%.2f MiB", value / MEBIBYTE)
                : String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.1f", value);
    }
}
