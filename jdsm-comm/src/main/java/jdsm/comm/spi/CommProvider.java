package jdsm.comm.spi;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import jdsm.comm.Comm;

/**
 * Opens the {@link Comm} of one transport. {@link java.util.ServiceLoader} finds the providers. Implementations are
 * stateless and thread-safe; no method waits for another rank.
 */
public interface CommProvider {
    /** Returns the transport's name in configuration and on the command line, for instance {@code tcp}. */
    String name();

    /**
     * Opens a Comm of this transport for one rank, not yet started. {@link Comm#close} frees all resources taken here.
     */
    Comm open(CommSettings settings);

    /**
     * Returns the transport that carries the messages of a job with these settings: this one, unless it chooses among
     * others.
     */
    default CommProvider chosen(CommSettings settings) {
        return this;
    }

    /**
     * Returns the name of the transport that a started Comm of this provider uses: this one's, unless the ranks agree on
     * another when they meet.
     */
    default String nameOf(Comm comm) {
        return name();
    }

    /** Returns why the ranks of a started Comm have not agreed on a faster transport, one line; empty: nothing to tell. */
    default Optional<String> remark(Comm comm) {
        return Optional.empty();
    }

    /** Whether all ranks exchange content by a memory that they share. */
    default boolean hasOneMemory() {
        return false;
    }

    /** Whether connections of this transport, or of one that it chooses, are encrypted where they leave the host. */
    default boolean encrypts() {
        return false;
    }

    /**
     * Returns the transport that a launcher names to the ranks of a job on this host: this one, unless it chooses among
     * others and the first choice finds no room on this host.
     *
     * @param ranks the number of ranks on this host
     * @param properties returns the value of a system property of the ranks' JVMs, null where it is not set
     */
    default CommProvider launchedHere(int ranks, UnaryOperator<String> properties) {
        return this;
    }

    /**
     * Whether this host has room for the shared resources of a number of ranks at present. Another process may take the
     * room before the ranks start.
     *
     * @param properties returns the value of a system property of the ranks' JVMs, null where it is not set
     */
    default boolean hasRoom(int ranks, UnaryOperator<String> properties) {
        return true;
    }

    /** Removes from this host the files of killed ranks. Does not touch files of living ranks. */
    default void tidyUp() {}

    /** Calls {@link #tidyUp} of all transports. */
    static void tidyUpAll() {
        all().forEach(CommProvider::tidyUp);
    }

    /** Returns the transport with a name, if there is one. Providers behind it in the service list are not loaded. */
    static Optional<CommProvider> named(String name) {
        return all().filter(provider -> provider.name().equals(name)).findFirst();
    }

    /** Returns the names of all transports in alphabetical order. */
    static List<String> names() {
        return all().map(CommProvider::name).sorted().toList();
    }

    private static Stream<CommProvider> all() {
        return ServiceLoader.load(CommProvider.class, CommProvider.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get);
    }
}
