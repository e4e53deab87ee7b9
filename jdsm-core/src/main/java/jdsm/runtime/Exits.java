package jdsm.runtime;

import java.util.function.IntConsumer;

/**
 * Calls of a program that end the JVM, and its shutdown hooks. All workers of a job end by such a call, as all threads of
 * one JVM do. Thread-safe.
 */
public final class Exits {
    private static final IntConsumer NOBODY = status -> {};
    private static final ShutdownHooks HOOKS = new ShutdownHooks();

    private static volatile IntConsumer beforeExit = NOBODY;
    private static volatile IntConsumer beforeHalt = NOBODY;

    private Exits() {}

    /**
     * Sets who is told before the JVM ends. The thread that ends it calls them with the exit status, and goes on when
     * they return.
     *
     * @param onExit for {@code exit}, which runs shutdown hooks
     * @param onHalt for {@code halt}, which does not
     */
    public static void begin(IntConsumer onExit, IntConsumer onHalt) {
        beforeExit = onExit;
        beforeHalt = onHalt;
    }

    /** Sets what runs when all shutdown hooks of the program have ended, before the JVM does. */
    public static void behindHooks(Runnable task) {
        HOOKS.behind(task);
    }

    /** Tells nobody any more, for the job has ended. */
    public static void end() {
        begin(NOBODY, NOBODY);
    }

    /** In place of {@code System.exit}. */
    public static void exit(int status) {
        beforeExit.accept(status);
        System.exit(status);
    }

    /** In place of {@code Runtime.exit}. */
    public static void exit(Runtime runtime, int status) {
        beforeExit.accept(status);
        runtime.exit(status);
    }

    /** In place of {@code Runtime.halt}. */
    public static void halt(Runtime runtime, int status) {
        beforeHalt.accept(status);
        runtime.halt(status);
    }

    /** In place of {@code Runtime.addShutdownHook}. */
    public static void addShutdownHook(Runtime runtime, Thread hook) {
        HOOKS.add(runtime, hook);
    }

    /** In place of {@code Runtime.removeShutdownHook}. */
    public static boolean removeShutdownHook(Runtime runtime, Thread hook) {
        return HOOKS.remove(runtime, hook);
    }

    /** In place of {@code System.exit}, where the ranks share a JVM that is not theirs: fails the job. */
    public static void refuse(int status) {
        throw Refusal.of(
                "the program calls exit(" + status + "), which would end the JVM of all ranks and of their caller;"
                        + " return from start() and call exitStatus(" + status + ") in its place");
    }

    /** In place of {@code exit} and {@code halt} of a {@code Runtime} there: fails the job. */
    public static void refuse(Runtime runtime, int status) {
        refuse(status);
    }
}
