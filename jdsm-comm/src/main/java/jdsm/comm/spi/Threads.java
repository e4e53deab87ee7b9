package jdsm.comm.spi;

/** Operations on threads that several transports need. */
public final class Threads {
    /** The class of virtual threads; null in a JVM that has none. */
    private static final Class<?> VIRTUAL = virtual();

    private Threads() {}

    private static Class<?> virtual() {
        try {
            return Class.forName("java.lang.VirtualThread", false, null);
        } catch (ClassNotFoundException e) {
            return null; // before Java 21
        }
    }

    /** Whether the calling thread is a virtual one, which goes on only when a carrier is free. */
    public static boolean isVirtual() {
        return Thread.currentThread().getClass() == VIRTUAL;
    }

    /**
     * Blocks until a thread has ended. Interruption does not end the wait; the interrupt status is set again
     * afterwards.
     */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
