package jdsm.comm.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DecryptedReadsTest {
    private final List<ByteBuf> given = new ArrayList<>();
    private int room = 4;
    private final DecryptedReads reads = new DecryptedReads(this::next);
    private final EmbeddedChannel channel = new EmbeddedChannel(reads);

    private ByteBuf next() {
        ByteBuf buffer = Unpooled.buffer(room, room);
        given.add(buffer);
        return buffer;
    }

    @AfterEach
    void nothingIsKept() {
        channel.finishAndReleaseAll();
        assertThat(given).allMatch(buffer -> buffer.refCnt() == 0);
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII);
    }

    private List<String> read() {
        List<String> all = new ArrayList<>();
        for (ByteBuf buffer = channel.readInbound(); buffer != null; buffer = channel.readInbound()) {
            all.add(buffer.toString(StandardCharsets.US_ASCII));
            buffer.release();
        }
        return all;
    }

    @Test
    void bytesArePutIntoTheBuffersOfTheTarget() {
        ByteBuf first = bytes("abcdefg");
        channel.writeInbound(first, bytes("hi"));
        assertThat(read()).containsExactly("abcd", "efg", "hi");
        assertThat(first.refCnt()).isZero();
    }

    @Test
    void anotherTargetGetsTheRest() {
        reads.target(() -> {
            room = 2;
            return next();
        });
        channel.writeInbound(bytes("abc"));
        assertThat(read()).containsExactly("ab", "c");
    }

    @Test
    void bytesWaitWhileTheChannelDoesNotRead() {
        channel.config().setAutoRead(false);
        channel.writeInbound(bytes("abcde"));
        assertThat(read()).isEmpty();

        channel.config().setAutoRead(true);
        assertThat(read()).containsExactly("abcd", "e");
    }

    @Test
    void whatWaitsAtTheEndIsDelivered() {
        channel.config().setAutoRead(false);
        ByteBuf late = bytes("abc");
        channel.writeInbound(late);
        channel.close();
        assertThat(read()).containsExactly("abc");
        assertThat(late.refCnt()).isZero();
    }

    @Test
    void aTargetWithoutRoomEndsTheDelivery() {
        reads.target(() -> next().writeInt(0));
        ByteBuf superfluous = bytes("abc");
        channel.writeInbound(superfluous);
        assertThat(read()).isEmpty();
        assertThat(superfluous.refCnt()).isZero();
    }
}
