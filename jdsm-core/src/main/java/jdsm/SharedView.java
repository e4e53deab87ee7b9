package jdsm;

import java.lang.invoke.VarHandle;

/**
 * A shared object, or a part of a shared array, with the operations on it. {@link SharedObjectPool#of(Object) of} makes
 * one:
 * <pre>
 *   SharedView row = pool.of(grid, i * n, (i + 1) * n);
 *   row.ensureWritable();                              // until the next synchronisation
 * </pre>
 * A part of an array stands for all blocks that it touches. A view is cheap; a loop that uses one part again and again
 * keeps the view in a local variable and so saves the look-up of the object.
 *
 * <p>Immutable; any thread of the rank may use it, from {@link SPMD#start} to {@link SPMD#finish}. Every method throws
 * {@link IllegalStateException} after that, and {@link JobEndedException} if the job has failed.
 */
public abstract class SharedView {
    /** For the runtime. */
    protected SharedView() {}

    /** Brings this rank's copy up to date; blocks while it is fetched, and while another worker holds the object. */
    public abstract void update();

    /** Starts an {@link #update} and does not wait for its end. */
    public abstract DsmFuture updateAsync();

    /**
     * Holds the object exclusively, with its newest content; blocks until no other worker of the job holds it. The
     * blocks of a part are acquired one by one, in ascending order. A worker may hold an object several times.
     */
    public abstract void acquire();

    /**
     * Starts an {@link #acquire} and does not wait for its end; the calling worker holds the object sooner or later.
     */
    public abstract DsmFuture acquireAsync();

    /**
     * Undoes one {@link #acquire}; from the last one on, other ranks get the content written meanwhile. Does not block.
     *
     * @throws IllegalStateException if the calling worker does not hold the object
     */
    public abstract void release();

    /**
     * Lets the calling worker read the object until its next synchronisation (barrier, lock, unlock, acquire, release).
     * Blocks while a copy is fetched, and while another worker holds the object. The worker sees at least all writes
     * that were published before the releases it has synchronised with. Costs one comparison where a valid copy is
     * here.
     */
    public abstract void ensureReadable();

    /**
     * Lets the calling worker read and write the object until its next synchronisation, which publishes the writes.
     *
     * <p>Only for arrays of a primitive type. Several workers of several ranks may write different elements of an array
     * at the same time, and all writes are kept; two workers that write the same element have a data race. Any other
     * object travels as a whole: {@link #acquire} it to write it.
     *
     * @throws IllegalStateException on a thread that runs no {@code start}
     * @throws IllegalArgumentException for anything but an array of a primitive type
     */
    public abstract void ensureWritable();

    /**
     * Locks the object's lock, which every registered object has beside its content; an array has one lock, whatever
     * the part. The worker sees all writes that precede the last unlock. Blocks while another worker of the job has the
     * lock; reentrant; ranks get the lock in the order in which they asked. Costs no message while the lock stays on
     * one rank.
     */
    public abstract void lock();

    /**
     * Undoes one {@link #lock}. Does not block.
     *
     * @throws IllegalStateException if the calling worker does not have the lock
     */
    public abstract void unlock();

    /**
     * Reads a field or an element in the way of the object's protocol. Under {@link Protocol#STRICT} the read takes
     * place at once, and all strict accesses of the job have one order that agrees with each worker's own; so a loop
     * that waits for the {@link #set} of another worker ends. Under other protocols: {@link #ensureReadable} and a
     * plain read.
     *
     * @throws IllegalArgumentException for a field of an array, or an element where the view is not of one element
     */
    public final <V> V get(SharedVariable<V> variable) {
        return value(get(variable.handle(), variable.isElement()));
    }

    /**
     * Writes a field or an element in the way of the object's protocol. Under {@link Protocol#STRICT} no {@link #get}
     * reads the old value after the return. Under other protocols: for an element of a primitive type
     * {@link #ensureWritable} and a plain write, else {@link #acquire}, a plain write and {@link #release}. Blocks
     * while another worker holds the object.
     *
     * @throws IllegalArgumentException as {@link #get}
     */
    public final <V> void set(SharedVariable<V> variable, V value) {
        set(variable.handle(), variable.isElement(), value);
    }

    /**
     * Reads a field or an element as if it were volatile. The volatile accesses of all workers have one order, and a
     * read sees all writes that precede the volatile write of its value. Blocks while another rank has the unit; costs
     * no message where this rank has made the last access. Needs neither {@link #ensureReadable} nor a lock.
     *
     * @throws IllegalArgumentException as {@link #get}
     */
    public final <V> V readVolatile(SharedVariable<V> variable) {
        return value(readVolatile(variable.handle(), variable.isElement()));
    }

    /**
     * Writes a field or an element as if it were volatile: no {@link #readVolatile} sees the old value after the
     * return.
     *
     * @throws IllegalArgumentException as {@link #get}
     */
    public final <V> void writeVolatile(SharedVariable<V> variable, V value) {
        writeVolatile(variable.handle(), variable.isElement(), value);
    }

    /**
     * Writes a field or an element if it has the expected value ({@code ==}), as one volatile access.
     *
     * @return whether it had the expected value
     * @throws IllegalArgumentException as {@link #get}
     */
    public final <V> boolean compareAndSet(SharedVariable<V> variable, V expected, V value) {
        return compareAndSet(variable.handle(), variable.isElement(), expected, value);
    }

    @SuppressWarnings("unchecked") // the variable has been made with its type
    private static <V> V value(Object found) {
        return (V) found;
    }

    /**
     * For the runtime: {@link #get(SharedVariable)}.
     *
     * @param element whether the handle is one of array elements
     */
    protected abstract Object get(VarHandle handle, boolean element);

    /** For the runtime: {@link #set(SharedVariable, Object)}. */
    protected abstract void set(VarHandle handle, boolean element, Object value);

    /** For the runtime: {@link #readVolatile(SharedVariable)}. */
    protected abstract Object readVolatile(VarHandle handle, boolean element);

    /** For the runtime: {@link #writeVolatile(SharedVariable, Object)}. */
    protected abstract void writeVolatile(VarHandle handle, boolean element, Object value);

    /** For the runtime: {@link #compareAndSet(SharedVariable, Object, Object)}. */
    protected abstract boolean compareAndSet(VarHandle handle, boolean element, Object expected, Object value);
}
