package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnaskedCopiesTest {
    @Test
    void eachRankGetsSoManyAsItsLastRequestAllows() {
        UnaskedCopies unasked = new UnaskedCopies();
        assertThat(unasked.take(1)).isFalse();
        unasked.asked(2, 2);
        unasked.asked(1, 1);
        assertThat(unasked.take(2)).isTrue();
        assertThat(unasked.take(2)).isTrue();
        assertThat(unasked.take(2)).isFalse();
        assertThat(unasked.take(1)).isTrue();
        assertThat(unasked.take(0)).isFalse();
        assertThat(unasked.take(3)).isFalse();
        unasked.asked(2, 1);
        assertThat(unasked.take(2)).isTrue();
    }
}
