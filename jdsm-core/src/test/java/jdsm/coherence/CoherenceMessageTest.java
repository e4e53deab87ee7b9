package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import jdsm.coherence.CoherenceMessage.Type;
import org.junit.jupiter.api.Test;

class CoherenceMessageTest {
    /** Ranks of one job are of one build, but tools read what others have written. */
    @Test
    void theNumbersOnTheWireNeverChange() {
        assertThat(Arrays.stream(Type.values()).map(Type::kind))
                .containsExactly(16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27);
    }

    @Test
    void whatWasWrittenFollowsThreeTypesAndRepliesAndCopiesWithChanges() {
        assertThat(Arrays.stream(Type.values()).filter(type -> CoherenceMessage.hasDiff(type, 0)))
                .containsExactlyInAnyOrder(Type.DIFF, Type.UPDATE, Type.PUSH);
        assertThat(Arrays.stream(Type.values())
                        .filter(type -> CoherenceMessage.hasDiff(type, CoherenceMessage.CHANGES)))
                .containsExactlyInAnyOrder(Type.DIFF, Type.UPDATE, Type.PUSH, Type.READ_REPLY, Type.COPY);
    }

    @Test
    void aReplyWithChangesAndARequestFromAStaleCopyAreTheSameOtherwise() {
        CoherenceMessage request = CoherenceMessage.readRequest(7, 2, 5, -1, false);
        assertThat(request.fromStale(9).version()).isEqualTo(9);
        assertThat(request.fromStale(9).has(CoherenceMessage.CHANGES)).isTrue();
        assertThat(request.fromStale(9).request()).isEqualTo(5);

        Diff changes = new Diff() {};
        CoherenceMessage reply = CoherenceMessage.readReply(7, 5, 11, 0).withChanges(changes);
        assertThat(reply.diff()).isSameAs(changes);
        assertThat(reply.version()).isEqualTo(11);
        assertThat(reply.flags()).isEqualTo(CoherenceMessage.CHANGES);
    }

    @Test
    void aGrantWithOtherSharersIsTheSameOtherwise() {
        RankSet fresh = new RankSet();
        fresh.add(2);
        CoherenceMessage grant = CoherenceMessage.grant(7, 5, new RankSet(), fresh, CoherenceMessage.CONTENT);

        CoherenceMessage other = grant.withSharers(fresh);

        assertThat(other.sharers()).isEqualTo(fresh);
        assertThat(other.withSharers(new RankSet())).isEqualTo(grant);
    }

    @Test
    void statisticsNameThemInLowerCase() {
        assertThat(Arrays.stream(Type.values()).map(Type::label).collect(Collectors.joining(" ")))
                .startsWith("read-request read-reply acquire-request grant ")
                .endsWith(" copy");
    }
}
