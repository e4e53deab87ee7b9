package jdsm;

/**
 * The shared objects of a job, for programs that share by hand (JDSM paper, table 2 and section 3.2).
 *
 * <p>Every rank registers the same objects in the same order in {@link SPMD#initialize}; an object's place in that
 * order is its key. A registered object is one unit of coherence; an array that is registered with a block length has
 * one unit a block. From {@link SPMD#start} on, workers ask for the object before they access it:
 * <pre>
 *   pool.update(a);    x = a[3];                        // read the content of the last release
 *   pool.acquire(a);   a[3] = y;   pool.release(a);     // write, exclusively
 *   pool.of(a).ensureWritable();   a[3] = y;            // write beside other workers, until the next synchronisation
 * </pre>
 *
 * <p>{@link #update} brings the copy of the rank up to date, and costs one comparison until another rank has acquired
 * the object. The copy then keeps its content, whatever other ranks write, until a worker of the rank updates or
 * acquires the object again. {@code update} waits while another worker holds the unit, so it shows all writes between
 * an acquire and its release or none of them. {@code acquire} waits, too; against deadlock, hold several units in one
 * order.
 *
 * <p>A hold belongs to the worker (thread) that has acquired the object. That worker may acquire it again, with a
 * release for each acquire, and may hold it across barriers. A copy belongs to the rank: its workers share it, and
 * newer content that one of them asks for appears to all.
 *
 * <p>Values that a shared object refers to travel with it, by value, and are no shared objects themselves. Their
 * classes must be the same on all ranks. The pool finds the classes of the values that are present at registration, and
 * the declared types of their fields; other classes are {@link #declare declared}. Transient fields stay local.
 *
 * <p>The methods that take an object and an index mean the block that contains the element;
 * {@link #of(Object, int, int)} takes ranges. Any thread of the rank may call all methods but {@code register} and
 * {@code declare} from {@code start} to {@code finish}. They throw
 * <ul>
 *   <li>{@link IllegalArgumentException} for an object that is not registered, and for an index of an object that is no
 *   array;
 *   <li>{@link IndexOutOfBoundsException} for an index or a range outside the array;
 *   <li>{@link IllegalStateException} in the wrong phase of the program;
 *   <li>{@link JobEndedException} if the job has failed.
 * </ul>
 * The runtime does the work of the paper's {@code initialize}, {@code finalize} and {@code setComm}: it opens the pool
 * on the rank's Comm before the program begins, and closes it after the program's end.
 */
public abstract class SharedObjectPool {
    /** For the runtime. */
    protected SharedObjectPool() {}

    /**
     * Shares an object: an array, an instance of a class of the application, a collection or a map. Only in
     * {@link SPMD#initialize}. Rank 0 owns the object at first.
     *
     * @return the key: 0 for the first registered object, and so on
     * @throws IllegalStateException outside {@code initialize}, or if the object is registered already
     * @throws IllegalArgumentException if such an object cannot be shared
     */
    public abstract int register(Object object);

    /**
     * Shares an array in blocks, so that ranks that write different blocks do not disturb each other.
     *
     * @param array of any element type
     * @param blockLength elements a block, at least 1; the last block may be shorter
     * @return the key
     */
    public abstract int register(Object array, int blockLength);

    /** As {@link #register(Object)}, with a protocol that replaces the job's for this object. */
    public abstract int register(Object object, Protocol consistency);

    /** As {@link #register(Object, int)}, with a protocol that replaces the job's for this array. */
    public abstract int register(Object array, int blockLength, Protocol consistency);

    /**
     * Allows instances of these classes in shared objects. Only in {@link SPMD#initialize}, and the same on all ranks.
     */
    public abstract void declare(Class<?>... classes);

    /** All of a registered object, for operations on it. */
    public abstract SharedView of(Object object);

    /** The block of a registered array that contains an element, and that element for single accesses. */
    public abstract SharedView of(Object array, int index);

    /** The elements {@code from} to {@code to - 1} of a registered array, and with them all blocks that they touch. */
    public abstract SharedView of(Object array, int from, int to);

    /** Brings this rank's copy up to date; blocks while it is fetched, and while another worker holds the object. */
    public final void update(Object object) {
        of(object).update();
    }

    /** As {@link #update(Object)}, for the block that contains an element. */
    public final void update(Object array, int index) {
        of(array, index).update();
    }

    /** Starts an {@link #update(Object)} and does not wait for its end. */
    public final DsmFuture updateAsync(Object object) {
        return of(object).updateAsync();
    }

    /** As {@link #updateAsync(Object)}, for the block that contains an element. */
    public final DsmFuture updateAsync(Object array, int index) {
        return of(array, index).updateAsync();
    }

    /** Holds the object exclusively, with its newest content; blocks until no other worker of the job holds it. */
    public final void acquire(Object object) {
        of(object).acquire();
    }

    /** As {@link #acquire(Object)}, for the block that contains an element. */
    public final void acquire(Object array, int index) {
        of(array, index).acquire();
    }

    /** Starts an {@link #acquire(Object)} and does not wait for its end. */
    public final DsmFuture acquireAsync(Object object) {
        return of(object).acquireAsync();
    }

    /** As {@link #acquireAsync(Object)}, for the block that contains an element. */
    public final DsmFuture acquireAsync(Object array, int index) {
        return of(array, index).acquireAsync();
    }

    /**
     * Ends an {@link #acquire(Object)}: other ranks get the written content from now on. Does not block.
     *
     * @throws IllegalStateException if the calling worker does not hold the object
     */
    public final void release(Object object) {
        of(object).release();
    }

    /** As {@link #release(Object)}, for the block that contains an element. */
    public final void release(Object array, int index) {
        of(array, index).release();
    }
}
