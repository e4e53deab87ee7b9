package jdsm.launcher.plan;

/**
 * The main classes of the JVMs of a job.
 *
 * @param rank main class of a JVM that is one rank
 * @param inproc main class of a JVM that holds all ranks
 */
public record MainClasses(String rank, String inproc) {
    /** The main classes of the runtime. */
    public static final MainClasses RUNTIME = new MainClasses("jdsm.node.RankMain", "jdsm.node.InprocMain");
}
