package jdsm.comm;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * One-sided access to memory that ranks have registered: {@link #get}, {@link #put} and {@link #compareAndExchange} need no
 * thread of the rank whose memory it is, whatever that rank is doing. From {@link Comm#remoteMemory}. Usable between the
 * Comm's {@link Comm#start start} and {@link Comm#close close}, by any thread, the delivery thread included. The own rank's
 * regions may be accessed like any other's, by the same rules. Accesses are not counted in {@link Comm#statistics}.
 *
 * <p><b>Blocking.</b> All but the asynchronous forms and {@link #register} block until they are complete, which waits for
 * no thread of any program. They cannot be interrupted.
 *
 * <p><b>What is promised of memory</b>:
 *
 * <ul>
 *   <li>A put that has completed is visible to every get that begins afterwards, of whichever rank. To complete means
 *       that the call has returned, for the asynchronous forms that the future has completed. "Get" and "put" stand here
 *       for all operations, {@code getLong}, {@code putLong} and {@code compareAndExchange} included.
 *   <li>So a thread's operations take effect in the order in which it calls them, if each is complete before the next
 *       begins; and {@code getLong}, {@code putLong} and {@code compareAndExchange} of all ranks are in one total order.
 *   <li>{@code getLong} is an acquire: whoever reads a value sees what the thread that put it had done before.
 *       {@code putLong} is a release that is visible when it returns. {@code compareAndExchange} is atomic against every
 *       other operation on the same word, and a full fence.
 *   <li>An aligned word (64 bits, at an offset that is a multiple of 8) is never torn: a get that covers it whole sees
 *       what one put that covered it whole, or one operation on it, has left there.
 *   <li>Nothing more: gets and puts of several words are not atomic, the order in which their words move is unspecified,
 *       and a word that is covered in part moves byte by byte. A put changes no byte beside its own.
 *   <li>The bytes of a put whose call or future ended with an exception may have arrived, or some of them.
 * </ul>
 *
 * <p><b>Order of asynchronous operations.</b> None, neither among themselves nor against what the thread calls later, until
 * their futures, if they have any, have completed; {@link #fence} gives order without waiting.
 *
 * <p><b>Reading several words as one</b>: a sequence lock, one aligned word beside the record, even while nobody writes.
 *
 * <pre>
 * write:  do s = getLong(seq) while (s is odd or compareAndExchange(seq, s, s + 1) is not s)
 *         put(record)
 *         putLong(seq, s + 2)
 * read:   do s = getLong(seq); if s is odd, again; get(record) while (getLong(seq) is not s)
 * </pre>
 *
 * <p>It holds because each operation is complete before the next begins: the record's new words lie between the two
 * changes of {@code seq}, the reader's between its two looks at it. With {@code putAsync} or {@code getAsync} a
 * {@code fence()} or the future's end must come before the next operation on {@code seq}. What was read before the second
 * look may be any mixture: it must not be interpreted before. A writer that ends in between leaves {@code seq} odd; a
 * reader is not stuck with it, for the loss of a rank is a failure of every rank's Comm, which ends its {@code getLong}.
 *
 * <p><b>Exceptions</b>, of all that take a key:
 *
 * <ul>
 *   <li>{@link IndexOutOfBoundsException} if the range is not within the key's size; {@link IllegalArgumentException} if
 *       the key's rank is not one of the job, or the offset of a word is not a multiple of 8. Nothing was accessed.
 *   <li>{@link CommException} with {@link CommException.Reason#NO_REGION} if the key's rank has no such region (any more).
 *       The Comm goes on.
 *   <li>{@link CommException} with {@link CommException.Reason#NO_MEMORY} if this process has no memory left, or no other means,
 *       to reach the region. The Comm goes on.
 *   <li>{@link CommException} if this Comm has failed or is closed ({@code CLOSED}), if the key's rank has failed
 *       ({@code PEER_LOST}) or left the job ({@code CLOSED}).
 *   <li>{@link IllegalStateException} before the Comm's {@code start}.
 * </ul>
 */
public interface RemoteMemory {
    /** The largest region, in bytes: 2 GiB less 4 KiB, so that one buffer shows all of it. */
    long MAX_REGION_BYTES = (1L << 31) - (1L << 12);

    /**
     * Whether this rank reaches the regions of another one, and that one those of this. True of itself; of every other rank it
     * is known from the Comm's {@link Comm#start start} on, and does not change. To ranks that it does not reach a region does
     * not exist ({@link CommException.Reason#NO_REGION}).
     *
     * @param rank one of the job
     */
    boolean reaches(int rank);

    /**
     * Makes memory that other ranks can reach; zeros at first. Does not block.
     *
     * @param sizeBytes 1 to {@link #MAX_REGION_BYTES}
     * @throws IllegalArgumentException for another size
     * @throws CommException if this Comm has failed or is closed, or with {@link CommException.Reason#NO_MEMORY} if there
     *     is none; the Comm goes on then
     * @throws IllegalStateException before the Comm's {@code start}
     */
    Region register(long sizeBytes);

    /**
     * Copies bytes of a region into a buffer, between its position and limit, which are left as they were. The buffer may
     * be direct or on the heap, of any byte order; other threads must leave it alone meanwhile, and it should not overlap
     * with the range.
     *
     * @param offset of the first byte, in bytes, of whatever alignment
     * @throws java.nio.ReadOnlyBufferException if it is read-only
     */
    void get(RegionKey key, long offset, ByteBuffer target);

    /** Copies the bytes between a buffer's position and limit, which are left as they were, to a region; as {@link #get}. */
    void put(RegionKey key, long offset, ByteBuffer source);

    /** The aligned word at an offset, little-endian. */
    long getLong(RegionKey key, long offset);

    /** Replaces the aligned word at an offset, little-endian. */
    void putLong(RegionKey key, long offset, long value);

    /**
     * As {@link #putLong}, without waiting for its end or telling it: non-blocking with an implicit event, as OpenSHMEM's
     * {@code put_nbi}. It takes effect soon, and before what the calling thread begins behind a {@link #fence}. For what
     * nobody has to rely on: that the region is gone, or its rank, may be told by an exception, or by nothing.
     */
    void putLongNbi(RegionKey key, long offset, long value);

    /**
     * Replaces the aligned word at an offset, little-endian, if it has the expected value.
     *
     * @return the value before: the expected one if and only if the word was replaced
     */
    long compareAndExchange(RegionKey key, long offset, long expected, long next);

    /**
     * As {@link #get}, without blocking: the target is not to be touched before the future has completed. Exceptions about
     * arguments and about the state of this Comm are thrown; all others end the future. It completes on an unspecified
     * thread, which dependents must not block.
     */
    CompletableFuture<Void> getAsync(RegionKey key, long offset, ByteBuffer target);

    /** As {@link #put}, without blocking: the source is not to be changed before the future has completed. */
    CompletableFuture<Void> putAsync(RegionKey key, long offset, ByteBuffer source);

    /**
     * Orders the calling thread's operations: those that it begins after this call take effect after those that it has
     * begun before, on whichever ranks' regions. It may wait for them to complete, and need not. Whether they succeeded is
     * known from their futures only: who publishes something should look at these first.
     *
     * @throws CommException if this Comm has failed or is closed
     * @throws IllegalStateException before the Comm's {@code start}
     */
    void fence();
}
