package jdsm.spi;

/**
 * Runs a program as a rank of a job. {@link jdsm.SPMD#main} finds the runtime's implementation through
 * {@link java.util.ServiceLoader}.
 */
public interface JobRunner {
    /**
     * Runs the class named in the command line of {@code java}, as the rank that the environment describes; without
     * such variables, as a job of one rank. Blocks until the rank has ended.
     *
     * @param args the program's arguments
     * @return the exit status for the process
     */
    int run(String[] args);
}
