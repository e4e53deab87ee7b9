package jdsm.check;

/** Told by a worker of its synchronisations, where the job is checked. The methods that are told of a release may block. */
public interface Order {
    /** For jobs that are not checked. */
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

    /** The worker has acquired; nobody else can release the same before this worker does. */
    void acquired(SyncKind kind, long id);

    /** The worker is about to release; nobody can have acquired it yet. */
    void releasing(SyncKind kind, long id);

    /** What the worker has checked before, it checks again before the next access. */
    void passed();

    /** The worker is about to enter a barrier of all workers. */
    void entering();
}
