package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random programs of calls of the JDK: on two and three ranks their results are those of one rank. */
@Timeout(180)
class JdkCallsTest {
    @TempDir
    Path app;

    @ParameterizedTest
    @ValueSource(longs = {2, 5, 8, 10})
    void ranksDoNotMatter(long seed) throws Exception {
        InprocProgram process = InprocProgram.compile(app, "Calls.java", RandomCalls.source(seed));

        List<String> alone = run(process, 1);

        assertThat(alone).hasSize(1).allMatch(line -> line.endsWith("errors 0"));
        assertThat(run(process, 2)).as("two ranks, seed " + seed).isEqualTo(alone);
        assertThat(run(process, 3)).as("three ranks, seed " + seed).isEqualTo(alone);
    }

    private static List<String> run(InprocProgram process, int ranks) throws IOException, InterruptedException {
        Outcome outcome = process.ranks(ranks, "", "Calls");
        return Stream.concat(outcome.out().stream(), outcome.err().stream())
                .map(line -> line.replaceFirst("^\\[0\\] ", ""))
                .toList();
    }
}
