package jdsm.comm.bootstrap;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** One connection at the rendezvous: handshake, then the rank's address comes, then the table goes. */
final class RendezvousConnection {
    private final SocketChannel channel;
    private final Handshake handshake;
    private SelectionKey key;
    private ByteBuffer input;
    private ByteBuffer output = ByteBuffer.allocate(0);
    private byte[] address;
    private boolean tableQueued;

    RendezvousConnection(SocketChannel channel, Handshake handshake) {
        this.channel = channel;
        this.handshake = handshake;
        input = ByteBuffer.allocate(handshake.wantedBytes());
    }

    void register(SelectionKey registered) {
        key = registered;
    }

    int rank() {
        return handshake.peer();
    }

    byte[] address() {
        return address;
    }

    /** Whether the whole table has been written. */
    boolean isServed() {
        return tableQueued && !output.hasRemaining();
    }

    /**
     * Reads and writes what can be now; true if the rank's address has just become known.
     *
     * @throws IOException if the connection is to be dropped
     */
    boolean proceed() throws IOException {
        write();
        boolean complete = false;
        while (key.isReadable() && channel.isOpen()) {
            int read = channel.read(input);
            if (read < 0) {
                throw new EOFException();
            }
            if (input.hasRemaining()) {
                break;
            }
            complete |= take();
            if (!input.hasRemaining()) {
                break;
            }
        }
        return complete;
    }

    private boolean take() throws IOException {
        if (address != null) {
            throw new IOException("more than was asked for");
        }
        if (handshake.succeeded()) {
            byte[] given = input.array();
            if (RankAddress.decode(given) == null) {
                throw new IOException("no address");
            }
            address = given;
            // One byte more, to notice the connection's end.
            input = ByteBuffer.allocate(1);
            return true;
        }
        output = handshake.accept(input.flip());
        write();
        int wanted = handshake.wantedBytes();
        if (wanted == 0 && !handshake.succeeded()) {
            channel.shutdownOutput();
            throw new IOException("refused");
        }
        input = ByteBuffer.allocate(wanted == 0 ? RankAddress.BYTES : wanted);
        return false;
    }

    void send(byte[][] table) throws IOException {
        output = ByteBuffer.allocate(table.length * RankAddress.BYTES);
        for (byte[] each : table) {
            output.put(each);
        }
        output.flip();
        tableQueued = true;
        write();
    }

    private void write() throws IOException {
        channel.write(output);
        key.interestOps(output.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
