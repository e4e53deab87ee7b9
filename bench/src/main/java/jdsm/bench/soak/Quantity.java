package jdsm.bench.soak;

import java.util.Locale;

/** A measured quantity that may grow. */
enum Quantity {
    /** Heap in use after a garbage collection. */
    HEAP("heap", true, 1 << 20, 2 << 20),
    /** The JVM's data of loaded classes and compiled methods, which grow for long, at a decreasing rate. */
    METASPACE("metaspace", true, 4 << 20, 4 << 20),
    CLASSES("loaded classes", false, 200, 1000),
    /** Buffers counted by the Java library. */
    DIRECT("direct memory", true, 1 << 20, 8 << 20),
    /** Buffers counted by Netty, which allocates chunks of 4 MiB. */
    NETTY("Netty's memory", true, 8 << 20),
    MAPPED("mapped memory", true, 1 << 20, 16 << 20),
    THREADS("threads", false, 2),
    DESCRIPTORS("descriptors", false, 2),
    /** Memory that the system has given to the process, including the compilers' memory and the collector's reserve. */
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

    /** Whether the rule judges this quantity; the others are only reported. */
    boolean isJudged() {
        return tolerance < Long.MAX_VALUE;
    }

    /** Allowed increase by the end, in this quantity's unit. */
    long tolerance() {
        return tolerance;
    }

    /**
     * The share of earlier jobs that a JVM may retain, in this quantity's unit. Before Java 19, each method handle of
     * the Java library retains the last type to which it was adapted (JDK-8078641), for instance by a comparison of
     * records, and with it a whole job.
     */
    long ofAJob() {
        return ofAJob;
    }

    /** Formats a value for the report. */
    String format(double value) {
        return bytes
                ? String.format(Locale.ROOT, "%.2f MiB", value / MEBIBYTE)
                : String.format(Locale.ROOT, value == Math.rint(value) ? "%.0f" : "%.1f", value);
    }
}
