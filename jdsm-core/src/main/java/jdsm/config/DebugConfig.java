package jdsm.config;

import java.util.OptionalInt;

/**
 * Which ranks of a job open a port for a debugger.
 *
 * @param rank the only one; empty: all
 * @param suspend whether they wait for a debugger before they do anything
 */
public record DebugConfig(OptionalInt rank, boolean suspend) {
    private static final String ALL = "all";
    private static final String SUSPEND = ",suspend";

    static DebugConfig of(JdsmConfigSetting setting, int ranks) {
        String text = setting.text().strip();
        boolean suspend = text.endsWith(SUSPEND);
        String which = suspend ? text.substring(0, text.length() - SUSPEND.length()) : text;
        if (which.equals(ALL)) {
            return new DebugConfig(OptionalInt.empty(), suspend);
        }
        try {
            int rank = Integer.parseInt(which);
            if (rank >= 0 && rank < ranks) {
                return new DebugConfig(OptionalInt.of(rank), suspend);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new JdsmConfigException(setting.origin() + " must be a rank from 0 to " + (ranks - 1)
                + " or all, and may end in ,suspend: was '" + setting.text() + "'");
    }

    /** Whether a debugger may attach to a rank. */
    public boolean covers(int which) {
        return rank.isEmpty() || rank.getAsInt() == which;
    }

    /** As it is written behind {@code --debug}. */
    public String text() {
        return (rank.isPresent() ? Integer.toString(rank.getAsInt()) : ALL) + (suspend ? SUSPEND : "");
    }
}
