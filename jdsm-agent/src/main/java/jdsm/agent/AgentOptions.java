package jdsm.agent;

import java.util.TreeMap;

/**
 * The agent's options, written {@code key=value,...}; a key alone means {@code true}.
 *
 * @param verbose whether the agent says on standard error that it is there; also {@code -Djdsm.agent.verbose=true}
 */
record AgentOptions(boolean verbose) {
    private static final String VERBOSE = "verbose";
    private static final String VERBOSE_PROPERTY = "jdsm.agent.verbose";
    private static final String KNOWN = VERBOSE;

    /**
     * Reads options.
     *
     * @param text what stands behind {@code -javaagent:jdsm-agent.jar=}; null: nothing
     * @throws IllegalArgumentException with a message of one line, for an unknown key, a key given twice, a bad value
     */
    static AgentOptions parse(String text) {
        TreeMap<String, String> values = new TreeMap<>();
        if (text != null && !text.isBlank()) {
            for (String option : text.split(",", -1)) {
                int equals = option.indexOf('=');
                String key = (equals < 0 ? option : option.substring(0, equals)).strip();
                String value =
                        equals < 0 ? "true" : option.substring(equals + 1).strip();
                if (!key.equals(VERBOSE)) {
                    throw new IllegalArgumentException("unknown option '" + key + "'; known: " + KNOWN);
                }
                if (values.put(key, value) != null) {
                    throw new IllegalArgumentException("option '" + key + "' is given twice");
                }
            }
        }
        String verbose = values.getOrDefault(VERBOSE, System.getProperty(VERBOSE_PROPERTY, "false"));
        return new AgentOptions(flag(VERBOSE, verbose));
    }

    private static boolean flag(String key, String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException("option '" + key + "' must be true or false, was '" + value + "'");
        };
    }
}
