package jdsm.pool;

import java.lang.invoke.VarHandle;
import jdsm.DsmFuture;
import jdsm.Protocol;
import jdsm.SharedView;
import jdsm.check.SyncKind;
import jdsm.coherence.UnitState;
import jdsm.directory.SharedEntry;
import jdsm.pool.PendingAccess.Right;
import jdsm.runtime.Refusal;

/** A worker's view of units of the pool. An operation on a copy that needs no message costs one comparison. */
final class PoolView extends SharedView {
    /** Stands for the index in a view of a whole object or of a range. */
    private static final int NO_ELEMENT = -1;

    private final SharedPool pool;
    private final Rights rights;
    private final SharedEntry entry;
    private final int first;
    private final int count;
    private final int index;

    private PoolView(SharedPool pool, UnitRange range, int index) {
        this.pool = pool;
        this.rights = pool.rights();
        // Fields instead of the range: the JIT removes the allocation of a fresh view or of a fresh range, but not that
        // of one within the other.
        this.entry = range.entry();
        this.first = range.first();
        this.count = range.count();
        this.index = index;
    }

    static PoolView of(SharedPool pool, SharedEntry entry) {
        return new PoolView(pool, UnitRange.whole(entry), NO_ELEMENT);
    }

    static PoolView of(SharedPool pool, SharedEntry entry, int index) {
        return new PoolView(pool, UnitRange.of(entry, index), index);
    }

    static PoolView of(SharedPool pool, SharedEntry entry, int from, int to) {
        return new PoolView(pool, UnitRange.of(entry, from, to), NO_ELEMENT);
    }

    private UnitRange range() {
        return new UnitRange(entry, first, count);
    }

    @Override
    public void update() {
        pool.requireRunning();
        rights.bring(range(), Right.UPDATE);
        rights.acquired(range());
    }

    @Override
    public DsmFuture updateAsync() {
        pool.requireRunning();
        return new CopyFuture(rights, range(), Thread.currentThread(), Right.UPDATE);
    }

    @Override
    public void acquire() {
        pool.requireRunning();
        Thread me = Thread.currentThread();
        for (int i = 0; i < count; i++) {
            rights.hold(entry.state(first + i), me);
        }
        rights.acquired(range());
    }

    @Override
    public DsmFuture acquireAsync() {
        pool.requireRunning();
        return new HoldFuture(rights, range(), Thread.currentThread());
    }

    @Override
    public void release() {
        pool.requireRunning();
        rights.giveUpKept();
        Thread me = Thread.currentThread();
        for (int i = 0; i < count; i++) {
            if (!entry.state(first + i).heldBy(me)) {
                throw new IllegalStateException("release without acquire: "
                        + entry.label()
                        + (entry.units() > 1 ? ", block " + (first + i) : ""));
            }
        }
        rights.releasing(range());
        rights.passOut();
        for (int i = count - 1; i >= 0; i--) {
            rights.letGo(entry.state(first + i));
        }
    }

    @Override
    public void ensureReadable() {
        pool.requireRunning();
        rights.bring(range(), Right.READ);
    }

    @Override
    public void ensureWritable() {
        pool.requireRunning();
        if (!rights.mayWrite()) {
            throw Refusal.of(new IllegalStateException("only workers may write shared objects: thread '"
                    + Thread.currentThread().getName() + "' is none, and no barrier waits for it"));
        }
        if (!range().hasElements()) {
            throw new IllegalArgumentException(entry.label()
                    + " travels as a whole, so that only one worker at a time may write it: acquire it, write, release it;"
                    + " or register what several ranks write as arrays of a primitive type");
        }
        rights.bring(range(), Right.WRITE);
    }

    @Override
    public void lock() {
        UnitState lock = lockState();
        rights.lock(lock, Thread.currentThread());
        rights.pass();
        rights.order().acquired(SyncKind.LOCK, lock.unit());
    }

    @Override
    public void unlock() {
        UnitState lock = lockState();
        if (!rights.hasLocked(lock)) {
            throw new IllegalStateException("unlock without lock: " + entry.label());
        }
        rights.order().releasing(SyncKind.LOCK, lock.unit());
        rights.unlock(lock);
    }

    private UnitState lockState() {
        pool.requireRunning();
        return pool.lockOf(entry);
    }

    @Override
    protected Object get(VarHandle handle, boolean element) {
        requireOne(element);
        if (isStrict()) {
            return pool.accesses().strictRead(range(), () -> getVolatile(handle, element));
        }
        rights.bring(range(), Right.READ);
        return element ? handle.get(object(), index) : handle.get(object());
    }

    @Override
    protected void set(VarHandle handle, boolean element, Object value) {
        requireOne(element);
        if (element && !isStrict() && range().hasElements()) {
            ensureWritable();
            handle.set(object(), index, value);
        } else {
            pool.accesses().exclusively(range(), () -> setVolatile(handle, element, value));
        }
    }

    @Override
    protected Object readVolatile(VarHandle handle, boolean element) {
        requireOne(element);
        return pool.accesses().volatileRead(range(), () -> getVolatile(handle, element));
    }

    @Override
    protected void writeVolatile(VarHandle handle, boolean element, Object value) {
        requireOne(element);
        pool.accesses().asVolatile(range(), () -> {
            setVolatile(handle, element, value);
            return null;
        });
    }

    @Override
    protected boolean compareAndSet(VarHandle handle, boolean element, Object expected, Object value) {
        requireOne(element);
        return pool.accesses()
                .asVolatile(
                        range(),
                        () -> element
                                ? handle.compareAndSet(object(), index, expected, value)
                                : handle.compareAndSet(object(), expected, value));
    }

    private Object getVolatile(VarHandle handle, boolean element) {
        return element ? handle.getVolatile(object(), index) : handle.getVolatile(object());
    }

    private void setVolatile(VarHandle handle, boolean element, Object value) {
        if (element) {
            handle.setVolatile(object(), index, value);
        } else {
            handle.setVolatile(object(), value);
        }
    }

    private Object object() {
        return entry.object();
    }

    /**
     * Requires a view of one element of an array for an element access, and a view of another object for a field
     * access.
     */
    private void requireOne(boolean element) {
        pool.requireRunning();
        if (element && index == NO_ELEMENT) {
            throw new IllegalArgumentException(
                    entry.isArray()
                            ? "the view has no single element: use pool.of(array, index) of " + entry.label()
                            : "no array, so it has no elements: " + entry.label());
        }
        if (!element && entry.isArray()) {
            throw new IllegalArgumentException("an array has no fields: name an element of " + entry.label());
        }
    }

    private boolean isStrict() {
        return pool.consistencyOf(entry) == Protocol.STRICT;
    }
}
