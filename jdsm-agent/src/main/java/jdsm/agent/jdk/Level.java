package jdsm.agent.jdk;

/** What else runs while a method runs. */
public enum Level {
    /** It passes no synchronisation, and calls no method of the application, whatever it is given. */
    QUIET("quiet"),
    /** It passes no synchronisation itself, and calls methods of the objects that it is given, no others. */
    GIVEN("given"),
    /** It passes synchronisations, and calls no method of the application. */
    SYNCHRONIZES("sync"),
    /** It may do both. */
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
