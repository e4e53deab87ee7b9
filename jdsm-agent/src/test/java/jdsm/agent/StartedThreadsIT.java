package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs whose workers start threads under the packaged agent; {@link StartedThreadsTest} has more of them. */
class StartedThreadsIT {
    @TempDir
    static Path app;

    @Test
    void theirAccessesAreThoseOfWorkers() throws Exception {
        AgentProcess process = AgentProcess.compile(app, "StartedThreads.java", StartedThreadsTest.SOURCE);

        for (String program : new String[] {"StartedThreads", "Forms"}) {
            Outcome outcome = process.ranks(2, "verify", program);

            assertThat(outcome.err()).isEmpty();
            assertThat(outcome.out()).containsExactly("right");
        }
    }
}
