package jdsm.remote.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.Frame;
import jdsm.comm.RegionKey;
import jdsm.remote.door.Kinds;
import jdsm.remote.door.Wish;

/** One client of a server. The delivery thread of its connection answers it. */
final class Client {
    private final Comm comm;
    private final ClientMemory memory;
    private final int pages;
    private final int pageBytes;
    private final CountDownLatch left = new CountDownLatch(1);

    /** @param comm not yet started */
    Client(Comm comm, Wish wish, ClientMemory memory) {
        this.comm = comm;
        this.memory = memory;
        pages = wish.pages();
        pageBytes = wish.pageBytes();
        comm.onFailure(cause -> left.countDown());
        comm.handle(Kinds.READ, (from, message) -> read(message));
        comm.handle(Kinds.WRITE, (from, message) -> write(message));
        comm.handle(Kinds.WANT_CHUNK, (from, message) -> giveChunk(message));
        comm.handle(Kinds.BYE, (from, message) -> left.countDown());
    }

    /** Connects and serves; blocks until the client has left or is lost. */
    void serve() {
        comm.start();
        try {
            left.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read(ByteBuffer message) {
        checkLength(message, 2 * Integer.BYTES);
        int slot = slot(message);
        Frame frame = comm.frame(Kinds.PAGE, Kinds.HEADER_BYTES + pageBytes);
        ByteBuffer answer = frame.buffer();
        answer.putInt(0, message.getInt(message.position() + Integer.BYTES)).putInt(Integer.BYTES, 0);
        memory.read(slot, answer, Kinds.HEADER_BYTES);
        comm.post(Kinds.CLIENT, frame);
    }

    private void write(ByteBuffer message) {
        checkLength(message, Kinds.HEADER_BYTES + pageBytes);
        int slot = slot(message);
        try {
            memory.write(slot, message, message.position() + Kinds.HEADER_BYTES);
        } catch (CommException e) {
            sayNoMemory(e);
            return;
        }
        Frame frame = comm.frame(Kinds.WRITTEN, Integer.BYTES);
        frame.buffer().putInt(0, 1);
        comm.post(Kinds.CLIENT, frame);
    }

    private void giveChunk(ByteBuffer message) {
        checkLength(message, Integer.BYTES);
        int chunk = message.getInt();
        RegionKey key;
        try {
            key = memory.chunk(chunk);
        } catch (CommException e) {
            sayNoMemory(e);
            return;
        }
        Frame frame = comm.frame(Kinds.CHUNK, Integer.BYTES + RegionKey.ENCODED_BYTES);
        ByteBuffer answer = frame.buffer();
        answer.putInt(chunk);
        key.encode(answer);
        comm.post(Kinds.CLIENT, frame);
    }

    /** What was set aside for the client is not there: its system has less than it promised. */
    private void sayNoMemory(CommException cause) {
        byte[] text = cause.getMessage().getBytes(StandardCharsets.UTF_8);
        Frame frame = comm.frame(Kinds.NO_MEMORY, text.length);
        frame.buffer().put(0, text);
        comm.post(Kinds.CLIENT, frame);
    }

    private int slot(ByteBuffer message) {
        int slot = message.getInt(message.position());
        if (slot < 0 || slot >= pages) {
            throw new IllegalArgumentException("a client asked for page " + slot + " of " + pages);
        }
        return slot;
    }

    private static void checkLength(ByteBuffer message, int bytes) {
        if (message.remaining() != bytes) {
            throw new IllegalArgumentException(
                    "a client sent a message of " + message.remaining() + " bytes instead of " + bytes);
        }
    }

    /** Ends {@link #serve} without a goodbye: the client loses its server. */
    void abandon() {
        try {
            comm.execute(() -> {
                throw new IllegalStateException("the memory server ends");
            });
        } catch (IllegalStateException e) {
            left.countDown(); // not connected yet
        }
    }

    /** Closes the connection, then frees the memory. Blocks until the client has closed its end or is lost. */
    void end() {
        comm.close();
        memory.free();
    }
}
