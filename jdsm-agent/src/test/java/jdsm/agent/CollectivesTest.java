package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collective calls of programs woven. Several ranks in a JVM. */
@Timeout(180)
@Tag("once")
class CollectivesTest {
    private static final String HEAD = "import java.util.*;\nimport jdsm.*;\n";

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "P.java", HEAD + WovenCollectives.source(true));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void fieldsAreCurrentAfterACall(int ranks) throws Exception {
        assertOk(process.ranks(ranks, "", "P"), ranks);
    }

    @Test
    void asThreadsOfOneRankWithoutTheAgent() throws Exception {
        assertOk(process.plainRanks(1, Map.of("JDSM_THREADS", "4"), "P"), 4);
    }

    private static void assertOk(Outcome outcome, int workers) {
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo(Collections.nCopies(workers, "ok"));
        assertThat(outcome.status()).isZero();
    }
}
