package jdsm.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import jdsm.codec.ContentDiff;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Interval;
import jdsm.coherence.RankSet;
import jdsm.coherence.UnitRanges;
import org.junit.jupiter.api.Test;

class CoherenceLayoutTest {
    private static final int UNITS = 100;
    private static final int RANKS = 70;

    private static ByteBuffer encode(CoherenceMessage message, List<Interval> notices) {
        return encode(message, CoherenceLayout.Extras.of(notices));
    }

    private static ByteBuffer encode(CoherenceMessage message, CoherenceLayout.Extras extras) {
        ByteBuffer buffer =
                ByteBuffer.allocate(CoherenceLayout.headBytes(message, extras)).order(ByteOrder.LITTLE_ENDIAN);
        CoherenceLayout.encode(message, extras, buffer);
        assertThat(buffer.hasRemaining()).isFalse();
        return buffer.flip();
    }

    private static CoherenceLayout.Decoded decode(CoherenceMessage.Type type, ByteBuffer bytes) {
        return CoherenceLayout.decode(type, bytes, UNITS, RANKS);
    }

    @Test
    void everyMessageComesBack() {
        for (CoherenceMessage message : List.of(
                CoherenceMessage.readRequest(99, 69, -7, -1, true),
                CoherenceMessage.readReply(0, 12, Long.MAX_VALUE, CoherenceMessage.MIGRATORY),
                CoherenceMessage.acquireRequest(3, 2, -1, true, new int[0]),
                CoherenceMessage.acquireRequest(3, 2, -1, false, new int[RANKS]),
                CoherenceMessage.acquireRequest(3, 2, -1, false, new int[RANKS])
                        .withRoom(new CoherenceMessage.Room(1 << 18, false)),
                CoherenceMessage.grant(
                        4, 5, RankSet.allBut(RANKS, 3), RankSet.allBut(RANKS - 6, 0), CoherenceMessage.CONTENT),
                CoherenceMessage.grant(4, 5, new RankSet(), new RankSet(), 0).publishedIn(Integer.MAX_VALUE),
                CoherenceMessage.invalidate(6, 9, 7),
                CoherenceMessage.confirmed(8, 3),
                CoherenceMessage.diffApplied(8, 3, 1L << 40, CoherenceMessage.CURRENT | CoherenceMessage.TAKE_HOME),
                CoherenceMessage.unwanted(7, 6),
                CoherenceMessage.diffApplied(8, 3, 1L << 40, CoherenceMessage.NOTICE))) {
            CoherenceMessage back =
                    decode(message.type(), encode(message, List.of())).message();
            assertThat(back).usingRecursiveComparison().isEqualTo(message);
        }
    }

    @Test
    void aDiffComesBack() {
        CoherenceMessage message = CoherenceMessage.diff(
                        1, 2, 3, 4, CoherenceMessage.IN_BARRIER, new ContentDiff(new byte[] {0, 2, 5, 6}))
                .publishedIn(7);
        ByteBuffer head = encode(message, List.of());
        ByteBuffer whole = ByteBuffer.allocate(head.remaining() + 4).order(ByteOrder.LITTLE_ENDIAN);
        whole.put(head);
        ((ContentDiff) message.diff()).encode(whole);

        CoherenceMessage back = decode(message.type(), whole.flip()).message();

        assertThat(back).usingRecursiveComparison().isEqualTo(message);
    }

    @Test
    void noticesComeBack() {
        UnitRanges one = new UnitRanges();
        one.add(3, 7);
        one.add(4, 7);
        one.add(5, 8);
        one.add(99, 8);
        assertThat(one.size()).isEqualTo(3);
        List<Interval> notices = List.of(new Interval(0, 4, one), new Interval(69, 1, new UnitRanges()));
        CoherenceMessage grant = CoherenceMessage.grant(4, 5, new RankSet(), new RankSet(), 0);

        CoherenceLayout.Decoded back = decode(grant.type(), encode(grant, notices));

        assertThat(back.extras().notices()).hasSize(2);
        StringBuilder heard = new StringBuilder();
        back.extras().notices().get(0).notices().forEach((unit, version) -> heard.append(unit + ":" + version + " "));
        assertThat(heard).hasToString("3:7 4:7 5:8 99:8 ");
        assertThat(back.extras().notices().get(0).number()).isEqualTo(4);
        assertThat(back.extras().notices().get(1).rank()).isEqualTo(69);
    }

