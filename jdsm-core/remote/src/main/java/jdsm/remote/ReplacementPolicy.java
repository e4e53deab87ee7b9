package jdsm.remote;

import java.util.Arrays;
import java.util.List;

/** The rule that chooses the page that leaves when another one needs its frame. */
public enum ReplacementPolicy {
    /** Frame after frame, whatever its use (DLM, section 3.3). */
    ROUND_ROBIN("round-robin"),
    /** Frame after frame, but a page that was used since the last round stays for another one. */
    CLOCK("clock"),
    /** The page whose second last use is longest ago (O'Neil, O'Neil, Weikum: The LRU-K page replacement algorithm). */
    LRU_K("lru-k");

    private final String label;

    ReplacementPolicy(String label) {
        this.label = label;
    }

    /** Returns the name in options, for instance {@code round-robin}. */
    public String label() {
        return label;
    }

    /** Returns the names of all policies. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(ReplacementPolicy::label).toList();
    }

    /**
     * Returns the policy of a name.
     *
     * @throws IllegalArgumentException if there is none, with the names that there are
     */
    public static ReplacementPolicy labelled(String label) {
        return Arrays.stream(values())
                .filter(policy -> policy.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown policy '" + label + "'; known: " + String.join(", ", labels())));
    }

    Replacement over(Frame[] frames) {
        return switch (this) {
            case ROUND_ROBIN -> new RoundRobin(frames);
            case CLOCK -> new Clock(frames);
            case LRU_K -> new LruK(frames);
        };
    }
}
