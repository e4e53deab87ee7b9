package jdsm.sync;

/** The release and the acquire of shared objects that a barrier consists of. The service loop calls it. */
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
