package jdsm.agent;

import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.comm.bootstrap.JobVariables;

/**
 * A JVM that the environment makes a rank of several, and whose main class is no program, or one whose own {@code main} does
 * not become that rank: it would run alone, as if there were one rank, and nobody would say so.
 */
final class StrayRank {
    /** What runs ranks. */
    private static final String RUNTIME = "jdsm.node.";

    private StrayRank() {}

    /**
     * Says what is wrong.
     *
     * @param mainClass null: not known
     * @param isProgram whether a class is there that extends {@code jdsm.SPMD}, or is not there at all
     * @return one line, or null where nothing is wrong
     */
    static String complaint(Map<String, String> environment, String mainClass, Predicate<String> isProgram) {
        if (!mayStray(environment, mainClass) || isProgram.test(mainClass)) {
            return null;
        }
        return "the environment makes this JVM a rank of a job (" + said(environment) + "), but its main class "
                + mainClass + " does not extend jdsm.SPMD and would run alone: start a program of JDSM's, or unset "
                + JobVariables.RANK + " and " + JobVariables.RANKS;
    }

    /** Says in one line what went wrong in a JVM that may stray, and ends without having been the rank that it was to be. */
    static String farewell(Map<String, String> environment, String mainClass) {
        return "the environment makes this JVM a rank of a job (" + said(environment) + "), but it ends without having"
                + " been one: the main method of " + mainClass + " has not called SPMD.main";
    }

    /** Whether the environment makes this JVM a rank of several, and its main class may do otherwise. */
    static boolean mayStray(Map<String, String> environment, String mainClass) {
        String rank = environment.getOrDefault(JobVariables.RANK, "");
        String ranks = environment.getOrDefault(JobVariables.RANKS, "");
        boolean alone = rank.isEmpty() && (ranks.isEmpty() || ranks.equals("1"));
        return !alone && mainClass != null && !mainClass.startsWith(RUNTIME);
    }

    private static String said(Map<String, String> environment) {
        return Stream.of(JobVariables.RANK, JobVariables.RANKS)
                .filter(name -> !environment.getOrDefault(name, "").isEmpty())
                .map(name -> name + "=" + environment.get(name))
                .collect(Collectors.joining(" "));
    }
}
