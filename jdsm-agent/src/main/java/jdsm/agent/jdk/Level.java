package jdsm.agent.jdk;

/** The other code that may run before a method returns: synchronisations, and methods of the application. */
public enum Level {
    /** The method passes no synchronisation and calls no method of the application, for any arguments. */
    QUIET("quiet"),
    /** The method passes no synchronisation itself, and calls methods of its arguments only. */
    GIVEN("given"),
    /** The method passes synchronisations, and calls no method of the application. */
    SYNCHRONIZES("sync"),
    /** The method may pass synchronisations and call methods of the application. */
    ANYTHING("any");

    private final String word;

    Level(String word) {
        this.word = word;
    }

    /** The level of a word of the table, or null. */
    static Level of(String word) {
        for (Level level : values()) {
            if (level.word.equals(word)) {
                return level;
            }
        }
        return null;
    }
}
