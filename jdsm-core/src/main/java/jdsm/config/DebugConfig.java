package jdsm.config;

import java.util.OptionalInt;

/**
 * The ranks of a job that open a port for a debugger.
 *
 * @param rank the only such rank; empty for all ranks
 * @param suspend whether these ranks wait for a debugger before they start
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
            // the exception below reports it
        }
        throw new JdsmConfigException(setting.origin() + " must be a rank from 0 to " + (ranks - 1)
                + " or all, and may end in ,suspend: was '" + setting.text() + "'");
    }

    /** Whether a debugger may attach to a rank. */
    public boolean covers(int which) {
        return rank.isEmpty() || rank.getAsInt() == which;
    }

    /** The value in the notation of {@code --debug}. */
    public String text() {
        return (rank.isPresent() ? Integer.toString(rank.getAsInt()) : ALL) + (suspend ? SUSPEND : "");
    }
}
