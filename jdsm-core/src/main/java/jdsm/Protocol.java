package jdsm;

import java.util.Arrays;
import java.util.List;

/**
 * A coherence protocol: the way in which the writes of one rank become visible on the others. A job has one
 * ({@code --consistency}), and a registered object may have another. A program without data races computes the same
 * result under each; the number of messages and the waiting time differ.
 */
public enum Protocol {
    /**
     * A release, and the begin of an exclusive hold, invalidate the copies of the written unit on all other ranks, and
     * wait for that. Cheap where the same rank reads and writes an object for long; false sharing costs most here.
     */
    WRITE_INVALIDATE("write-invalidate"),
    /**
     * A release sends the changes to the unit's owner; an acquire invalidates only the copies whose newer content was
     * released before it. Fewest messages in most programs.
     */
    LAZY_RELEASE("lazy-release"),
    /**
     * A release sends the changes to all ranks that have a copy. For units with few readers that read every version.
     */
    WRITE_UPDATE("write-update"),
    /**
     * Begins as lazy release and adapts to the use of each unit: copies that a rank gets by {@code update} are
     * invalidated as by write-invalidate, changes are sent to ranks that read every version, and ownership goes to
     * readers that write next.
     */
    AUTO("auto"),
    /**
     * Sequential consistency, for teaching and for the search for data races: all {@link SharedView#get get} and
     * {@link SharedView#set set} of a job have one order that all ranks see, without any synchronisation. All
     * other accesses behave as under {@link #WRITE_INVALIDATE}. Slow.
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

    /**
     * The protocol with a name of {@link #labels}.
     *
     * @throws UsageException if no protocol has that name
     */
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
