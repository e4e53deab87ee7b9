package jdsm.sync;

/**
 * The part of a barrier that concerns shared objects: a release and an acquire. The service loop calls it; no method
 * blocks.
 */
public interface BarrierCargo {
    /**
     * Publishes what the workers of this rank have written, then runs {@code then}. All of them wait at the barrier.
     */
    void release(Runnable then);

    /** Encodes the write notices that the receiver of this rank's next message needs. */
    byte[] load();

    /** Takes in the bytes that another rank has made by {@link #load}. */
    void unload(byte[] cargo);

    /** Ends the barrier: all ranks have entered it, and {@link #unload} has had the bytes of all of them. */
    void passed();

    /**
     * Does what can be done only while no worker of the job runs, and then runs {@code then}, at once or later. Called
     * after {@link #passed}, before a worker of this rank goes on.
     */
    default void tidy(Runnable then) {
        then.run();
    }
}
