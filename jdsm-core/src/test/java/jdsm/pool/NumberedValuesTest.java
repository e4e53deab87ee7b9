package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jdsm.codec.References;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NumberedValuesTest {
    private static final int RANKS = 3;
    private static final int OTHER = 2;

    private final NumberedValues values = new NumberedValues();
    private final NumberedValues others = new NumberedValues();

    @BeforeEach
    void seal() {
        values.numberOf("initial", "initial");
        others.numberOf("initial", "initial");
        values.seal(1, RANKS);
        others.seal(OTHER, RANKS);
    }

    private void search() {
        values.searched();
        values.forget();
    }

    @Test
    void eachRankGivesNumbersOfItsOwn() {
        int own = values.numberOf("a", "a");
        int theirs = others.numberOf("a", "a");
        assertThat(own).isNotEqualTo(theirs);
        assertThat(values.isOwn(own)).isTrue();
        assertThat(values.isOwn(theirs)).isFalse();
        assertThat(values.isInitial(own)).isFalse();
        assertThat(values.isInitial(values.numberOf("initial", "initial"))).isTrue();
        assertThat(values.initial()).isEqualTo(1);
    }

    @Test
    void aRankGivesNoNumberOfAnother() {
        NumberedValues few = new NumberedValues();
        few.seal(0, 1 << 29); // two numbers for each
        int first = few.numberOf("a", "a");
        int second = few.numberOf("b", "b");

        assertThat(few.isOwn(first)).isTrue();
        assertThat(few.isOwn(second)).isTrue();
        assertThatThrownBy(() -> few.numberOf("c", "c"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has given all 2 numbers");
        assertThat(few.numberOf("b", "b")).isEqualTo(second);
    }

    @Test
    void whatIsNotUsedIsForgottenAfterSomeSearches() {
        int own = values.numberOf("a", "a");
        int theirs = others.numberOf("b", "b");
        values.add(theirs, "b");
        int searches = 0;
        while (values.valueOf(theirs) != null) {
            assertThat(values.valueOf(own)).isEqualTo("a");
            search();
            searches++;
        }
        assertThat(searches).isBetween(2, 6);
        assertThat(values.valueOf(own)).isNull();
        assertThat(values.knownNumberOf("a")).isEqualTo(References.NULL);
        assertThat(values.numberOf("a", "a")).isNotEqualTo(own);
        assertThat(values.knownNumberOf("initial")).isEqualTo(-1);
        assertThat(values.valueOf(-1)).isEqualTo("initial");
    }

    /** A sender counts on what it has described since its last search, and may be a search behind. */
    @Test
    void whatIsDescribedAgainIsKeptForTheNextSearches() {
        int theirs = others.numberOf("b", "b");
        values.add(theirs, "b");
        for (int i = 0; i < 20; i++) {
            search();
            assertThat(values.hear(theirs)).isTrue();
            search();
            assertThat(values.valueOf(theirs)).isEqualTo("b");
        }
    }

    @Test
    void whatWasDescribedCountsUntilTheNextSearch() {
        int own = values.numberOf("a", "a");
        values.describeTo(own, OTHER);
        assertThat(values.isDescribedTo(own, OTHER)).isTrue();
        assertThat(values.isDescribedTo(own, 0)).isFalse();
        values.searched();
        assertThat(values.isDescribedTo(own, OTHER)).isFalse();
        values.describeTo(own, 0);
        assertThat(values.isDescribedTo(own, OTHER)).isFalse();
        assertThat(values.isDescribedTo(own, 0)).isTrue();
    }

    @Test
    void ofOthersValuesNothingIsRecorded() {
        int theirs = others.numberOf("b", "b");
        values.add(theirs, "b");
        values.describeTo(theirs, 0);
        assertThat(values.isDescribedTo(theirs, 0)).isFalse();
    }
}
