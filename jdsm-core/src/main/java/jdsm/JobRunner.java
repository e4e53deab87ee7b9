package jdsm;

/** Runs a program as a rank of a job; the runtime provides it through {@link java.util.ServiceLoader}. */
public interface JobRunner {
    /**
     * Runs the program as the rank that the environment says, a job of one rank where it says nothing.
     *
     * @return the exit status that the process should end with
     */
    int run(String className, String[] args);
}
