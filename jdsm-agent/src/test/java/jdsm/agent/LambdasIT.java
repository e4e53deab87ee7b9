package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shared lambdas under the packaged agent, which weaves what the JVM makes of them; {@link LambdasTest} has more of them. */
class LambdasIT {
    @TempDir
    static Path app;

    @Test
    void aLambdaRunsOnAnyRank() throws Exception {
        AgentProcess process = AgentProcess.compile(app, "SharedLambdas.java", LambdasTest.SOURCE);
        Outcome plain = process.plainRanks(1, Map.of("JDSM_THREADS", "3"), "SharedLambdas");

        for (String options : new String[] {"", "check"}) {
            Outcome outcome = process.ranks(3, options, "SharedLambdas");

            assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
            assertThat(outcome.out()).hasSize(3).containsExactlyInAnyOrderElementsOf(plain.out());
            assertThat(outcome.status()).isZero();
        }
        Outcome functions = process.ranks(2, "", "SharedFunctions");
        assertThat(functions.err()).isEmpty();
        assertThat(functions.out())
                .isEqualTo(process.plainRanks(1, Map.of("JDSM_THREADS", "2"), "SharedFunctions")
                        .out());
    }
}
