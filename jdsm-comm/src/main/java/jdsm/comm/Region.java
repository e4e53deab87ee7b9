package jdsm.comm;

import java.nio.ByteBuffer;

/**
 * Memory of this rank, outside of the heap, that all ranks reach through {@link RemoteMemory}: from
 * {@link RemoteMemory#register} until {@link #close}, at the latest until its Comm is closed or has failed. It begins as
 * zeros, at an address that is a multiple of 64. Thread-safe; no method blocks.
 */
public interface Region extends AutoCloseable {
    /** The region's name, to be told to other ranks. Known after {@link #close}, too. */
    RegionKey key();

    /**
     * A new view of the whole region, little-endian, for plain local access: index 0 is offset 0.
     *
     * <p>How local and remote accesses see each other: a store through the view comes before what the storing thread does
     * with RemoteMemory afterwards (a {@link RemoteMemory#putLong putLong} with this region's own key is the usual way to
     * publish), and before any message that it sends afterwards; a load sees at least what was put before a word that the
     * thread has read by RemoteMemory, or a message that it has received. Otherwise loads and stores by several threads or
     * ranks race. Aligned words are not torn by {@link ByteBuffer#getLong(int)} and {@code putLong(int, long)} at
     * multiples of 8 where the JVM has 64 bits, and by a {@link
     * java.lang.invoke.MethodHandles#byteBufferViewVarHandle VarHandle} in all of its access modes; bulk copies by the
     * view promise nothing. Who needs whole words puts and gets with the own key.
     *
     * <p>A word that any rank changes by {@link RemoteMemory#compareAndExchange} must be changed by RemoteMemory only, here
     * too: network hardware need not respect a processor's own atomic accesses.
     *
     * <p>A view stays usable after {@link #close}, as memory that nobody else has. The memory is freed when no view of it
     * is reachable any more.
     *
     * @throws IllegalStateException if the region is closed
     */
    ByteBuffer buffer();

    /**
     * Takes the memory away from RemoteMemory: an access that begins afterwards, of whichever rank, throws a
     * {@link CommException} with {@link CommException.Reason#NO_REGION}. One that is under way either does so too or is
     * carried out, on memory that is used for nothing else. Idempotent.
     */
    @Override
    void close();
}
