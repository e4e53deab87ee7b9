package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntFunction;
import jdsm.comm.RegionKey;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * The requests and answers by which ranks exchange keys of UCX and carry out exchanges; see {@link Wire} for the layout.
 * Used under the worker's lock.
 */
final class MemoryRequests {
    /** The meaning of a message. The code is sent on the wire. */
    enum Type {
        /** To the owner: the sender needs UCX's key of a region. */
        WANTED(1),
        /** From the owner: first word 1 with the address and the key, or 0 if there is no such region. */
        KEY(2),
        /** From the owner: the region is closed. */
        CLOSED(3),
        /** To the owner: the sender uses the key of the closed region no more. */
        RELEASED(4),
        /** To the owner: compare and exchange; words: offset, expected value, new value. */
        EXCHANGE(5),
        /** From the owner: first word 1 and the value before, or 0 if there is no such region. */
        EXCHANGED(6),
        /** To the owner: store the further bytes; first word: offset. */
        STORE(7),
        /** From the owner: first word 1, or 0 if there is no such region. */
        STORED(8);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        /** Returns the type with a code, or null. */
        static Type of(int code) {
            return Arrays.stream(values())
                    .filter(type -> type.code == code)
                    .findFirst()
                    .orElse(null);
        }
    }

    private final int rank;
    private final Buffers buffers;
    private final IntFunction<UcpEndpoint> endpoints;

    /** @param endpoints returns the endpoint to a peer */
    MemoryRequests(int rank, Buffers buffers, IntFunction<UcpEndpoint> endpoints) {
        this.rank = rank;
        this.buffers = buffers;
        this.endpoints = endpoints;
    }

    void send(int peer, Type type, RegionKey key) {
        send(peer, type, 0, key, 0, 0, 0);
    }

    /** @param number connects an answer with its request */
    void send(int peer, Type type, long number, RegionKey key, long first, long second, long third) {
        send(peer, type, number, key, new long[] {first, second, third}, ByteBuffer.allocate(0));
    }

    /** @param words three words whose meaning depends on the type */
    void send(int peer, Type type, long number, RegionKey key, long[] words, ByteBuffer more) {
        int length = Wire.MORE + more.remaining();
        Buffers.Buffer buffer = buffers.take(length);
        buffer.bytes()
                .putInt(Wire.FROM, rank)
                .putInt(Wire.OPERATION, type.code)
                .putLong(Wire.REQUEST, number)
                .putLong(Wire.REGION, key.id())
                .putLong(Wire.SIZE, key.sizeBytes())
                .putLong(Wire.FIRST, words[0])
                .putLong(Wire.SECOND, words[1])
                .putLong(Wire.THIRD, words[2])
                .put(Wire.MORE, more, more.position(), more.remaining());
        UcxCallback sent = new UcxCallback() {
            private boolean over;

            @Override
            public void onSuccess(UcpRequest request) {
                if (!over) {
                    over = true;
                    buffers.give(buffer);
                }
            }

            @Override
            public void onError(int status, String text) {
                over = true; // the peer is lost: the end of its connection says so
            }
        };
        try {
            endpoints
                    .apply(peer)
                    .sendAmNonBlocking(Wire.MEMORY, buffer.address(), length, buffer.address(), 0, 0, sent);
        } catch (UcxException e) {
            sent.onError(e.getStatus(), e.getMessage());
        }
    }
}
