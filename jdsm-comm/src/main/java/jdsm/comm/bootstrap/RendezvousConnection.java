package jdsm.comm.bootstrap;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;

/** One connection at the rendezvous: first the handshake, then the rank's address, then words in both directions, all sealed. */
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
        /** The transport's part of the rank's address comes next, if there is one, and the code. */
        TRANSPORT_ADDRESS,
        /** A word's header comes next. */
        HEADER,
        /** The content of a word comes next, and the code. */
        CONTENT
    }

    private final SocketChannel channel;
    private final Handshake handshake;
    private final Listener listener;
    private final ArrayDeque<ByteBuffer> output = new ArrayDeque<>();
    private SelectionKey key;
    private State state = State.HANDSHAKE;
    private ByteBuffer input;
    /** What has come of the address or word before its last part. */
    private ByteBuffer firstPart;

    private byte[] address;
    private Word header;
    /** The seals of what this side and the rank say; null before the handshake has succeeded. */
    private Seal own;

    private Seal others;

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
                int more = RankAddress.moreBytes(input.array());
                if (more < 0) {
                    throw new IOException("no address");
                }
                awaitRest(State.TRANSPORT_ADDRESS, more);
            }
            case TRANSPORT_ADDRESS -> present(opened());
            case HEADER -> {
                header = Word.header(input, Word.LONGEST_TEXT_BYTES);
                if (header == null) {
                    throw new IOException("no word");
                }
                awaitRest(State.CONTENT, header.content().length);
            }
            case CONTENT -> {
                Word word = header.with(opened());
                await(State.HEADER, Word.HEADER_BYTES);
                listener.said(this, word);
            }
        }
    }

    /** Awaits the rest of a message and its code. */
    private void awaitRest(State next, int moreBytes) {
        firstPart = input.flip();
        await(next, moreBytes + Seal.BYTES);
    }

    /** Returns the message of which the last part has come. */
    private byte[] opened() throws IOException {
        ByteBuffer whole = ByteBuffer.allocate(firstPart.remaining() + input.capacity());
        byte[] message = others.open(whole.put(firstPart).put(input.flip()).flip());
        if (message == null) {
            throw new IOException("somebody has changed what the rank said");
        }
        return message;
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
            own = handshake.own();
            others = handshake.others();
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

    /** Sends a word; only to a rank that has proved itself. */
    void say(Word word) throws IOException {
        send(own.seal(word.encode()));
    }

    private void send(ByteBuffer bytes) throws IOException {
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
