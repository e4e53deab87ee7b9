package jdsm.check;

/** Receives the synchronisations of workers under {@code --check}. Reports of releases may block. */
public interface Order {
    /** Ignores all reports, in a job that is not checked. */
    Order NONE = new Order() {
        @Override
        public void acquired(SyncKind kind, long id) {}

        @Override
        public void releasing(SyncKind kind, long id) {}

        @Override
        public void passed() {}

        @Override
        public void entering() {}
    };

    /**
     * Reports an acquire of the calling thread. No other thread can release the same synchronisation before this thread
     * does.
     */
    void acquired(SyncKind kind, long id);

    /** Reports a release of the calling thread, before another thread can acquire. */
    void releasing(SyncKind kind, long id);

    /** Reports a synchronisation: the checks that the calling worker passed before no longer cover its accesses. */
    void passed();

    /** Reports that the calling worker is about to enter a barrier of all workers. */
    void entering();
}
