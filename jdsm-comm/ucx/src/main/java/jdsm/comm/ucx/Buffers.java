package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpMemory;
import org.openucx.jucx.ucp.UcpRequestParams;
import org.openucx.jucx.ucs.UcsConstants;

/**
 * A pool of direct buffers whose memory is registered with UCX. It grows to the most buffers in use at one time.
 * Thread-safe; no method blocks.
 */
final class Buffers {
    /** The longest piece of a message, in bytes; a buffer has room for it behind a header. */
    static final int PIECE_BYTES = 256 << 10;

    private static final int ALIGNMENT = 64;
    private static final int SLAB_BYTES = 1 << 20;
    /** The sizes of buffers, in bytes, ascending. */
    private static final int[] SIZES = {512, 8 << 10, 64 << 10, PIECE_BYTES + ALIGNMENT};

    private final UcpContext context;
    private final List<UcpMemory> slabs = new ArrayList<>();
    private final List<ArrayDeque<Buffer>> free = new ArrayList<>();
    private boolean closed;

    /**
     * A buffer of the pool. Its address is a multiple of 64. One user at a time.
     *
     * @param bytes the whole buffer, little-endian
     * @param address the address of its first byte
     * @param params tells UCX of the registration
     * @param size the index of its size
     */
    record Buffer(ByteBuffer bytes, long address, UcpRequestParams params, int size) {}

    Buffers(UcpContext context) {
        this.context = context;
        for (int size = 0; size < SIZES.length; size++) {
            free.add(new ArrayDeque<>());
        }
    }

    /** Takes a buffer. @param lengthBytes at most {@link #PIECE_BYTES} + 64 */
    synchronized Buffer take(int lengthBytes) {
        int size = 0;
        while (SIZES[size] < lengthBytes) {
            size++;
        }
        Buffer buffer = free.get(size).pollLast();
        return buffer != null ? buffer : cut(size);
    }

    synchronized void give(Buffer buffer) {
        free.get(buffer.size()).addLast(buffer);
    }

    /** Makes buffers of a size, keeps all but one. */
    private Buffer cut(int size) {
        int each = (SIZES[size] + ALIGNMENT - 1) & -ALIGNMENT;
        int count = Math.max(1, SLAB_BYTES / each / 4);
        ByteBuffer slab = ByteBuffer.allocateDirect(count * each + ALIGNMENT).alignedSlice(ALIGNMENT);
        UcpRequestParams params = new UcpRequestParams().setMemoryType(UcsConstants.MEMORY_TYPE.UCS_MEMORY_TYPE_HOST);
        if (!closed) {
            UcpMemory memory = context.registerMemory(slab.slice(0, count * each));
            slabs.add(memory);
            params.setMemoryHandle(memory);
        }
        for (int i = 0; i < count; i++) {
            ByteBuffer bytes = slab.slice(i * each, each).order(ByteOrder.LITTLE_ENDIAN);
            free.get(size).addLast(new Buffer(bytes, UcxUtils.getAddress(bytes), params, size));
        }
        return free.get(size).pollLast();
    }

    /** Ends the registrations, after the last operation. */
    synchronized void close() {
        closed = true;
        free.forEach(ArrayDeque::clear); // buffers that are still taken are not given to UCX any more
        slabs.forEach(UcpMemory::deregister);
        slabs.clear();
    }
}
