package jdsm.comm.shm;

/** The source of messages of a rank that shares memory with no other rank: there are none. */
final class NoRings implements Delivery.Work {
    @Override
    public boolean poll() {
        return false;
    }

    @Override
    public boolean isPending() {
        return false;
    }
}
