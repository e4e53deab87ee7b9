package jdsm.comm.tcp;

/**
 * When what the event loop has read may be delivered, where others deliver as well: the thread that drives the event loop asks, and
 * hands over what it may not deliver itself. Used by one thread at a time.
 */
public interface Turns {
    /** Whether the caller may deliver now, up to {@link #leave}. */
    boolean enter();

    void leave();

    /** Whether something that was handed over has not been delivered yet. */
    boolean isBehind();

    /** Has something delivered behind all that was handed over before. */
    void later(Runnable delivery);

    /** Of a transport whose event loop delivers everything. */
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
