package jdsm.comm;

import java.nio.ByteBuffer;

/**
 * Registered memory of this rank, outside the heap, that other ranks access through {@link RemoteMemory}. It is
 * registered from {@link RemoteMemory#register} until {@link #close}, or until its Comm is closed or has failed. It
 * begins as zeros, at an address that is a multiple of 64. Thread-safe; no method blocks.
 */
public interface Region extends AutoCloseable {
    /** Returns the region's key, which the program sends to other ranks. Available after {@link #close}, too. */
    RegionKey key();

    /**
     * Returns a new view of the whole region, little-endian, for plain local access: index 0 is offset 0.
     *
     * <p>Order of local and remote accesses: a store through the view comes before all later operations of the storing
     * thread on RemoteMemory, and before all messages that the thread sends later. The usual way to publish is a
     * {@link RemoteMemory#putLong putLong} with this region's own key. A load sees at least the puts before a word that
     * the loading thread has read by RemoteMemory, or before a message that it has received. Otherwise loads and stores
     * by several threads or ranks race.
     *
     * <p>{@link ByteBuffer#getLong(int)} and {@code putLong(int, long)} at multiples of 8 do not tear words on a 64-bit
     * JVM, nor does a {@link java.lang.invoke.MethodHandles#byteBufferViewVarHandle VarHandle} in any access mode. Bulk
     * copies through the view may tear words; get and put with the region's own key do not.
     *
     * <p>If any rank changes a word by {@link RemoteMemory#compareAndExchange}, all ranks must change that word through
     * RemoteMemory only, this one included: network hardware need not respect a processor's own atomic accesses.
     *
     * <p>A view stays usable after {@link #close}, as memory that no other rank accesses. The garbage collector frees
     * the memory when no view of it is reachable.
     *
     * @throws IllegalStateException if the region is closed
     */
    ByteBuffer buffer();

    /**
     * Ends the registration. A later access by any rank throws a {@link CommException} with
     * {@link CommException.Reason#NO_REGION}. An access in progress either throws as well or completes, on memory that
     * serves no other purpose. Idempotent.
     */
    @Override
    void close();
}
