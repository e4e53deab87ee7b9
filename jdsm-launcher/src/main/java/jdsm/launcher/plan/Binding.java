package jdsm.launcher.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The processors of a host on which each of its ranks runs: the values of {@code --bind}. */
public enum Binding {
    /** All that the job may use. */
    NONE,
    /** Whole cores of its own. */
    CORE,
    /** A memory node, or several. Ranks share a node where there are more ranks than nodes. */
    NUMA;

    /** The names that users write. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(Binding::label).toList();
    }

    /**
     * The binding of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Binding named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
