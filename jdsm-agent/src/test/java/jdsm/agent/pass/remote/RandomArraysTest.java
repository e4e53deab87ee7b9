package jdsm.agent.pass.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.remote.ReplacementPolicy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random programs give the same with remote arrays that never fit the local memory as with Java's. */
@Tag("once")
class RandomArraysTest {
    private static final int SEEDS = Integer.getInteger("jdsm.remote.seeds", 42);
    private static final int FIRST = Integer.getInteger("jdsm.remote.first", 0);

    /** The number of loops that may overwrite whole pages. */
    private int whole;

    @Test
    void everySeedGivesTheSame() {
        ReplacementPolicy[] policies = ReplacementPolicy.values();
        int byPage = 0;
        for (int part = 0; part < policies.length; part++) {
            try (RemoteRun run = new RemoteRun(8 + 5 * part, policies[part])) {
                for (int seed = FIRST + part; seed < FIRST + SEEDS; seed += policies.length) {
                    byPage += agrees(seed);
                }
                assertThat(run.space().statistics()).anyMatch(each -> each.pagesIn() > 0);
            }
        }
        assertThat(byPage).isGreaterThan(SEEDS);
        assertThat(whole).isGreaterThan(17 * SEEDS); // 14 of each program's are those that set its arrays
    }

    /** Where all arrays fit they are arrays of Java; where some do, they become pages in the middle of the program. */
    @ParameterizedTest
    @CsvSource({"30, 4096", "55, 4096", "80, 4096", "4000, 4096", "30, 65536", "64, 65536", "26, 1048576", "12, 4194304"
    })
    void everySeedGivesTheSameWithMoreFrames(int frames, int pageBytes) {
        try (RemoteRun run = new RemoteRun(frames, pageBytes, ReplacementPolicy.CLOCK, 8)) {
            for (int seed = FIRST + frames; seed < FIRST + frames + SEEDS / 6; seed++) {
                agrees(seed);
            }
            assertThat(run.space().statistics()).isNotEmpty();
        }
    }

    /** @return the number of loops that go by page */
    private int agrees(int seed) {
        String source = RandomArrays.source(seed);
        try {
            var classes = RemoteRun.compile(source);
            assertThat(List.of(RemoteRun.remote(classes))).as("seed " + seed).containsExactly(RemoteRun.plain(classes));
            var loops = RemoteRun.analyse(classes).loops();
            whole += (int) loops.stream()
                    .filter(loop -> loop.text().contains("not fetched where"))
                    .count();
            return (int) loops.stream()
                    .filter(loop -> loop.text().startsWith("by page"))
                    .count();
        } catch (RuntimeException | LinkageError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }
}
