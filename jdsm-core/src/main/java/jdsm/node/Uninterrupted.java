package jdsm.node;

/**
 * Uses files without the interrupt of the thread, which is the program's: an interrupted thread closes each file at its
 * first use. The thread is interrupted again afterwards.
 */
final class Uninterrupted {
    /** Uses files. */
    interface Use<T, E extends Exception> {
        T run() throws E;
    }

    /** As {@link Use}, without a result. */
    interface Task<E extends Exception> {
        void run() throws E;
    }

    private Uninterrupted() {}

    static <T, E extends Exception> T get(Use<T, E> use) throws E {
        boolean interrupted = Thread.interrupted();
        try {
            return use.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static <E extends Exception> void run(Task<E> task) throws E {
        get(() -> {
            task.run();
            return null;
        });
    }
}
