package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that fail end the job on all ranks, and where it happened it is said. */
class ProgramFailureIT {
    private static final String AS_TOLD = "java.lang.IllegalStateException: as told";

    @ParameterizedTest
    @CsvSource({"constructor, constructor", "initialize, initialize()", "start, start()", "finish, finish()"})
    void aProgramThatThrowsOnOneRank(String phase, String said) {
        Outcome outcome = run("tcp", "Failing", phase, "1");

        assertThat(outcome.errorsWithoutTraces())
                .containsExactlyInAnyOrder(failures("tcp", phase(said) + " threw " + AS_TOLD));
        assertThat(outcome.err()).contains("[1] " + AS_TOLD);
        assertThat(outcome.err().toString()).contains("jdsm.examples.programs.Failing.throwIn(Failing.java:");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"constructor", "initialize", "start", "finish"})
    void aProgramThatThrowsOnOneRankOfOneProcess(String phase) {
        Outcome outcome = run("inproc", "Failing", phase, "1");

        String said = phase(phase.equals("constructor") ? phase : phase + "()");
        assertThat(outcome.errorsWithoutTraces())
                .containsExactlyInAnyOrder(failures("inproc", said + " threw " + AS_TOLD));
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void aProgramThatThrowsOnAllRanks() {
        Outcome outcome = run("tcp", "Failing", "initialize", "all");

        String threw = "initialize() threw " + AS_TOLD;
        // Who has heard of another's failure before its own says that instead.
        assertThat(outcome.errorsWithoutTraces())
                .hasSizeBetween(3, 4)
                .allMatch(line -> line.matches("\\[\\d] jdsm: rank \\d( ends: rank \\d)?: \\Q" + threw + "\\E")
                        || line.matches("jdsm: rank \\d ended with exit status 1"));
        assertThat(outcome.status()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "inproc"})
    void wrongArgumentsOfAProgramAreOneLine(String comm) {
        run(comm, "Failing", "usage", "all").failed(2, "jdsm: no such thing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "register-in-start|java.lang.IllegalStateException: register is allowed in initialize() only",
                "acquire-unregistered|java.lang.IllegalArgumentException: not registered: an object of int[]; "
                        + "register it in initialize()",
                "release-unacquired|java.lang.IllegalStateException: release without acquire: "
                        + "int[10] in blocks of 4 (key 0), block 0",
                "release-twice|java.lang.IllegalStateException: release without acquire: "
                        + "int[10] in blocks of 4 (key 0), block 0",
                "index|java.lang.IndexOutOfBoundsException: index 10 of int[10] in blocks of 4 (key 0)",
                "range|java.lang.IndexOutOfBoundsException: range 3 to 11 of int[10] in blocks of 4 (key 0)"
            })
    void misuseOfThePool(String how, String exception) {
        String comm = how.startsWith("release") || how.equals("range") ? "inproc" : "tcp";
        Outcome outcome = run(comm, "Misusing", how);

        String expected = how.equals("release-unacquired") ? exception.replace("block 0", "block 2") : exception;
        assertThat(outcome.errorsWithoutTraces())
                .containsExactlyInAnyOrder(failures(comm, "start() threw " + expected));
        assertThat(outcome.err().toString()).contains("jdsm.examples.programs.Misusing.misuse(Misusing.java:");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void useOfThePoolInInitialize() {
        Outcome outcome = run("inproc", "Misusing", "acquire-in-initialize");

        assertThat(outcome.err().toString())
                .contains("initialize() threw java.lang.IllegalStateException: shared objects cannot be accessed"
                        + " before all ranks have run initialize(): do it in start()");
        assertThat(outcome.status()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "inproc"})
    void aBarrierThatMeetsTheEndOfStart(String comm) {
        Outcome outcome = run(comm, "UnevenBarriers");

        String inBarrier = "is in barrier() at jdsm.examples.programs.UnevenBarriers.start(UnevenBarriers.java:10)";
        assertThat(outcome.errorsWithoutTraces())
                .anyMatch(line -> line.endsWith("rank 0 " + inBarrier + " while rank 1 has ended start()")
                        || line.endsWith("rank 1 has ended start() while rank 0 is in barrier()"));
        assertThat(outcome.status()).isEqualTo(1);
    }

    @Test
    void aBarrierThatMeetsTheEndOfStartInOneRank() {
        try (JdsmProcess job = JdsmProcess.launch("-t", "2", "jdsm.examples.programs.UnevenBarriers")) {
            Outcome outcome = job.end();

            assertThat(outcome.errorsWithoutTraces())
                    .anyMatch(line -> line.matches("jdsm: rank 0: a worker of rank 0 .* while another one .*")
                            && line.contains("is in barrier() at jdsm.examples.programs.UnevenBarriers.start(")
                            && line.contains("has ended start()"));
            assertThat(outcome.status()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "start", "finish"})
    void threadsThatComputeForEverDoNotKeepAFailedJob(String phase) {
        try (JdsmProcess job = JdsmProcess.launch("-p", "2", "-t", "2", program("Computing"), phase, "fail")) {
            Outcome outcome = job.end();

            assertThat(outcome.err()).contains("[0] " + AS_TOLD, "jdsm: rank 0 ended with exit status 1");
            assertThat(outcome.errorsWithoutTraces())
                    .contains("[1] jdsm: rank 1 ends: rank 0: " + phase + "() threw " + AS_TOLD);
            assertThat(outcome.status()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"start, inproc", "initialize, inproc", "initialize, tcp"})
    void threadsThatWaitForEverDoNotKeepAFailedJob(String phase, String comm) {
        Outcome outcome = run(comm, "Receiving", phase);

        assertThat(outcome.err().toString()).contains("rank 0: " + phase + "() threw " + AS_TOLD);
        assertThat(outcome.status()).isEqualTo(1);
    }

    private static String phase(String said) {
        return said.equals("constructor") ? "the constructor" : said;
    }

    /** What two ranks and the launcher say when rank 1 fails. */
    private static String[] failures(String comm, String what) {
        List<String> lines = new ArrayList<>();
        lines.add("[0] jdsm: rank 0 ends: rank 1: " + what);
        lines.add("[1] jdsm: rank 1: " + what);
        lines.add(
                comm.equals("inproc")
                        ? "jdsm: the job's process ended with exit status 1"
                        : "jdsm: rank 1 ended with exit status 1");
        return lines.toArray(String[]::new);
    }

    private static String program(String name) {
        return "jdsm.examples.programs." + name;
    }

    private static Outcome run(String comm, String program, String... args) {
        List<String> all = new ArrayList<>(List.of("-p", "2", "--comm", comm, program(program)));
        all.addAll(List.of(args));
        try (JdsmProcess job = JdsmProcess.launch(all.toArray(String[]::new))) {
            return job.end();
        }
    }
}
