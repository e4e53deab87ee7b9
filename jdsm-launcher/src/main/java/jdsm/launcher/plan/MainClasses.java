package jdsm.launcher.plan;

/**
 * Where the JVMs of a job begin.
 *
 * @param rank main class of a JVM that is one rank
 * @param inproc main class of a JVM that holds all ranks
 */
public record MainClasses(String rank, String inproc) {
    /** The runtime's. */
    public static final MainClasses RUNTIME = new MainClasses("jdsm.node.RankMain", "jdsm.node.InprocMain");
}
