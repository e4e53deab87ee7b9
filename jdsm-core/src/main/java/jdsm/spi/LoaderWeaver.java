package jdsm.spi;

import java.util.Map;

/**
 * Weaves the classes of ranks that are threads of a JVM without an agent. The agent's jar has the implementation, which
 * {@link java.util.ServiceLoader} finds. Thread-safe.
 */
public interface LoaderWeaver {
    /**
     * Weaves a class, if it is one of the application.
     *
     * @param files finds the class files of the program
     * @param name the name of the class, with dots
     * @param options the options of the agent, {@code key=value,...}, maybe none; it has no cache here
     * @param ranks the number of ranks of the job; code for one rank has no checks
     * @return the class files to define in place of this one, by name with dots, in their order
     * @throws IllegalArgumentException if the class is refused; the message has a line for each reason. Also for a wrong option
     */
    Map<String, byte[]> weave(ClassLoader files, String name, byte[] classFile, String options, int ranks);
}
