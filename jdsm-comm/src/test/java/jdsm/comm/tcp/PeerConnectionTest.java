package jdsm.comm.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PeerConnectionTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final PeerConnection connection = new PeerConnection(1, channel);

    @Test
    void nothingFollowsTheGoodbye() {
        ByteBuf sign = message("sign of life");
        connection.enqueue(message("work"));
        connection.enqueueLast(message("goodbye"));
        connection.enqueue(sign);
        CompletableFuture<Void> written = connection.flush();
        channel.runPendingTasks();

        assertThat(written).isCompleted();
        assertThat(sent()).containsExactly("work", "goodbye");
        assertThat(sign.refCnt()).isZero();
    }

    @Test
    void aConnectionThatHasEndedFreesWhatItDoesNotSend() {
        List<ByteBuf> messages = List.of(message("work"), message("goodbye"), message("sign of life"));
        channel.close();
        connection.enqueue(messages.get(0));
        connection.enqueueLast(messages.get(1));
        connection.enqueue(messages.get(2));
        channel.runPendingTasks();

        assertThat(messages).allSatisfy(each -> assertThat(each.refCnt()).isZero());
    }

    private static ByteBuf message(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }

    private List<String> sent() {
        List<String> sent = new ArrayList<>();
        for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
            if (next.isReadable()) {
                sent.add(next.toString(StandardCharsets.UTF_8));
            }
            next.release();
        }
        return sent;
    }
}
