package jdsm.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The shutdown hooks of woven code. They run side by side within one hook of the JVM, so that it is known when all of
 * them have ended. Thread-safe.
 */
final class ShutdownHooks {
    private final Set<Thread> hooks = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean installed;
    private boolean begun;
    private volatile Runnable behind = () -> {};

    /** Sets what runs when all have ended, before the JVM does. */
    void behind(Runnable task) {
        behind = task;
        install(Runtime.getRuntime());
    }

    private synchronized void install(Runtime runtime) {
        if (!installed) {
            runtime.addShutdownHook(new Thread(this::run, "jdsm-hooks"));
            installed = true;
        }
    }

    /** As {@link Runtime#addShutdownHook}. */
    synchronized void add(Runtime runtime, Thread hook) {
        requireNotBegun();
        install(runtime);
        if (hook.isAlive()) {
            throw new IllegalArgumentException("Hook already running");
        }
        if (!hooks.add(hook)) {
            throw new IllegalArgumentException("Hook previously registered");
        }
    }

    /** As {@link Runtime#removeShutdownHook}. */
    synchronized boolean remove(Runtime runtime, Thread hook) {
        requireNotBegun();
        return hooks.remove(hook) || runtime.removeShutdownHook(hook);
    }

    private void requireNotBegun() {
        if (begun) {
            throw new IllegalStateException("Shutdown in progress");
        }
    }

    private void run() {
        List<Thread> all;
        synchronized (this) {
            begun = true;
            all = new ArrayList<>(hooks);
        }
        all.forEach(Thread::start);
        for (Thread each : all) {
            while (each.isAlive()) {
                try {
                    each.join();
                } catch (InterruptedException e) {
                    // as the JVM's own wait for its hooks, this one goes on
                }
            }
        }
        behind.run();
    }
}
