package jdsm.remote.store;

import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.remote.door.Kinds;

/** The pages of a server that is asked by messages. */
final class MessageStore implements PageStore {
    /** Pages that may be written without confirmation, in bytes, but always four pages. */
    private static final int UNCONFIRMED_BYTES = 4 << 20;

    private final ServerConnection server;
    private final int slots;
    private final int pageBytes;
    private final int mostUnconfirmed;
    /** Guards the reads under way: after a loss nothing writes into their targets any more. */
    private final Object reading = new Object();

    private final Reads reads = new Reads();
    private int written;
    private volatile int confirmed;

    /** @param comm not yet started; this constructor starts it */
    MessageStore(String name, Comm comm, int pageBytes, int slots, Consumer<String> onLoss) {
        this.slots = slots;
        this.pageBytes = pageBytes;
        this.mostUnconfirmed = Math.max(4, UNCONFIRMED_BYTES / pageBytes);
        server = new ServerConnection(name, comm, why -> {
            synchronized (reading) {
                reads.clear();
            }
            onLoss.accept(why);
        });
        comm.handle(Kinds.PAGE, (from, message) -> came(message));
        comm.handle(Kinds.WRITTEN, (from, message) -> confirmed(message));
        comm.start();
    }

    private void came(ByteBuffer message) {
        if (message.remaining() != Kinds.HEADER_BYTES + pageBytes) {
            throw server.malformed("a page", message);
        }
        int request = message.getInt(message.position());
        synchronized (reading) {
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
        synchronized (reading) {
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
    public void await(BooleanSupplier done) {
        server.await(done);
    }

    @Override
    public String name() {
        return server.name();
    }

    @Override
    public int slots() {
        return slots;
    }

    @Override
    public boolean isAsynchronous() {
        return true;
    }

    @Override
    public boolean isLost() {
        return server.isLost();
    }

    @Override
    public String lossText() {
        return server.lossText();
    }

    @Override
    public void close() {
        server.close();
    }
}
