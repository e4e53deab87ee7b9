package jdsm.comm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rule, by table. */
@Tag("once")
class PagePolicyTest {
    @ParameterizedTest
    @CsvSource({
        // policy, own list, other lists, from the system, most in use, sum of most: origin
        "PS, true, false, 5, 5, 5, OWN",
        "PS, false, false, 5, 6, 6, SYSTEM",
        "AL, true, true, 5, 6, 6, OWN",
        "AL, false, true, 900, 6, 6, SYSTEM",
        "LPS(1), true, true, 0, 6, 6, OWN",
        // a < k * max l and a < the sum: it may grow though others have pages
        "LPS(1), false, true, 5, 6, 6, SYSTEM",
        // a = k * max l
        "LPS(1), false, true, 6, 6, 9, OTHER",
        "LPS(2), false, true, 11, 6, 20, SYSTEM",
        "LPS(2), false, true, 12, 6, 20, OTHER",
        "LPS(4), false, true, 23, 6, 24, SYSTEM",
        "LPS(4), false, true, 24, 6, 30, OTHER",
        // a = the sum of each place's most
        "LPS(4), false, true, 9, 6, 9, OTHER",
        "LPS(4), false, true, 8, 6, 9, SYSTEM",
        // nobody has a page
        "LPS(1), false, false, 6, 6, 6, SYSTEM",
        "LPS(4), false, false, 24, 6, 6, SYSTEM",
    })
    void decides(
            String policy,
            boolean ownFree,
            boolean otherFree,
            long fromSystem,
            long mostInUse,
            long sumOfMost,
            PageOrigin origin) {
        assertThat(PagePolicy.of(policy).origin(ownFree, otherFree, fromSystem, mostInUse, sumOfMost))
                .isEqualTo(origin);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PS", "AL", "LPS(1)", "LPS(4)"})
    void hasAName(String name) {
        assertThat(PagePolicy.of(name)).hasToString(name);
        assertThat(PagePolicy.of(name.toLowerCase(Locale.ROOT))).hasToString(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "LPS", "LPS(0)", "LPS(-1)", "LPS(2", "PS(1)"})
    void refusesOtherNames(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PagePolicy.of(name))
                .withMessage("no page policy \"" + name + "\"; known: PS, AL, LPS(k) with k from 1");
    }

    @Test
    void onlyLpsHasAFactor() {
        assertThatIllegalArgumentException().isThrownBy(() -> new PagePolicy(PagePolicy.Kind.PS, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> PagePolicy.lps(0));
    }

    /** The list to which a page of home 1 and owner 2 goes. */
    @ParameterizedTest
    @CsvSource({"PS, 0", "AL, 2", "LPS(1), 1"})
    void listsAFreePage(String policy, int list) {
        assertThat(PagePolicy.of(policy).listOf(1, 2)).isEqualTo(list);
    }
}
