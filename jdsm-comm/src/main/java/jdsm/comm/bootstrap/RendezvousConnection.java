package jdsm.comm.bootstrap;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;

/** One connection at the rendezvous: first the handshake, then the rank's address, then words in both directions. */
final class RendezvousConnection {
    /** Receives the events of a connection, on the thread of the rendezvous. */
    interface Listener {
        /** The rank has proved itself and sent its address. */
        void present(RendezvousConnection connection) throws IOException;

        /** The rank has sent a word. */
        void said(RendezvousConnection connection, Word word) throws IOException;
    }

    private enum State {
        /** Neither side trusts the other yet. */
        HANDSHAKE,
        /** The first part of the rank's address comes next. */
        ADDRESS,
        /** The transport's part of the rank's address comes next. */
        TRANSPORT_ADDRESS,
        /** A word's header comes next. */
        HEADER,
        /** The content of a word comes next. */
        CONTENT
    }

    private final SocketChannel channel;
    private final Handshake handshake;
    private final Listener listener;
    private final ArrayDeque<ByteBuffer> output = new ArrayDeque<>();
    private SelectionKey key;
    private State state = State.HANDSHAKE;
    private ByteBuffer input;
    private byte[] firstPart;
    private byte[] address;
    private Word header;

    RendezvousConnection(SocketChannel channel, Handshake handshake, Listener listener) {
        this.channel = channel;
        this.handshake = handshake;
        this.listener = listener;
        input = ByteBuffer.allocate(handshake.wantedBytes());
    }

    void register(SelectionKey registered) {
        key = registered;
    }

    /** Whether the first bytes were those of a member of the job. */
    boolean greeted() {
        return handshake.greeted();
    }

    int rank() {
        return handshake.peer();
    }

    /** Returns the encoded {@link RankAddress} of the rank; null before it has arrived. */
    byte[] address() {
        return address;
    }

    /** Returns the host from which the rank connected; empty for a loopback address. */
    String host() {
        try {
            InetSocketAddress remote = (InetSocketAddress) channel.getRemoteAddress();
            return remote.getAddress().isLoopbackAddress()
                    ? ""
                    : remote.getAddress().getHostAddress();
        } catch (IOException e) {
            return "";
        }
    }

    /** Whether all that was sent has been written. */
    boolean isWritten() {
        return output.isEmpty();
    }

    /**
     * Reads and writes what can be now.
     *
     * @throws IOException if the connection is to be dropped
     */
    void proceed() throws IOException {
        write();
        while (channel.isOpen()) {
            int read = channel.read(input);
            if (read < 0) {
                throw new EOFException();
            }
            if (input.hasRemaining()) {
                return;
            }
            take();
        }
    }

    private void take() throws IOException {
        switch (state) {
            case HANDSHAKE -> shake();
            case ADDRESS -> {
                firstPart = input.array();
                int more = RankAddress.moreBytes(firstPart);
                if (more > 0) {
                    await(State.TRANSPORT_ADDRESS, more);
                } else {
                    present(firstPart);
                }
            }
            case TRANSPORT_ADDRESS -> {
                byte[] whole = Arrays.copyOf(firstPart, firstPart.length + input.capacity());
                System.arraycopy(input.array(), 0, whole, firstPart.length, input.capacity());
                present(whole);
            }
            case HEADER -> {
                header = Word.header(input, Word.LONGEST_TEXT_BYTES);
                if (header == null) {
                    throw new IOException("no word");
                }
                if (header.content().length > 0) {
                    await(State.CONTENT, header.content().length);
                } else {
                    await(State.HEADER, Word.HEADER_BYTES);
                    listener.said(this, header);
                }
            }
            case CONTENT -> {
                Word word = new Word(header.type(), header.rank(), input.array());
                await(State.HEADER, Word.HEADER_BYTES);
                listener.said(this, word);
            }
        }
    }

    private void present(byte[] given) throws IOException {
        if (RankAddress.decode(given) == null) {
            throw new IOException("no address");
        }
        address = given;
        await(State.HEADER, Word.HEADER_BYTES);
        listener.present(this);
    }

    private void shake() throws IOException {
        ByteBuffer answer = handshake.accept(input.flip());
        send(answer);
        int wanted = handshake.wantedBytes();
        if (wanted > 0) {
            await(State.HANDSHAKE, wanted);
        } else if (handshake.succeeded()) {
            await(State.ADDRESS, RankAddress.BYTES);
        } else {
            channel.shutdownOutput();
            throw new IOException("refused");
        }
    }

    private void await(State next, int bytes) {
        state = next;
        input = ByteBuffer.allocate(bytes);
    }

    void send(ByteBuffer bytes) throws IOException {
        if (bytes.hasRemaining()) {
            output.addLast(bytes);
            write();
        }
    }

    private void write() throws IOException {
        while (!output.isEmpty()) {
            channel.write(output.peekFirst());
            if (output.peekFirst().hasRemaining()) {
                break;
            }
            output.removeFirst();
        }
        key.interestOps(output.isEmpty() ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The channel is useless either way.
        }
    }
}
