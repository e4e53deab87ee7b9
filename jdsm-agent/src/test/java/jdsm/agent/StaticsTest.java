package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each rank has of its own: it may be read, and while ranks compute it must not change. */
@Timeout(60)
@Tag("once")
class StaticsTest {
    @TempDir
    static Path app;

    private static InprocProgram program;

    @BeforeAll
    static void compile() throws IOException {
        program = InprocProgram.compile(app, "Statics.java", StaticsProgram.SOURCE);
        Files.delete(app.resolve("Gone.class"));
    }

    /** Each attempt in a job of its own, for the first refusal ends it, though the program catches the exception. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void whatRanksHaveOfTheirOwnDoesNotChange(int ranks) {
        StaticsProgram.refusals().forEach((attempt, refusal) -> {
            Outcome outcome = program.ranks(ranks, "", "Statics", attempt);

            assertThat(outcome.status()).as(attempt).isEqualTo(1);
            assertThat(outcome.err())
                    .as(attempt)
                    .filteredOn(line -> !line.contains(" ends: "))
                    .map(line -> line.replaceFirst(
                            "class java.util.regex.Pattern\\$\\$Lambda.* excludes", "class LAMBDA excludes"))
                    .first()
                    .asString()
                    .matches("\\[(\\d)] jdsm: rank \\1: " + Pattern.quote(refusal)
                            + "; at [A-Za-z]+\\.[A-Za-z$0-9]+\\(Statics.java:\\d+\\)");
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void whatDoesNotChangeThemIsAllowed(int ranks) {
        for (String attempt :
                new String[] {"reading", "own", "random", "shared", "late", "all", "serialised numbers", "reflected"}) {
            Outcome outcome = program.ranks(ranks, "", "Statics", attempt);

            assertThat(outcome.err()).as(attempt).isEmpty();
            assertThat(outcome.out()).containsExactly("[0] " + attempt + ": fine");
            assertThat(outcome.status()).isZero();
        }
    }

    @Test
    void aConstantDoesNotBecomeShared() {
        Outcome outcome = program.ranks(2, "", "Escaping");

        assertThat(outcome.status()).isNotZero();
        assertThat(outcome.err())
                .anyMatch(line ->
                        line.contains("what static field Table.PARTIAL refers to is each rank's own, and a shared"
                                + " field cannot come to refer to it while the ranks compute: let it do so in initialize(), or make"
                                + " an object of its own"));
    }

    @Test
    void locksOfTheJdkAreNotShared() {
        Outcome outcome = program.ranks(2, "", "Statics", "lock");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.err())
                .anyMatch(line -> line.contains("Statics.lock refers to a ReentrantLocked, which cannot be shared"));
    }
}