    @Test
    void descriptionsComeBack() {
        CoherenceMessage reply = CoherenceMessage.readReply(4, 5, 6, CoherenceMessage.CONTENT);

        CoherenceLayout.Decoded back = decode(
                reply.type(),
                encode(reply, new CoherenceLayout.Extras(List.of(), List.of(), null, new byte[] {3, 1, 4})));

        assertThat(back.message()).usingRecursiveComparison().isEqualTo(reply);
        assertThat(back.extras().descriptions()).containsExactly(3, 1, 4);
    }

    @Test
    void copiesThatGoAlongComeBack() {
        CoherenceMessage grant = CoherenceMessage.grant(4, 5, new RankSet(), new RankSet(), CoherenceMessage.CONTENT);
        List<byte[]> copies = List.of(new byte[] {3, 1, 4}, new byte[0]);

        CoherenceLayout.Decoded back =
                decode(grant.type(), encode(grant, new CoherenceLayout.Extras(List.of(), copies, null, new byte[0])));

        assertThat(back.message()).usingRecursiveComparison().isEqualTo(grant);
        assertThat(back.extras().copies()).containsExactly(new byte[] {3, 1, 4}, new byte[0]);
    }

    @Test
    void copiesGoWithGrantsOnly() {
        CoherenceMessage copy = CoherenceMessage.copy(4, 5);
        ByteBuffer nested =
                encode(copy, new CoherenceLayout.Extras(List.of(), List.of(new byte[1]), null, new byte[0]));

        assertThatThrownBy(() -> decode(copy.type(), nested))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a malformed copy: copies with it");
    }

    @Test
    void kindsAreTheWiresAndNeverChange() {
        assertThat(CoherenceMessage.Type.values())
                .extracting(CoherenceMessage.Type::kind)
                .containsExactly(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    }

    @Test
    void malformedMessagesAreRefused() {
        UnitRanges units = new UnitRanges();
        units.add(3, 7);
        ByteBuffer good = encode(
                CoherenceMessage.grant(
                        4, 5, RankSet.allBut(RANKS, 3), RankSet.allBut(RANKS - 6, 0), CoherenceMessage.CONTENT),
                new CoherenceLayout.Extras(
                        List.of(new Interval(1, 1, units)), List.of(new byte[3]), null, new byte[] {5}));
        for (int length = 0; length < good.limit(); length++) {
            ByteBuffer shorter = good.duplicate().order(ByteOrder.LITTLE_ENDIAN).limit(length);
            assertThatThrownBy(() -> decode(CoherenceMessage.Type.GRANT, shorter))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("malformed grant");
        }
        assertRefused(CoherenceMessage.invalidate(UNITS, 0, 0), "unit 100 of 100");
        assertRefused(CoherenceMessage.invalidate(-1, 0, 0), "unit -1");
        assertRefused(CoherenceMessage.readRequest(0, RANKS, 0, 0, false), "rank 70 of 70");
        assertRefused(CoherenceMessage.acquireRequest(0, 1, 0, false, new int[3]), "time of 3 ranks of 70");
        assertRefused(
                CoherenceMessage.grant(0, 0, RankSet.allBut(RANKS + 1, 0), new RankSet(), 0), "sharers beyond rank 69");
        assertRefused(CoherenceMessage.grant(0, 0, new RankSet(), RankSet.allBut(200, 0), 0), "words of sharers");
    }

    @Test
    void noticesOfWhatIsNotThereAreRefused() {
        UnitRanges beyond = new UnitRanges();
        beyond.add(UNITS - 1, 2, 1);
        UnitRanges descending = new UnitRanges();
        descending.add(5, 1);
        descending.add(4, 1);
        for (Interval wrong : List.of(
                new Interval(RANKS, 1, new UnitRanges()),
                new Interval(-1, 1, new UnitRanges()),
                new Interval(0, 1, beyond),
                new Interval(0, 1, descending))) {
            CoherenceMessage grant = CoherenceMessage.grant(0, 0, new RankSet(), new RankSet(), 0);
            ByteBuffer bytes = encode(grant, List.of(wrong));
            assertThatThrownBy(() -> decode(grant.type(), bytes))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("malformed write notices");
        }
    }

    private static void assertRefused(CoherenceMessage message, String why) {
        ByteBuffer bytes = encode(message, List.of());
        assertThatThrownBy(() -> decode(message.type(), bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
