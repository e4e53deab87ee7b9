package jdsm.agent;

import java.util.Set;

/** Finds the program that the user started, in the JVM's command line. */
final class StartedClass {
    /** The system property of HotSpot and OpenJ9 that contains the main class, or a jar, and the arguments. */
    private static final String COMMAND = "sun.java.command";

    /** Main classes of JDSM, which run the class that their first argument names. */
    private static final Set<String> RUNNERS = Set.of("jdsm.node.RankMain", "jdsm.node.InprocMain");

    private StartedClass() {}

    /** The internal name of the started class, or null if it is not known. */
    static String name() {
        String[] words = System.getProperty(COMMAND, "").split(" ");
        int place = RUNNERS.contains(words[0]) ? 1 : 0;
        return place < words.length && !words[place].isEmpty() ? words[place].replace('.', '/') : null;
    }
}
