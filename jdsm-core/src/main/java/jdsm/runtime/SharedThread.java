package jdsm.runtime;

import java.util.Set;

/** Tells what a rank can do with a shared object of a subclass of {@link Thread}, of which each rank has a thread. Stateless. */
final class SharedThread {
    /** Methods that depend on whether the thread runs, or on its number in this JVM. */
    private static final Set<String> OF_RUNNING =
            Set.of("isAlive", "getState", "interrupt", "isInterrupted", "join", "getId", "threadId", "getStackTrace");

    private SharedThread() {}

    static void require(Thread thread, Shared known, String method) {
        String called = method + "() of a shared " + thread.getClass().getName() + ", which ";
        boolean started = thread.getState() != Thread.State.NEW;
        if (OF_RUNNING.contains(method)) {
            if (!started && !known.isMadeHere()) {
                throw Refusal.of(
                        called + "this rank has not started: call it on the rank that starts the thread, or wait for a"
                                + " field that the thread sets");
            }
        } else if (!known.isOfAllRanks() && !known.isMadeHere()) {
            throw Refusal.of(
                    called + "another rank has made: call it there, for this rank knows no name, priority or handler of"
                            + " the thread; keep what others need in a field of the class");
        } else if (known.isOfAllRanks() && method.startsWith("set")) {
            throw Refusal.of(called
                    + "all ranks have made: call it in initialize() or in the constructor, where all ranks do so,"
                    + " for others would not hear of it");
        }
    }
}
