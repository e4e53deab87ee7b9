package jdsm.comm.spi;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import jdsm.comm.Comm;

/** A transport, found by {@link java.util.ServiceLoader}. Stateless. */
public interface CommProvider {
    /** The name that configuration and command line use, for instance {@code tcp}. */
    String name();

    /** A Comm of this transport for one rank, not yet started; takes no resource that {@code close} does not free. */
    Comm open(CommSettings settings);

    /** The transport that this one stands for in a job: itself, unless it is a choice among others. */
    default CommProvider chosen(CommSettings settings) {
        return this;
    }

    /**
     * The transport that a launcher names to the ranks of a job on this host: itself, unless it is a choice among others and
     * sees that the one it would choose finds no room here.
     *
     * @param properties of the ranks' JVMs, by name; null: not set
     */
    default CommProvider launchedHere(int ranks, UnaryOperator<String> properties) {
        return this;
    }

    /** Whether so many ranks in JVMs with such properties find on this host what they need. What it says may soon be out of date. */
    default boolean hasRoom(int ranks, UnaryOperator<String> properties) {
        return true;
    }

    /** Removes from this host what ranks have left there that were killed. Does not touch what living ranks use. */
    default void tidyUp() {}

    /** {@link #tidyUp} of all transports. */
    static void tidyUpAll() {
        all().forEach(CommProvider::tidyUp);
    }

    /** The transport of a name, if there is one. Looks no further than to where it is found. */
    static Optional<CommProvider> named(String name) {
        return all().filter(provider -> provider.name().equals(name)).findFirst();
    }

    /** The names of all transports, in order. */
    static List<String> names() {
        return all().map(CommProvider::name).sorted().toList();
    }

    private static Stream<CommProvider> all() {
        return ServiceLoader.load(CommProvider.class, CommProvider.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get);
    }
}
