package jdsm.runtime;

/** A handle of which nothing but the access rights to its units works, for tests. */
abstract class BareShared extends Shared {
    BareShared(UnitAccess[] units, int blockLength) {
        super(units, blockLength);
    }

    @Override
    protected int hash() {
        return 0;
    }

    @Override
    protected void bringReadable(int from, int to) {}

    @Override
    protected void bringWritable(int from, int to) {}

    @Override
    protected void lock() {}

    @Override
    protected void unlock() {}

    @Override
    protected boolean isLocked() {
        return false;
    }

    @Override
    protected void await(long nanos) {}

    @Override
    protected void signal(boolean all) {}

    @Override
    protected void enterVolatile(int index) {}

    @Override
    protected void exitVolatile(int index) {}
}
