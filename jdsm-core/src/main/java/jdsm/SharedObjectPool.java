package jdsm;

import java.lang.invoke.VarHandle;

/**
 * The shared objects of a job, by hand (JDSM paper, table 2, and section 3.2).
 *
 * <p>Every rank registers the same objects in the same order in {@link SPMD#initialize}; an object's place in that
 * order is its key. A registered object is one unit of coherence, an array that is registered with a block length one
 * unit a block. From {@link SPMD#start} on:
 * <pre>
 *   pool.update(a);    x = a[3];                        // read: what was released last
 *   pool.acquire(a);   a[3] = y;   pool.release(a);     // write, exclusively
 * </pre>
 * A copy that was brought up to date keeps its content until a worker of this rank updates or acquires it again,
 * whatever other ranks write meanwhile; and {@code update} costs one comparison until another rank has acquired the
 * object. What {@code acquire ... release} encloses is seen whole or not at all by others' {@code update}, which waits
 * while another worker holds the unit; so the usual rule against deadlock holds for both: hold several units in one
 * order.
 *
 * <p>The right to write belongs to the worker (thread) that acquired, may be acquired by it again (each with its own
 * release), and is not bound to barriers. A copy belongs to the rank: its workers share it, and when one of them brings
 * newer content in, those that still read see that too.
 *
 * <p>What a shared object refers to travels with it, by value, and shares no identity with other units. Classes of such
 * values must be the same on all ranks: those present at registration are found by themselves, with the declared types
 * of their fields; others are {@link #declare declared}. Transient fields stay local.
 *
 * <p>Indices and ranges speak of array elements and mean every block that they touch. All methods may be called by any
 * thread of the rank from {@code start} to {@code finish}, unless said otherwise, and throw
 * <ul>
 *   <li>{@link IllegalArgumentException} for an object that is not registered, or an index form for what is no array;
 *   <li>{@link IndexOutOfBoundsException} for an index or a range outside the array;
 *   <li>{@link IllegalStateException} outside the program's phases that they belong to;
 *   <li>{@link JobEndedException} if the job has failed.
 * </ul>
 * The paper's {@code initialize}, {@code finalize} and {@code setComm} are the runtime's business here: it makes the
 * pool upon its Comm before the program and closes it behind.
 */
public abstract class SharedObjectPool {
    /** For the runtime. */
    protected SharedObjectPool() {}

    /**
     * Shares an object: an array, or an instance of an application's class, a collection or a map. Only in
     * {@link SPMD#initialize}. Rank 0 owns it at first.
     *
     * @return the key: 0 for the first registered object, and so on
     * @throws IllegalStateException outside {@code initialize}, or if it is registered already
     * @throws IllegalArgumentException if such an object cannot be shared
     */
    public abstract int register(Object object);

    /**
     * Shares an array in blocks, so that ranks that write different parts do not disturb each other.
     *
     * @param array of any element type
     * @param blockLength elements a block, at least 1; the last block may be shorter
     */
    public abstract int register(Object array, int blockLength);

    /** As {@link #register(Object)}, with a protocol of its own in place of the job's. */
    public abstract int register(Object object, Protocol consistency);

    /** As {@link #register(Object, int)}, with a protocol of its own in place of the job's. */
    public abstract int register(Object array, int blockLength, Protocol consistency);

    /**
     * Says that instances of these classes may occur inside shared objects later. Only in {@link SPMD#initialize}, and
     * the same on all ranks.
     */
    public abstract void declare(Class<?>... classes);

    /** Brings this rank's copy up to date; blocks while it is fetched, or while another worker holds it. */
    public abstract void update(Object object);

    /** As {@link #update(Object)} for the block that contains an element. */
    public abstract void update(Object array, int index);

    /** As {@link #update(Object)} for the elements {@code from} to {@code to - 1}. */
    public abstract void update(Object array, int from, int to);

    /** Holds the object exclusively, its content up to date; blocks until no other worker of any rank holds it. */
    public abstract void acquire(Object object);

    /** As {@link #acquire(Object)} for the block that contains an element. */
    public abstract void acquire(Object array, int index);

    /**
     * As {@link #acquire(Object)} for the elements {@code from} to {@code to - 1}: block by block, in ascending order.
     */
    public abstract void acquire(Object array, int from, int to);

    /**
     * Ends an {@link #acquire(Object)}; what was written is what others get from now on. Does not block.
     *
     * @throws IllegalStateException if the calling worker does not hold it
     */
    public abstract void release(Object object);

    /** As {@link #release(Object)} for the block that contains an element. */
    public abstract void release(Object array, int index);

    /** As {@link #release(Object)} for the elements {@code from} to {@code to - 1}. */
    public abstract void release(Object array, int from, int to);

    /**
     * Lets the calling worker read the object until its next synchronisation (barrier, lock, unlock, acquire, release):
     * blocks while a copy is fetched, or while another worker holds it. What it sees has at least all that was
     * published before what it has synchronised with. Costs one comparison where there is a copy.
     */
    public abstract void ensureReadable(Object object);

    /** As {@link #ensureReadable(Object)} for the block that contains an element. */
    public abstract void ensureReadable(Object array, int index);

