package jdsm.agent;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import jdsm.agent.cache.Turn;
import jdsm.agent.cache.WovenCache;

/**
 * The transformer's view of the cache of woven classes. The cache serves the system class loader alone, whose class
 * path is known. It ends when the program generates a class: the weaving of other classes may depend on that class.
 * Thread-safe.
 */
final class KeptClasses {
    private final AgentOptions options;
    private boolean opened;
    private WovenCache cache;

    KeptClasses(AgentOptions options) {
        this.options = options;
    }

    /** The woven class that an earlier JVM made of a class file, or null. */
    byte[] find(ClassLoader loader, String name, byte[] classFile) {
        WovenCache open = open(loader);
        return open == null ? null : open.find(name, classFile);
    }

    /** Keeps a woven class for later JVMs. */
    void keep(ClassLoader loader, String name, byte[] classFile, byte[] woven) {
        WovenCache open = open(loader);
        if (open != null) {
            open.keep(name, classFile, woven);
        }
    }

    /**
     * Blocks until no other process weaves this class; see {@link WovenCache#turn}. For {@link Turn#NONE} the class need
     * not be looked for again.
     */
    Turn turn(ClassLoader loader, String name) {
        WovenCache open = open(loader);
        return open == null ? Turn.NONE : open.turn(name);
    }

    /** Closes the cache: from now on it neither keeps nor finds a class. */
    synchronized void end() {
        opened = true;
        cache = null;
    }

    private synchronized WovenCache open(ClassLoader loader) {
        if (loader != ClassLoader.getSystemClassLoader()) {
            return null;
        }
        if (!opened) {
            opened = true;
            Path root = options.cacheRoot();
            Path agent = agent();
            cache = root == null || agent == null
                    ? null
                    : WovenCache.open(root, agent, options.weaving(), this::complain);
        }
        return cache;
    }

    /** Reports a fault of a cache directory that the user has named; a fault of the default directory is harmless. */
    private void complain(String fault) {
        if (options.cache() != null) {
            System.err.println("jdsm-agent: " + fault);
        }
    }

    /** The jar or directory of the agent's classes, or null. */
    private static Path agent() {
        CodeSource source = KeptClasses.class.getProtectionDomain().getCodeSource();
        try {
            return source == null || source.getLocation() == null
                    ? null
                    : Path.of(source.getLocation().toURI());
        } catch (URISyntaxException | IllegalArgumentException e) {
            return null;
        }
    }
}
