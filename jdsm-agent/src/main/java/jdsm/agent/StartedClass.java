package jdsm.agent;

import java.util.Set;

/** The class that the JVM was started with. */
final class StartedClass {
    /** HotSpot's, and OpenJ9's: the main class, or a jar, and its arguments. */
    private static final String COMMAND = "sun.java.command";

    /** They run the class that their first argument names. */
    private static final Set<String> RUNNERS = Set.of("jdsm.node.RankMain", "jdsm.node.InprocMain");

    private StartedClass() {}

    /** Its internal name, or null if that is not known. */
    static String name() {
        String[] words = System.getProperty(COMMAND, "").split(" ");
        int place = RUNNERS.contains(words[0]) ? 1 : 0;
        return place < words.length && !words[place].isEmpty() ? words[place].replace('.', '/') : null;
    }
}
