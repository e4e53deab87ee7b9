package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import jdsm.comm.CommException;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.CommWithoutPeers;
import org.junit.jupiter.api.Test;

/** Any bytes on the connection of a peer that has proved itself. */
class FramesFuzzTest {
    private static final int HANDLED = 5;
    /** More than this comes at once from no test; a payload that is announced gets its buffer when its first part is there. */
    private static final int LONGEST = 1 << 20;

    /** Takes what arrives; says what it would have ended with. */
    private static final class Receiver extends CommWithoutPeers {
        private Receiver() {
            super(new CommSettings(0, 2, "job", new byte[16], null, false, null, 2, 1));
            handle(HANDLED, (from, payload) -> {});
            start();
        }

        private Arrivals here() {
            return arrivals();
        }

        private void check() {
            CommException cause = failure();
            if (cause != null) {
                throw cause;
            }
        }

        @Override
        protected void transmitControl(int to, int kind, long value) {}

        @Override
        public boolean onDeliveryThread() {
            return true;
        }
    }

    private final SharedBuffer shared = new SharedBuffer();

    @Test
    void anyBytes() throws InterruptedException {
        List<byte[]> corpus = List.of(
                frames(HANDLED, 3, HANDLED, 0),
                frames(0, 100, HANDLED, 8),
                frames(244, 8, 245, 8, HANDLED, 1000),
                frames(241, 8, 242, 8));
        Fuzzer.run(FuzzTarget.of("tcp: frames", corpus, this::read, CommException.class)
                .allocating(1 << 18, 32));
        shared.release();
    }

    private static byte[] frames(int... kindsAndLengths) {
        ByteBuffer all = ByteBuffer.allocate(1 << 12).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < kindsAndLengths.length; i += 2) {
            all.putInt(0x4D4A | kindsAndLengths[i] << 16)
                    .putInt(kindsAndLengths[i + 1])
                    .putLong(0);
            all.position(all.position() + kindsAndLengths[i + 1]);
        }
        byte[] bytes = new byte[all.position()];
        all.get(0, bytes);
        return bytes;
    }

    /** As the sockets do: reads into the buffer that the reader gives, until it has all or the connection is given up. */
    private void read(byte[] input) {
        Receiver receiver = new Receiver();
        EmbeddedChannel channel = new EmbeddedChannel();
        MessageReader reader = new MessageReader(receiver.here(), Turns.ALWAYS, new PeerConnection(1, channel), shared);
        channel.pipeline().addLast(reader);
        try {
            int at = 0;
            while (at < input.length) {
                receiver.check();
                ByteBuf target = reader.next();
                int part = Math.min(input.length - at, Math.min(target.writableBytes(), 1 << 14));
                target.writeBytes(input, at, part);
                at += part;
                reader.channelRead(channel.pipeline().lastContext(), target);
            }
            receiver.check();
        } finally {
            reader.channelInactive(channel.pipeline().lastContext());
            channel.close();
        }
    }
}
