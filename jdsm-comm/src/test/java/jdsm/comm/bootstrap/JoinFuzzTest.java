package jdsm.comm.bootstrap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdsm.comm.CommException;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes while ranks join. */
class JoinFuzzTest {
    private static final int RANKS = 3;
    private static final byte[] KEY = {1};
    private static final int MOST_PARTS = 16;
    private static final JobIdentity JOB =
            new JobIdentity("a job", "a secret of some length".getBytes(StandardCharsets.UTF_8), RANKS);

    static List<FuzzTarget> targets() {
        byte[] hello = bytes(JoiningHandshake.toRank(JOB, 1, 0, "there").begin());
        AdmittingHandshake admitting = AdmittingHandshake.atRank(JOB, 0, rank -> true);
        byte[] challenge = bytes(admitting.accept(ByteBuffer.wrap(hello)));
        byte[] refusal = bytes(AdmittingHandshake.atRank(JOB, 2, rank -> true).accept(ByteBuffer.wrap(hello)));
        return List.of(
                FuzzTarget.of(
                        "join: at the listener",
                        List.of(hello, joined(hello, new byte[JoinProtocol.PROOF_BYTES])),
                        input -> shake(AdmittingHandshake.atRank(JOB, 0, rank -> true), input)),
                FuzzTarget.of(
                        "join: at the caller",
                        List.of(challenge),
                        input -> shake(JoiningHandshake.toRank(JOB, 1, 0, "there"), input),
                        CommException.class),
                FuzzTarget.of(
                        "join: a refusal",
                        List.of(challenge, joined(refusal, new byte[JoinProtocol.ACCEPTANCE_BYTES])),
                        input -> {
                            try {
                                shake(JoiningHandshake.toRank(JOB, 1, 0, "there"), input);
                            } catch (CommException e) {
                                // the corpus has refusals as well
                            }
                        }),
                FuzzTarget.of("join: table of addresses", tables(), input -> RankAddress.decodeAll(input, RANKS)));
    }

    private static void shake(Handshake handshake, byte[] input) {
        ByteBuffer in = ByteBuffer.wrap(input);
        while (handshake.wantedBytes() > 0 && in.remaining() >= handshake.wantedBytes()) {
            ByteBuffer next = in.slice(in.position(), handshake.wantedBytes());
            in.position(in.position() + next.remaining());
            handshake.accept(next);
        }
    }

    private static RankAddress address(int transportBytes) {
        return new RankAddress(
                new InetSocketAddress("127.0.0.1", 1234), HostIdentity.NONE, ByteBuffer.allocate(transportBytes), true);
    }

    private static List<byte[]> tables() {
        byte[] plain = address(0).encode();
        byte[] own = address(100).encode();
        return List.of(joined(plain, plain, plain), joined(own, plain, own));
    }

    static byte[] joined(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                List.of(parts).stream().mapToInt(part -> part.length).sum());
        List.of(parts).forEach(all::put);
        return all.array();
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    @ParameterizedTest
    @MethodSource("targets")
    void anyBytes(FuzzTarget target) throws Exception {
        Fuzzer.run(target);
    }

    /** Proves itself by one byte. */
    private static final class Proved implements Handshake {
        private boolean succeeded;

        @Override
        public void bind(byte[] channel) {}

        @Override
        public ByteBuffer begin() {
            return ByteBuffer.allocate(0);
        }

        @Override
        public int wantedBytes() {
            return succeeded ? 0 : 1;
        }

        @Override
        public ByteBuffer accept(ByteBuffer input) {
            succeeded = true;
            return ByteBuffer.allocate(0);
        }

        @Override
        public boolean greeted() {
            return succeeded;
        }

        @Override
        public boolean succeeded() {
            return succeeded;
        }

        @Override
        public Seal own() {
            return new Seal(KEY);
        }

        @Override
        public Seal others() {
            return new Seal(KEY);
        }

        @Override
        public int peer() {
            return 1;
        }
    }

    /** A message of an input: its length in two bytes, and its bytes. */
    private static byte[] part(byte[] message) {
        return ByteBuffer.allocate(Short.BYTES + message.length)
                .putShort((short) message.length)
                .put(message)
                .array();
    }

    /** What a member says that seals whatever it says: without the codes, changed bytes would not come to be decoded. */
    private static ByteBuffer sealed(byte[] input) {
        Seal seal = new Seal(KEY);
        ByteBuffer in = ByteBuffer.wrap(input);
        ByteBuffer out =
                ByteBuffer.allocate(1 + input.length + MOST_PARTS * Seal.BYTES).put((byte) 1); // the proof
        for (int parts = 0; parts < MOST_PARTS && in.remaining() >= Short.BYTES; parts++) {
            int length = Math.min(Short.toUnsignedInt(in.getShort()), in.remaining());
            out.put(seal.seal(in.slice(in.position(), length)));
            in.position(in.position() + length);
        }
        return out.flip();
    }

    /** A member's bytes behind the handshake, at a real connection of the rendezvous. */
    @Test
    void wordsAtTheRendezvous(@TempDir Path directory) throws Exception {
        byte[] ready = part(new Word(Word.Type.READY, -1, new byte[0]).encode().array());
        byte[] failed = part(
                Word.of(Word.Type.FAILED, 2, "rank 2 is not there").encode().array());
        byte[] plain = part(address(0).encode());
        List<byte[]> corpus = List.of(
                joined(plain, ready), joined(part(address(100).encode()), failed, ready), joined(plain, failed));
        UnixDomainSocketAddress path = UnixDomainSocketAddress.of(directory.resolve("s"));
        try (Selector selector = Selector.open();
                ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(path);
            Fuzzer.run(FuzzTarget.of(
                            "join: words of a rank",
                            corpus,
                            input -> say(input, path, listener, selector),
                            IOException.class)
                    .allocating(3 * RankAddress.MOST_TRANSPORT_BYTES, 128));
        }
    }

    private static void say(byte[] input, UnixDomainSocketAddress path, ServerSocketChannel listener, Selector selector)
            throws IOException {
        List<Word> said = new ArrayList<>();
        RendezvousConnection.Listener words = new RendezvousConnection.Listener() {
            @Override
            public void present(RendezvousConnection connection) {
                connection.address();
            }

            @Override
            public void said(RendezvousConnection connection, Word word) {
                said.add(word);
                word.text();
            }
        };
        try (SocketChannel member = SocketChannel.open(path);
                SocketChannel channel = listener.accept()) {
            member.configureBlocking(false);
            channel.configureBlocking(false);
            RendezvousConnection connection = new RendezvousConnection(channel, new Proved(), words);
            connection.register(channel.register(selector, SelectionKey.OP_READ));
            ByteBuffer rest = sealed(input);
            do {
                member.write(rest);
                connection.proceed();
            } while (rest.hasRemaining());
        } finally {
            selector.selectNow();
        }
    }
}
