package jdsm.spi;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Runs programs. {@link jdsm.SPMD#main} and {@code jdsm.Jdsm} find the runtime's implementation through
 * {@link java.util.ServiceLoader}.
 */
public interface JobRunner {
    /**
     * Runs the class named in the command line of {@code java}, as the rank that the environment describes; without
     * such variables, as a job of one rank. Blocks until the rank has ended.
     *
     * @param args the program's arguments
     * @return the exit status for the process
     * @throws IllegalStateException if that class is no program, or if a program runs already in this JVM
     */
    int run(String[] args);

    /**
     * A job of ranks that are threads of this JVM.
     *
     * @param program the SPMD class
     * @param settings settings by their variables
     * @param weaves whether classes are to be woven
     * @param timeout the time limit of the job, or null
     */
    record Job(
            Class<?> program,
            int ranks,
            Map<String, String> settings,
            boolean weaves,
            Duration timeout,
            List<String> args) {}

    /**
     * The end of a job.
     *
     * @param status the exit status that its process would have
     * @param reported the lines that the program reported, in the order of their arrival
     * @param said the lines of JDSM's own reports
     * @param failure the reason for which the job failed; null if it did not
     * @param usage whether the job could not be run as it was asked for
     * @param rank the rank that failed first, or -1
     * @param cause the error of that rank, with classes of the caller's class loader only; or null
     */
    record Ended(
            int status,
            List<String> reported,
            List<String> said,
            String failure,
            boolean usage,
            int rank,
            Throwable cause) {}

    /**
     * Runs a job. Blocks until it has ended. An interrupt of the calling thread fails the job.
     *
     * @throws IllegalArgumentException if the job cannot be run as it is asked for
     */
    Ended run(Job job);
}
