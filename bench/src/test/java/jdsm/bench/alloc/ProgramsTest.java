package jdsm.bench.alloc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs compute what they say, on each kind of allocator. */
@Tag("once")
class ProgramsTest {
    private static long[] turned(int... moves) {
        long[] cube = {CubeState.CORNERS_SOLVED, CubeState.EDGES_SOLVED};
        for (int move : moves) {
            cube[0] = CubeState.moveCorners(cube[0], move);
            cube[1] = CubeState.moveEdges(cube[1], move);
        }
        return cube;
    }

    @Test
    void fourQuartersOfAFaceChangeNothing() {
        for (int face = 0; face < 6; face++) {
            int quarter = 3 * face;
            assertThat(turned(quarter, quarter, quarter, quarter)).isEqualTo(turned());
            assertThat(turned(quarter, quarter)).isEqualTo(turned(quarter + 1));
            assertThat(turned(quarter, quarter + 2)).isEqualTo(turned());
            long[] once = turned(quarter);
            assertThat(CubeState.wrong(once[0], once[1])).isEqualTo(8);
        }
    }

    /** R U R' U' has order 6. */
    @Test
    void facesMeetAsOnACube() {
        int[] sequence = new int[24];
        for (int i = 0; i < sequence.length; i++) {
            sequence[i] = new int[] {3, 0, 5, 2}[i % 4];
        }
        assertThat(turned(sequence)).isEqualTo(turned());
        assertThat(turned(Arrays.copyOf(sequence, 12))).isNotEqualTo(turned());
    }

    @Test
    void sentencesHaveTheLengthsOfThePaper() {
        Grammar grammar = new Grammar();
        for (int i = 0; i < Grammar.SENTENCES; i++) {
            assertThat(grammar.sentence(i).length).isBetween(Grammar.SHORTEST, Grammar.LONGEST);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PS", "LPS(1)", "native", "netty-pooled", "netty-adaptive", "pages-buffers"})
    void theForestHasEachParse(String memory) {
        Grammar grammar = new Grammar();
        Cky.Forest forest = new Cky.Forest(grammar, AllocRun.memory(memory).local(0));
        long found = 0;
        for (int i = 0; i < 20; i++) {
            int[] words = Arrays.copyOf(grammar.sentence(i), 12);
            long parses = forest.parse(words);
            assertThat(parses).isEqualTo(parses(grammar, words, 0, words.length, 0));
            found += parses;
            forest.free();
        }
        assertThat(found).isPositive();
    }

    /** Counts derivations of a symbol one by one. */
    private static long parses(Grammar grammar, int[] words, int from, int to, int symbol) {
        if (to - from == 1) {
            return words[from] == symbol ? 1 : 0;
        }
        long sum = 0;
        for (int middle = from + 1; middle < to; middle++) {
            for (int first = 0; first < Grammar.SYMBOLS; first++) {
                for (int second = 0; second < Grammar.SYMBOLS; second++) {
                    if (grammar.derives(first, second) == symbol) {
                        long left = parses(grammar, words, from, middle, first);
                        sum += left == 0 ? 0 : left * parses(grammar, words, middle, to, second);
                    }
                }
            }
        }
        return sum;
    }

    @Test
    void thePageHasARowForEachAllocator() {
        Experiment cube = Experiment.all().stream()
                .filter(each -> each.program().equals("cube"))
                .findFirst()
                .orElseThrow();
        Candidate first = cube.candidates().get(0);
        Map<Cell, List<Map<String, Double>>> results = Map.of(
                new Cell("cube", first, 12),
                List.of(
                        Map.of("seconds", 1.0, "bytes", 2e6, "remote", 0.25),
                        Map.of("seconds", 2.0, "bytes", 4e6, "remote", Double.NaN)));
        String page = Page.of(new LinkedHashMap<>(Map.of("processors", 2)), List.of(cube), results);
        assertThat(page)
                .contains("* processors: 2\n")
                .contains("| | s | processor s | MB | remote share |\n|---|---|---|---|---|\n")
                .contains("| PS | 1.50 |  | 3.0 | 0.250 |\n")
                .contains("| Netty pooled |  |  |  |  |\n");
    }
}
