package jdsm.comm;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * One-sided access to the registered memory of ranks: {@link #get}, {@link #put} and {@link #compareAndExchange} need
 * no thread of the rank whose memory they access. Obtained from {@link Comm#remoteMemory}. Any thread, the delivery
 * thread included, may call the methods between the Comm's {@link Comm#start start} and {@link Comm#close close}. The
 * same rules hold for the regions of the own rank. Accesses are not counted in {@link Comm#statistics}.
 *
 * <p><b>Blocking.</b> The methods block until their operation is complete, except the asynchronous forms and
 * {@link #register}. They wait for no thread of any program, and interruption does not end them.
 *
 * <p><b>Guarantees</b>:
 *
 * <ul>
 *   <li>A completed put is visible to every get of any rank that begins afterwards. An operation is complete when its
 *       call has returned, an asynchronous one when its future has completed. "Get" and "put" here include
 *       {@code getLong}, {@code putLong} and {@code compareAndExchange}.
 *   <li>Consequently a thread's operations take effect in program order if each is complete before the next begins. The
 *       {@code getLong}, {@code putLong} and {@code compareAndExchange} of all ranks are in one total order.
 *   <li>{@code getLong} is an acquire: a thread that reads a value sees all earlier operations of the thread that put
 *       the value. {@code putLong} is a release that is visible when it returns. {@code compareAndExchange} is a full
 *       fence, and atomic against every other operation on the same word.
 *   <li>An aligned word (64 bits, at an offset that is a multiple of 8) is never torn: a get that covers the whole word
 *       sees the result of one put that covered the whole word, or of one operation on the word.
 *   <li>Gets and puts of several words are not atomic, and the order in which their words move is unspecified. A word
 *       that the range covers in part moves byte by byte. A put changes no byte outside its range.
 *   <li>After an exception of a put or of its future, any of its bytes may have arrived.
 * </ul>
 *
 * <p><b>Order of asynchronous operations.</b> An asynchronous operation is not ordered against other operations of its
 * thread until its future, if it has one, has completed. {@link #fence} orders operations without waiting for futures.
 *
 * <p><b>Reading several words as one</b> needs a sequence lock: one aligned word beside the record.
 *
 * <pre>
 * write:  do s = getLong(seq) while (s is odd or compareAndExchange(seq, s, s + 1) is not s)
 *         putRecord(record)
 *         putLong(seq, s + 2)
 * read:   do s = getLong(seq); if s is odd, again; getRecord(record) while (getLong(seq) is not s)
 * </pre>
 *
 * <p>The lock works because each operation is complete before the next begins: the writer's put lies between its two
 * changes of {@code seq}, the reader's get between its two reads of {@code seq}. With {@code putAsync} or
 * {@code getRecordAsync} a {@code fence()} or the completion of the future must precede the next operation on {@code seq}.
 * Before the second read the record may be a mixture of versions and must not be interpreted. A writer that dies in
 * between leaves {@code seq} odd. No reader loops for ever then: the loss of a rank is a failure of every rank's Comm,
 * after which {@code getLong} throws.
 *
 * <p><b>Exceptions</b> of all methods that take a key:
 *
 * <ul>
 *   <li>{@link IndexOutOfBoundsException} if the range is not within the key's size; {@link IllegalArgumentException}
 *       if the job has no such rank, or the offset of a word is not a multiple of 8. No memory was accessed.
 *   <li>{@link CommException} with {@link CommException.Reason#NO_REGION} if the key's rank has no such region
 *       registered. The Comm goes on.
 *   <li>{@link CommException} with {@link CommException.Reason#NO_MEMORY} if this process has no memory or other
 *       resources left to access the region. The Comm goes on.
 *   <li>{@link CommException} if this Comm has failed or is closed ({@code CLOSED}), if the key's rank has failed
 *       ({@code PEER_LOST}) or left the job ({@code CLOSED}).
 *   <li>{@link IllegalStateException} before the Comm's {@code start}.
 * </ul>
 */
public interface RemoteMemory {
    /** The largest size of a region, in bytes: 2 GiB less 4 KiB, so that one buffer covers it. */
    long MAX_REGION_BYTES = (1L << 31) - (1L << 12);

    /**
     * Whether this rank and another one reach each other's regions. True for the own rank. For other ranks the answer
     * is known after the Comm's {@link Comm#start start} and does not change. An access to a region of a rank that is
     * not reached throws a {@link CommException} with {@link CommException.Reason#NO_REGION}. Does not block.
     *
     * @param rank a rank of the job
     */
    boolean reaches(int rank);

    /**
     * Registers new memory that other ranks can access and that begins as zeros. Does not wait for other ranks.
     *
     * @param sizeBytes 1 to {@link #MAX_REGION_BYTES}
     * @throws IllegalArgumentException for a size out of this range
     * @throws CommException if this Comm has failed or is closed, or with {@link CommException.Reason#NO_MEMORY} if
     *     there is no memory; in that case the Comm goes on
     * @throws IllegalStateException before the Comm's {@code start}
     */
    Region register(long sizeBytes);

    /**
     * Copies bytes of a region into a buffer, between its position and limit, which stay unchanged. The buffer may be
     * direct or on the heap, with any byte order. Other threads must not access it meanwhile, and it should not overlap
     * with the range.
     *
     * @param offset the offset of the first byte in the region, in bytes; need not be aligned
     * @throws java.nio.ReadOnlyBufferException if the buffer is read-only
     */
    void get(RegionKey key, long offset, ByteBuffer target);

    /**
     * Copies the bytes between a buffer's position and limit, which stay unchanged, into a region. Otherwise as
     * {@link #get}.
     */
    void put(RegionKey key, long offset, ByteBuffer source);

    /**
     * As {@link #get}, but words may be torn: for a record that a sequence lock guards, see above. Where the transport
     * reads by the network's own operations, a long record comes several times as fast. After an exception the bytes of
     * the target may change until this rank's Comm is closed.
     */
    default void getRecord(RegionKey key, long offset, ByteBuffer target) {
        get(key, offset, target);
    }

    /**
     * As {@link #put}, but a get of any form may see torn words before this is complete: for a record that a sequence
     * lock guards, see above.
     */
    default void putRecord(RegionKey key, long offset, ByteBuffer source) {
        put(key, offset, source);
    }

    /** Reads the aligned word at an offset, little-endian. */
    long getLong(RegionKey key, long offset);

    /** Writes the aligned word at an offset, little-endian. */
    void putLong(RegionKey key, long offset, long value);

    /**
     * Writes the aligned word at an offset without waiting for completion, as OpenSHMEM's {@code put_nbi}. The write
     * takes effect soon, and before the operations that the calling thread begins after a {@link #fence}. For hints
     * only: if the region or its rank is gone, the call may throw or have no effect.
     */
    void putLongNbi(RegionKey key, long offset, long value);

    /**
     * Replaces the aligned word at an offset, little-endian, if the word has the expected value.
     *
     * @return the previous value: equal to the expected one if and only if the word was replaced
     */
    long compareAndExchange(RegionKey key, long offset, long expected, long next);

    /**
     * As {@link #get}, without blocking. The caller must not access the target before the future has completed. The
     * call throws exceptions about arguments and about the state of this Comm; all others complete the future. The
     * future completes on an unspecified thread, which dependents must not block.
     */
    CompletableFuture<Void> getAsync(RegionKey key, long offset, ByteBuffer target);

    /** As {@link #getRecord}, without blocking. The caller must not use the target before the future has completed. */
    default CompletableFuture<Void> getRecordAsync(RegionKey key, long offset, ByteBuffer target) {
        return getAsync(key, offset, target);
    }

    /** As {@link #put}, without blocking. The caller must not change the source before the future has completed. */
    CompletableFuture<Void> putAsync(RegionKey key, long offset, ByteBuffer source);

    /**
     * Orders the calling thread's operations on all regions: those begun after this call take effect after those begun
     * before. The call may block until the earlier operations are complete. Only their futures tell whether they
     * succeeded, so a publisher should check these first.
     *
     * @throws CommException if this Comm has failed or is closed
     * @throws IllegalStateException before the Comm's {@code start}
     */
    void fence();
}
