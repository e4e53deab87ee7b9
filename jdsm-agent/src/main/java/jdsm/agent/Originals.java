package jdsm.agent;

import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/** The class files, before weaving, of the loaded classes. Softly held: the collector may drop them. Thread-safe. */
final class Originals {
    private final Map<ClassLoader, Map<String, SoftReference<byte[]>>> loaders = new WeakHashMap<>();

    private Map<String, SoftReference<byte[]>> of(ClassLoader loader) {
        synchronized (loaders) {
            return loaders.computeIfAbsent(loader, key -> new ConcurrentHashMap<>());
        }
    }

    void remember(ClassLoader loader, String name, byte[] classFile) {
        of(loader).put(name, new SoftReference<>(classFile));
    }

    /** A class file, or null if it was never remembered or has been collected. */
    byte[] find(ClassLoader loader, String name) {
        SoftReference<byte[]> known = of(loader).get(name);
        return known == null ? null : known.get();
    }
}
