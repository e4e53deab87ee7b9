package jdsm.agent;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import jdsm.agent.cache.WovenCache;

/**
 * The cache of woven classes as the transformer uses it: for the system's class loader alone, whose class path is known, and
 * not any more once the program has generated a class, for others may depend on that. Thread-safe.
 */
final class KeptClasses {
    private final AgentOptions options;
    private boolean opened;
    private WovenCache cache;

    KeptClasses(AgentOptions options) {
        this.options = options;
    }

    /** What was woven of a class before, or null. */
    byte[] find(ClassLoader loader, String name, byte[] classFile) {
        WovenCache open = open(loader);
        return open == null ? null : open.find(name, classFile);
    }

    /** What has been woven now. */
    void keep(ClassLoader loader, String name, byte[] classFile, byte[] woven) {
        WovenCache open = open(loader);
        if (open != null) {
            open.keep(name, classFile, woven);
        }
    }

    /** Nothing is kept from here on, nor found. */
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

    /** Of a place that the user has named; that there may be none of his own is no trouble. */
    private void complain(String what) {
        if (options.cache() != null) {
            System.err.println("jdsm-agent: " + what);
        }
    }

    /** The jar that this class is from, or null. */
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
