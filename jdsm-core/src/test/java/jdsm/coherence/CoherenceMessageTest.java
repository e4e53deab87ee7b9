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
    void whatWasWrittenFollowsThreeTypes() {
        assertThat(Arrays.stream(Type.values()).filter(Type::hasDiff))
                .containsExactlyInAnyOrder(Type.DIFF, Type.UPDATE, Type.PUSH);
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
