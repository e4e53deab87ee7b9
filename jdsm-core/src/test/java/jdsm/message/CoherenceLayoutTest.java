package jdsm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.RankSet;
import org.junit.jupiter.api.Test;

class CoherenceLayoutTest {
    private static final int UNITS = 100;
    private static final int RANKS = 70;

    private static ByteBuffer encode(CoherenceMessage message) {
        ByteBuffer buffer =
                ByteBuffer.allocate(CoherenceLayout.headBytes(message)).order(ByteOrder.LITTLE_ENDIAN);
        CoherenceLayout.encode(message, buffer);
        assertThat(buffer.hasRemaining()).isFalse();
        return buffer.flip();
    }

    @Test
    void everyMessageComesBack() {
        for (CoherenceMessage message : List.of(
                CoherenceMessage.readRequest(99, 69, -7),
                CoherenceMessage.readReply(0, 12, Long.MAX_VALUE),
                CoherenceMessage.acquireRequest(3, 2, -1),
                CoherenceMessage.grant(4, 5, RankSet.allBut(RANKS, 3), true),
                CoherenceMessage.grant(4, 5, new RankSet(), false),
                CoherenceMessage.invalidate(6, 7),
                CoherenceMessage.invalidated(8))) {
            assertThat(CoherenceLayout.decode(message.type(), encode(message), UNITS, RANKS))
                    .isEqualTo(message);
        }
    }

    @Test
    void kindsAreTheWiresAndNeverChange() {
        assertThat(CoherenceMessage.Type.values())
                .extracting(CoherenceMessage.Type::kind)
                .containsExactly(16, 17, 18, 19, 20, 21);
    }

    @Test
    void malformedMessagesAreRefused() {
        ByteBuffer good = encode(CoherenceMessage.grant(4, 5, RankSet.allBut(RANKS, 3), true));
        for (int length = 0; length < good.limit(); length++) {
            ByteBuffer shorter = good.duplicate().order(ByteOrder.LITTLE_ENDIAN).limit(length);
            assertThatThrownBy(() -> CoherenceLayout.decode(CoherenceMessage.Type.GRANT, shorter, UNITS, RANKS))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("malformed grant");
        }
        assertRefused(CoherenceMessage.invalidate(UNITS, 0), "unit 100 of 100");
        assertRefused(CoherenceMessage.invalidate(-1, 0), "unit -1");
        assertRefused(CoherenceMessage.acquireRequest(0, RANKS, 0), "rank 70 of 70");
        assertRefused(CoherenceMessage.grant(0, 0, RankSet.allBut(RANKS + 1, 0), false), "sharers beyond rank 69");
        assertRefused(CoherenceMessage.grant(0, 0, RankSet.allBut(200, 0), false), "words of sharers");
    }

    private static void assertRefused(CoherenceMessage message, String why) {
        ByteBuffer bytes = encode(message);
        assertThatThrownBy(() -> CoherenceLayout.decode(message.type(), bytes, UNITS, RANKS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
