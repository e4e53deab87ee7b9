package jdsm.remote.store;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.remote.door.Kinds;

/** The pages of a server that is asked by messages. */
final class MessageStore extends ServerStore {
    /** Pages that may be written without confirmation, in bytes, but always four pages. */
    private static final int UNCONFIRMED_BYTES = 4 << 20;

    private final int pageBytes;
    private final int mostUnconfirmed;
    /** The reads under way, guarded by their own monitor: after a loss nothing writes into their targets any more. */
    private final Reads reads;

    private int written;
    private volatile int confirmed;

    /** @param comm not yet started; this constructor starts it */
    MessageStore(String name, Comm comm, int pageBytes, int slots, Consumer<String> onLoss) {
        this(name, comm, pageBytes, slots, onLoss, new Reads());
    }

    private MessageStore(String name, Comm comm, int pageBytes, int slots, Consumer<String> onLoss, Reads reads) {
        super(
                new ServerConnection(name, comm, why -> {
                    synchronized (reads) {
                        reads.clear();
                    }
                    onLoss.accept(why);
                }),
                slots);
        this.reads = reads;
        this.pageBytes = pageBytes;
        this.mostUnconfirmed = Math.max(4, UNCONFIRMED_BYTES / pageBytes);
        comm.handle(Kinds.PAGE, (from, message) -> came(message));
        comm.handle(Kinds.WRITTEN, (from, message) -> confirmed(message));
        comm.start();
    }

    private void came(ByteBuffer message) {
        if (message.remaining() != Kinds.HEADER_BYTES + pageBytes) {
            throw server.malformed("a page", message);
        }
        int request = message.getInt(message.position());
        synchronized (reads) {
            Reads.Read read = reads.take(request);
            if (read == null) {
                if (server.isLost()) {
                    return;
                }
                throw server.malformed("an answer to no request", message);
            }
            read.target().put(read.target().position(), message, message.position() + Kinds.HEADER_BYTES, pageBytes);
            read.arrival().arrived();
        }
        server.wake();
    }

    private void confirmed(ByteBuffer message) {
        if (message.remaining() != Integer.BYTES) {
            throw server.malformed("a confirmation", message);
        }
        confirmed = confirmed + message.getInt(message.position()); // only the delivery thread writes it
        server.wake();
    }

    @Override
    public void read(int slot, ByteBuffer target, Arrival arrival) {
        int request;
        synchronized (reads) {
            if (server.isLost()) {
                return;
            }
            request = reads.put(new Reads.Read(target, arrival));
        }
        Frame frame = server.frame(Kinds.READ, 2 * Integer.BYTES);
        frame.buffer().putInt(0, slot).putInt(Integer.BYTES, request);
        server.post(frame);
    }

    @Override
    public void write(int slot, ByteBuffer content) {
        server.await(() -> written - confirmed < mostUnconfirmed);
        if (server.isLost()) {
            return;
        }
        written++;
        Frame frame = server.frame(Kinds.WRITE, Kinds.HEADER_BYTES + pageBytes);
        frame.buffer()
                .putInt(0, slot)
                .putInt(Integer.BYTES, 0)
                .put(Kinds.HEADER_BYTES, content, content.position(), pageBytes);
        server.post(frame);
    }

    @Override
    public boolean isAsynchronous() {
        return true;
    }
}
