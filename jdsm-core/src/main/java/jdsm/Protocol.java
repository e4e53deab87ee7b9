package jdsm;

import java.util.Arrays;
import java.util.List;

/**
 * How other ranks come to see what a rank has written: the coherence protocol of a job ({@code --consistency}), or of one
 * registered object. A program without data races computes the same under each; they differ in what it costs.
 */
public enum Protocol {
    /**
     * A release, and the beginning of an exclusive hold, invalidate every copy of what was written, and wait for that. Cheap
     * where the same ranks read and write an object for long; false sharing costs most here.
     */
    WRITE_INVALIDATE("write-invalidate"),
    /**
     * A release sends what was written to the owner; an acquire invalidates the copies of what was released before it, and no
     * other. Fewest messages in most programs.
     */
    LAZY_RELEASE("lazy-release"),
    /** A release sends what was written to all copies. For few readers that read every version. */
    WRITE_UPDATE("write-update"),
    /**
     * Begins as lazy release and follows what it sees of each unit's use: copies that {@code update} asks for are invalidated
     * as by write-invalidate, changes are sent to ranks that read every version, and ownership goes to readers that write next.
     */
    AUTO("auto"),
    /**
     * Sequential consistency, for finding out whether a program that goes wrong has data races, and for teaching: all
     * {@link SharedObjectPool#get get} and {@link SharedObjectPool#set set} have one order that all ranks see, without any
     * synchronisation. Otherwise as {@link #WRITE_INVALIDATE}. Slow.
     */
    STRICT("strict");

    private final String label;

    Protocol(String label) {
        this.label = label;
    }

    /** The name that the command line and configuration files use. */
    public String label() {
        return label;
    }

    /** All names, in alphabetical order. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(Protocol::label).sorted().toList();
    }

    /** @throws UsageException if there is none of that name */
    public static Protocol labelled(String label) {
        return Arrays.stream(values())
                .filter(protocol -> protocol.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new UsageException(
                        "unknown consistency '" + label + "'; known: " + String.join(", ", labels())));
    }

    @Override
    public String toString() {
        return label;
    }
}
