package jdsm.comm.fabric;

import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;

/**
 * Opens the {@link Fabric} of a rank. {@link java.util.ServiceLoader} finds the providers. Implementations are stateless
 * and thread-safe; no method waits for another rank.
 */
public interface FabricProvider {
    /** Returns the fabric's name in messages, for instance {@code ucx}. */
    String name();

    /**
     * Returns why a job should not use the fabric unless its user asks for that; empty if this host has both the
     * libraries and the hardware that make it faster than sockets.
     */
    Optional<String> unfit();

    /** Returns in one line the libraries and the devices that are found on this host. */
    String found();

    /**
     * Opens the fabric for one rank. {@link Fabric#close} frees all resources taken here.
     *
     * @param delivery runs a task on the delivery thread, behind earlier ones; never on the calling thread
     * @throws jdsm.comm.CommException if that is impossible
     */
    Fabric open(CommSettings settings, Arrivals arrivals, Consumer<Runnable> delivery);

    /** Returns the provider in the libraries of this process, if there is one. */
    static Optional<FabricProvider> installed() {
        return installed(FabricProvider.class.getClassLoader());
    }

    /** Returns the provider that a class loader finds, if there is one. */
    static Optional<FabricProvider> installed(ClassLoader loader) {
        return ServiceLoader.load(FabricProvider.class, loader).findFirst();
    }
}
