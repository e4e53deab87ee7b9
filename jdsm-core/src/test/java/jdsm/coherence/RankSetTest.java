package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RankSetTest {
    private static RankSet of(int... ranks) {
        RankSet set = new RankSet();
        for (int rank : ranks) {
            set.add(rank);
        }
        return set;
    }

    private static List<Integer> members(RankSet set) {
        List<Integer> members = new ArrayList<>();
        set.forEach(members::add);
        return members;
    }

    @Test
    void membersComeInAscendingOrderFromAnyWord() {
        RankSet set = of(200, 64, 0, 63, 127, 128);

        assertThat(members(set)).containsExactly(0, 63, 64, 127, 128, 200);
        assertThat(set.size()).isEqualTo(6);
        assertThat(set).hasToString("{0,63,64,127,128,200}");
        assertThat(of()).hasToString("{}");
    }

    @Test
    void whatIsNotThereIsNotContainedNorRemoved() {
        RankSet set = of(3, 70);
        set.remove(200);
        set.remove(6);
        set.remove(70);

        assertThat(members(set)).containsExactly(3);
        assertThat(set.contains(3)).isTrue();
        assertThat(set.contains(67)).isFalse();
        assertThat(set.contains(70)).isFalse();
        assertThat(set.contains(64)).isFalse();
        assertThat(set.contains(128)).isFalse();
    }

    @Test
    void aRankBehindTheLastWordIsNotThere() {
        RankSet set = of(3, 70);
        set.remove(130);
        assertThat(set.contains(130)).isFalse();
        assertThat(members(set)).containsExactly(3, 70);
    }

    @Test
    void eachWordLosesItsOwnRanks() {
        RankSet set = of(1, 70, 71, 130, 131);
        set.removeAll(of(1, 70, 131, 200));
        assertThat(members(set)).containsExactly(71, 130);
    }

    @Test
    void setsOfDifferentLengths() {
        RankSet small = of(1, 2);
        RankSet large = of(2, 3, 130);

        RankSet union = small.copy();
        union.addAll(large);
        assertThat(members(union)).containsExactly(1, 2, 3, 130);
        RankSet less = large.copy();
        less.removeAll(small);
        assertThat(members(less)).containsExactly(3, 130);
        less = small.copy();
        less.removeAll(large);
        assertThat(members(less)).containsExactly(1);
        RankSet both = large.copy();
        both.retainAll(small);
        assertThat(members(both)).containsExactly(2);
        both = small.copy();
        both.retainAll(large);
        assertThat(members(both)).containsExactly(2);
        assertThat(members(small)).as("a copy is another set").containsExactly(1, 2);
    }

    @Test
    void wordsHaveNoTrailingZeros() {
        RankSet set = of(1, 130);
        assertThat(set.toWords()).containsExactly(2, 0, 4);
        set.remove(130);
        assertThat(set.toWords()).containsExactly(2);
        set.remove(1);
        assertThat(set.toWords()).isEmpty();
        assertThat(RankSet.ofWords(new long[] {2, 0, 4})).isEqualTo(of(1, 130));
    }

    @Test
    void equalByMembersAlone() {
        RankSet longer = of(1, 130);
        longer.remove(130);

        assertThat(longer).isEqualTo(of(1)).hasSameHashCodeAs(of(1));
        assertThat(longer).isNotEqualTo(of(2)).isNotEqualTo("{1}");
        assertThat(of(1).hashCode()).isNotEqualTo(of(2).hashCode());
    }

    @Test
    void allButOne() {
        assertThat(members(RankSet.allBut(4, 2))).containsExactly(0, 1, 3);
        RankSet set = RankSet.allBut(66, 0);
        assertThat(set.isEmpty()).isFalse();
        set.clear();
        assertThat(set.isEmpty()).isTrue();
    }
}
