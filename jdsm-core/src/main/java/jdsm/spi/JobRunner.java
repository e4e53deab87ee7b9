package jdsm.spi;

/**
 * Runs a program as a rank of a job. {@link jdsm.SPMD#main} finds the runtime's implementation through
 * {@link java.util.ServiceLoader}.
 */
public interface JobRunner {
    /**
     * Runs the class that was named to {@code java}, as the rank that the environment describes, or as a job of one
     * rank where the environment describes none. Blocks until the rank has ended.
     *
     * @param args the program's arguments
     * @return the exit status for the process
     */
    int run(String[] args);
}