    /** As {@link #ensureReadable(Object)} for the elements {@code from} to {@code to - 1}. */
    public abstract void ensureReadable(Object array, int from, int to);

    /**
     * Lets the calling worker write the object, and read it, until its next synchronisation. Several workers of several
     * ranks may write different elements of an array in one interval, and all keep what they wrote; the same element
     * they may not, as in any Java program without synchronisation. Only for arrays of a primitive type: anything else
     * travels as a whole, and is written by who has acquired it.
     *
     * <p>What is written is published by the writer's next synchronisation: who synchronises with it sees it.
     *
     * @throws IllegalStateException on a thread that is no worker, in {@code start}
     * @throws IllegalArgumentException for anything but an array of a primitive type
     */
    public abstract void ensureWritable(Object object);

    /** As {@link #ensureWritable(Object)} for the block that contains an element. */
    public abstract void ensureWritable(Object array, int index);

    /** As {@link #ensureWritable(Object)} for the elements {@code from} to {@code to - 1}. */
    public abstract void ensureWritable(Object array, int from, int to);

    /**
     * Locks the object's lock, which every registered object has beside its content: who locks sees what was written
     * before the last unlock. Blocks until no other worker of any rank has it; reentrant; served in the order in which
     * ranks ask. Costs no message while it stays on one rank.
     */
    public abstract void lock(Object object);

    /**
     * Undoes one {@link #lock}. Does not block.
     *
     * @throws IllegalStateException if the calling worker does not have the lock
     */
    public abstract void unlock(Object object);

    /**
     * Reads a field as the object's protocol has it. Under {@link Protocol#STRICT} at once, with all other strict
     * accesses in one order that respects each worker's own: a loop that waits for another worker's {@link #set} ends.
     * Under other protocols what {@link #ensureReadable(Object)} and a plain read do.
     *
     * @param field as {@code MethodHandles.Lookup.findVarHandle} finds it
     */
    public abstract Object get(VarHandle field, Object object);

    /**
     * As {@link #get(VarHandle, Object)} for an array's element.
     *
     * @param elements as {@code MethodHandles.arrayElementVarHandle} makes it
     */
    public abstract Object get(VarHandle elements, Object array, int index);

    /**
     * Writes a field as the object's protocol has it. Under {@link Protocol#STRICT}, when this returns no {@link #get}
     * reads the old value any more. Under other protocols what {@link #acquire(Object)}, a plain write and
     * {@link #release(Object)} do. Blocks while another worker holds the object.
     */
    public abstract void set(VarHandle field, Object object, Object value);

    /**
     * As {@link #set(VarHandle, Object, Object)} for an array's element; where the array is of a primitive type, under
     * other protocols than strict, what {@link #ensureWritable(Object, int)} and a plain write do.
     */
    public abstract void set(VarHandle elements, Object array, int index, Object value);

    /**
     * Reads a field as if it were volatile: volatile accesses of all workers have one order, and who reads what another
     * has written sees what that one had written before. Blocks while another rank has the unit; costs no message where
     * the last access was this rank's. Neither {@link #ensureReadable} nor a lock is needed.
     *
     * @param field as {@code MethodHandles.Lookup.findVarHandle} finds it
     */
    public abstract Object readVolatile(VarHandle field, Object object);

    /**
     * As {@link #readVolatile(VarHandle, Object)} for an array's element.
     *
     * @param elements as {@code MethodHandles.arrayElementVarHandle} makes it
     */
    public abstract Object readVolatile(VarHandle elements, Object array, int index);

    /**
     * Writes a field as if it were volatile; when this returns, no {@link #readVolatile} sees the old value any more.
     */
    public abstract void writeVolatile(VarHandle field, Object object, Object value);

    /** As {@link #writeVolatile(VarHandle, Object, Object)} for an array's element. */
    public abstract void writeVolatile(VarHandle elements, Object array, int index, Object value);

    /** Writes a field if it has the expected value ({@code ==}), as one volatile access; says whether it had. */
    public abstract boolean compareAndSet(VarHandle field, Object object, Object expected, Object value);

    /** As {@link #compareAndSet(VarHandle, Object, Object, Object)} for an array's element. */
    public abstract boolean compareAndSet(VarHandle elements, Object array, int index, Object expected, Object value);

    /** Starts an {@link #update(Object)} without waiting. */
    public abstract DsmFuture updateAsync(Object object);

    /** Starts an {@link #update(Object, int)} without waiting. */
    public abstract DsmFuture updateAsync(Object array, int index);

    /** Starts an {@link #update(Object, int, int)} without waiting. */
    public abstract DsmFuture updateAsync(Object array, int from, int to);

    /** Starts an {@link #acquire(Object)} without waiting; the calling worker holds the object sooner or later. */
    public abstract DsmFuture acquireAsync(Object object);

    /** Starts an {@link #acquire(Object, int)} without waiting. */
    public abstract DsmFuture acquireAsync(Object array, int index);

    /** Starts an {@link #acquire(Object, int, int)} without waiting. */
    public abstract DsmFuture acquireAsync(Object array, int from, int to);
}
