package jdsm.util;

import jdsm.JobEndedException;
import jdsm.runtime.ObjectCalls;

/** Threads of this rank in which futures are waited for. */
final class RankThreads {
    private RankThreads() {}

    /** Runs an action in a thread that does not keep the program from its end. */
    static void start(Runnable action) {
        Runnable untilTheEnd = () -> {
            try {
                action.run();
            } catch (JobEndedException e) {
                // the future will not complete any more
            }
        };
        Thread thread = new Thread(untilTheEnd, ObjectCalls.WAITS_FOR_FUTURE);
        thread.setDaemon(true);
        thread.start();
    }
}
