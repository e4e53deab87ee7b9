package jdsm.comm.tcp;

/**
 * Decides whether the thread that drives the event loop may deliver the messages that it has read, where other threads
 * deliver as well. It hands over the messages that it may not deliver. Used by one thread at a time.
 */
public interface Turns {
    /** Returns whether the caller may deliver from now until {@link #leave}. Does not block. */
    boolean enter();

    /** Ends a successful {@link #enter}. */
    void leave();

    /** Whether a delivery that was handed over has not run yet. */
    boolean isBehind();

    /** Hands a delivery over; it runs after all deliveries handed over before. */
    void later(Runnable delivery);

    /** For a transport whose event loop delivers all messages. */
    Turns ALWAYS = new Turns() {
        @Override
        public boolean enter() {
            return true;
        }

        @Override
        public void leave() {}

        @Override
        public boolean isBehind() {
            return false;
        }

        @Override
        public void later(Runnable delivery) {
            delivery.run();
        }
    };
}
