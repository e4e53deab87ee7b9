package jdsm.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How ranks divide the cores of a host. */
class CoresTest {
    /** Two memory nodes of three cores each, with two hardware threads a core. */
    private static final Cores CORES = Cores.decode("1:3,9;0:0,6;0:2,8;1:5,11;0:1,7;1:4,10");

    private static String parts(Binding binding, int ranks) {
        List<String> parts = IntStream.range(0, ranks)
                .mapToObj(rank -> Cores.words(CORES.of(binding, ranks, rank), ","))
                .toList();
        return String.join(" ", parts);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CORE | 1 | 0,1,2,3,4,5,6,7,8,9,10,11
            CORE | 2 | 0,1,2,6,7,8 3,4,5,9,10,11
            CORE | 4 | 0,6 1,2,7,8 3,9 4,5,10,11
            CORE | 6 | 0,6 1,7 2,8 3,9 4,10 5,11
            NUMA | 1 | 0,1,2,3,4,5,6,7,8,9,10,11
            NUMA | 2 | 0,1,2,6,7,8 3,4,5,9,10,11
            NUMA | 3 | 0,1,2,6,7,8 0,1,2,6,7,8 3,4,5,9,10,11
            NUMA | 8 | 0,1,2,6,7,8 0,1,2,6,7,8 0,1,2,6,7,8 0,1,2,6,7,8 3,4,5,9,10,11 3,4,5,9,10,11 3,4,5,9,10,11 3,4,5,9,10,11
            """)
    void ranksDivideCoresOrNodes(Binding binding, int ranks, String parts) {
        assertThat(CORES.fault(binding, ranks)).isEmpty();
        assertThat(parts(binding, ranks)).isEqualTo(parts);
    }

    @Test
    void anUnboundRankHasNoPart() {
        assertThat(CORES.of(Binding.NONE, 4, 1)).isEmpty();
        assertThat(Cores.UNKNOWN.fault(Binding.NONE, 4)).isEmpty();
    }

    @Test
    void whatCannotBeBoundIsSaid() {
        assertThat(CORES.fault(Binding.CORE, 7))
                .hasValue(
                        "--bind core gives each rank a core, and 7 ranks have 6: use fewer ranks, --bind numa or --bind"
                                + " none");
        assertThat(Cores.UNKNOWN.fault(Binding.NUMA, 1))
                .hasValue("--bind numa needs Linux with /proc, /sys and the command taskset");
    }

    @Test
    void theyTravelAsText() {
        assertThat(CORES.encode()).isEqualTo("0:0,6;0:1,7;0:2,8;1:3,9;1:4,10;1:5,11");
        assertThat(Cores.decode(CORES.encode())).isEqualTo(CORES);
        assertThat(Cores.decode("")).isEqualTo(Cores.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0:", "0:a", "-1:2", "0:1;", "x:1", "0:1,-2"})
    void otherTextsAreNone(String text) {
        assertThatThrownBy(() -> Cores.decode(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
