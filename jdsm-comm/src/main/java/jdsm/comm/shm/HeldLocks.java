package jdsm.comm.shm;

import java.util.HashSet;
import java.util.Set;

/**
 * The files that ranks of this process have locked. Such a file is never opened again: to close any channel of it would
 * release the lock. Ranks of one process may have JDSM's classes each by a class loader of its own, so the files are
 * known by a system property. Thread-safe.
 */
final class HeldLocks {
    private static final String PROPERTY = "jdsm.shm.held";
    private static final String SEPARATOR = " ";

    /** To be held while a file is locked and not yet known, and while the locks of others are tried; one in the process. */
    static final Object MONITOR = PROPERTY.intern();

    private HeldLocks() {}

    /** @param file the key of a file, by its attributes */
    static void add(Object file) {
        synchronized (MONITOR) {
            Set<String> all = all();
            all.add(name(file));
            set(all);
        }
    }

    static void remove(Object file) {
        synchronized (MONITOR) {
            Set<String> all = all();
            all.remove(name(file));
            set(all);
        }
    }

    static boolean contains(Object file) {
        synchronized (MONITOR) {
            return all().contains(name(file));
        }
    }

    private static String name(Object file) {
        return file.toString().replace(SEPARATOR, "");
    }

    private static Set<String> all() {
        return new HashSet<>(Set.of(System.getProperty(PROPERTY, "").split(SEPARATOR)));
    }

    private static void set(Set<String> all) {
        System.setProperty(PROPERTY, String.join(SEPARATOR, all).strip());
    }
}
