package jdsm.sync;

/**
 * What a barrier does for the shared objects: it is a release, and an acquire. Called on the service loop.
 */
public interface BarrierCargo {
    /** All workers of this rank are here: publishes what they have written, then runs {@code then}. */
    void release(Runnable then);

    /** What those who hear from this rank now have to know. */
    byte[] load();

    /** What another rank has loaded. */
    void unload(byte[] cargo);

    /** All ranks are here, and all that they loaded has come. */
    void passed();
}
