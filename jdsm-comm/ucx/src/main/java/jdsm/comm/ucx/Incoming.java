package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.memory.PageAllocator;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.ucp.UcpAmData;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * Puts the messages of one peer together from their pieces, and passes them on in the order of their numbers. The
 * worker's lock guards all fields; no method blocks.
 */
final class Incoming {
    private final int peer;
    private final Buffers buffers;
    private final PageAllocator allocator;
    private final Consumer<Arrived> arrivals;
    private final Consumer<CommException> failures;
    private final Consumer<String> trouble;
    private final Map<Long, Assembly> incomplete = new HashMap<>();
    /** The number of the next message to pass on. */
    private long next;

    /** A whole message. @param room the payload, which belongs to the receiver */
    record Arrived(int from, int kind, Room room) {}

    private static final class Assembly {
        private final int kind;
        private final Room room;
        private int missing;
        private boolean begun;

        private Assembly(int kind, Room room) {
            this.kind = kind;
            this.room = room;
            missing = room.bytes().capacity();
        }

        private boolean isWhole() {
            return begun && missing == 0;
        }
    }

    /**
     * @param allocator has the memory of long messages
     * @param arrivals receives the messages
     * @param failures receives the faults of the peer that end the Comm
     * @param trouble receives failures of UCX with this peer
     */
    Incoming(
            int peer,
            Buffers buffers,
            PageAllocator allocator,
            Consumer<Arrived> arrivals,
            Consumer<CommException> failures,
            Consumer<String> trouble) {
        this.peer = peer;
        this.buffers = buffers;
        this.allocator = allocator;
        this.arrivals = arrivals;
        this.failures = failures;
        this.trouble = trouble;
    }

    /** Takes a piece, inside a callback of UCX. Copies data that is there, and fetches data that is not. */
    void piece(ByteBuffer header, UcpAmData data) {
        int kind = header.getInt(Wire.KIND);
        long number = header.getLong(Wire.NUMBER);
        int total = header.getInt(Wire.LENGTH);
        int offset = header.getInt(Wire.OFFSET);
        long length = data.getLength();
        if (number < next
                || total < 0
                || total > Comm.MAX_MESSAGE_BYTES
                || offset < 0
                || length > Buffers.PIECE_BYTES
                || length > total - offset) {
            failures.accept(new CommException(
                    Reason.PROTOCOL,
                    peer,
                    "rank " + peer + " sent a malformed piece: message " + number + ", " + length + " bytes at "
                            + offset + " of " + total));
            return;
        }
        int bytes = (int) length;
        if (number == next && bytes == total && data.isDataValid()) {
            Room room = Room.of(allocator, total);
            copy(data, room, 0, bytes);
            passOn(kind, room);
            passOnWhole();
            return;
        }
        Assembly assembly = incomplete.computeIfAbsent(number, each -> new Assembly(kind, Room.of(allocator, total)));
        assembly.begun = true;
        if (data.isDataValid()) {
            copy(data, assembly.room, offset, bytes);
            arrived(assembly, bytes);
        } else {
            fetch(assembly, data, offset, bytes);
        }
    }

    private static void copy(UcpAmData data, Room room, int offset, int bytes) {
        if (bytes > 0) {
            room.bytes().put(offset, Wire.view(data.getDataAddress(), bytes), 0, bytes);
        }
    }

    private void fetch(Assembly assembly, UcpAmData data, int offset, int bytes) {
        Room room = assembly.room;
        Buffers.Buffer buffer = room.isDirect() ? null : buffers.take(bytes);
        long address = buffer == null ? room.address() + offset : buffer.address();
        data.receive(address, new UcxCallback() {
            @Override
            public void onSuccess(UcpRequest request) {
                if (buffer != null) {
                    room.bytes().put(offset, buffer.bytes(), 0, bytes);
                    buffers.give(buffer);
                }
                arrived(assembly, bytes);
            }

            @Override
            public void onError(int status, String text) {
                trouble.accept("fetching a message failed: " + text);
            }
        });
    }

    private void arrived(Assembly assembly, int bytes) {
        assembly.missing -= bytes;
        passOnWhole();
    }

    private void passOn(int kind, Room room) {
        next++;
        arrivals.accept(new Arrived(peer, kind, room));
    }

    /** Passes on the messages that are whole, as far as all before them are. */
    private void passOnWhole() {
        Assembly first = incomplete.isEmpty() ? null : incomplete.get(next);
        while (first != null && first.isWhole()) {
            incomplete.remove(next);
            passOn(first.kind, first.room);
            first = incomplete.get(next);
        }
    }
}
