package jdsm.agent;

import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.comm.bootstrap.JobVariables;

/**
 * Detects a JVM that the environment makes a rank of a job and whose main class does not become that rank. The main
 * class is no SPMD class, or its own {@code main} does not call {@code SPMD.main}. Undetected, the program would run as
 * a job of one rank.
 */
final class StrayRank {
    /** The package of the main classes that run ranks. */
    private static final String RUNTIME = "jdsm.node.";

    private StrayRank() {}

    /**
     * Refuses a main class that cannot become the rank that the environment names.
     *
     * @param mainClass null if it is not known
     * @param isProgram whether a class extends {@code jdsm.SPMD} or does not exist
     * @return one line, or null if the main class is allowed
     */
    static String complaint(Map<String, String> environment, String mainClass, Predicate<String> isProgram) {
        if (!mayStray(environment, mainClass) || isProgram.test(mainClass)) {
            return null;
        }
        return "the environment makes this JVM a rank of a job (" + said(environment) + "), but its main class "
                + mainClass + " does not extend jdsm.SPMD and would run alone: start a class that extends it, or unset "
                + JobVariables.RANK + " and " + JobVariables.RANKS;
    }

    /** Reports, in one line, a JVM that ends without having become the rank that the environment names. */
    static String farewell(Map<String, String> environment, String mainClass) {
        return "the environment makes this JVM a rank of a job (" + said(environment) + "), but the JVM ends without"
                + " having run as that rank: the main method of " + mainClass + " has not called SPMD.main";
    }

    /**
     * Whether the environment makes this JVM a rank and its main class is not one of JDSM's own, which become the rank.
     */
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
