package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
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
    private final Consumer<Arrived> arrivals;
    private final Consumer<CommException> failures;
    private final Consumer<String> trouble;
    private final Map<Long, Assembly> incomplete = new HashMap<>();
    /** The number of the next message to pass on. */
    private long next;

    /** A whole message. @param bytes the payload, which belongs to the receiver */
    record Arrived(int from, int kind, byte[] bytes) {}

    private static final class Assembly {
        private final int kind;
        private final byte[] bytes;
        private int missing;
        private boolean begun;

        private Assembly(int kind, int length) {
            this.kind = kind;
            bytes = new byte[length];
            missing = length;
        }

        private boolean isWhole() {
            return begun && missing == 0;
        }
    }

    /**
     * @param arrivals receives the messages
     * @param failures receives the faults of the peer that end the Comm
     * @param trouble receives failures of UCX with this peer
     */
    Incoming(
            int peer,
            Buffers buffers,
            Consumer<Arrived> arrivals,
            Consumer<CommException> failures,
            Consumer<String> trouble) {
        this.peer = peer;
        this.buffers = buffers;
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
        Assembly assembly = incomplete.computeIfAbsent(number, each -> new Assembly(kind, total));
        assembly.begun = true;
        int bytes = (int) length;
        if (!data.isDataValid()) {
            fetch(assembly, data, offset, bytes);
            return;
        }
        if (bytes > 0) {
            Wire.view(data.getDataAddress(), bytes).get(0, assembly.bytes, offset, bytes);
        }
        arrived(assembly, bytes);
    }

    private void fetch(Assembly assembly, UcpAmData data, int offset, int bytes) {
        Buffers.Buffer buffer = buffers.take(bytes);
        data.receive(buffer.address(), new UcxCallback() {
            @Override
            public void onSuccess(UcpRequest request) {
                buffer.bytes().get(0, assembly.bytes, offset, bytes);
                buffers.give(buffer);
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
        Assembly first = incomplete.get(next);
        while (first != null && first.isWhole()) {
            incomplete.remove(next);
            next++;
            arrivals.accept(new Arrived(peer, first.kind, first.bytes));
            first = incomplete.get(next);
        }
    }
}
