package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs of real processes over UCX, whose libraries are in the directory that the variable JDSM_UCX_LIB names. */
@ExtendWith(UcxIT.Libraries.class)
class UcxIT {
    private static final String VARIABLE = "JDSM_UCX_LIB";
    private static final Duration NOTICE = Duration.ofSeconds(5);

    /** Skips the tests, loudly, where no directory is named. */
    static final class Libraries implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (directory() != null) {
                return ConditionEvaluationResult.enabled("UCX is in " + directory());
            }
            String reason = VARIABLE + " names no directory with UCX's libraries";
            if (context.getTestMethod().isEmpty()) {
                System.err.println("jdsm: SKIPPED " + context.getDisplayName() + ": " + reason);
            }
            return ConditionEvaluationResult.disabled(reason);
        }
    }

    static String directory() {
        return System.getenv(VARIABLE);
    }

    private static String[] ucx(int ranks, String... more) {
        List<String> args =
                new ArrayList<>(List.of("--comm", "ucx", "--ucx-lib", directory(), "-p", Integer.toString(ranks)));
        args.addAll(List.of(more));
        return args.toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({"2, LU -n 128 -b 16", "3, Counter -n 20", "3, SOR -n 40 -i 4"})
    void theResultIsThatOfOneRank(int ranks, String program) {
        try (JdsmProcess job = JdsmProcess.launchWoven(ucx(ranks, program.split(" ")))) {
            assertThat(job.end().ok().out())
                    .last()
                    .asString()
                    .contains("comm=ucx")
                    .endsWith(" OK");
        }
    }

    @Test
    void noOutcomeIsForbidden() {
        String[] args = ucx(2, "jdsm.examples.programs.WovenLitmus", "15");
        try (JdsmProcess job = JdsmProcess.launchWoven(args)) {
            assertThat(job.end().ok().out()).last().asString().endsWith(" forbidden=0 OK");
        }
    }

    @Test
    void aKilledRankEndsTheJob() {
        try (JdsmProcess job = JdsmProcess.launch(ucx(3, "jdsm.examples.programs.Barriers", "/no/such/file"))) {
            List<ProcessHandle> ranks =
                    Stream.of(0, 1, 2).map(rank -> rank(job, rank)).toList();
            job.awaitLine("begun");

            JdsmProcess.signal("KILL", ranks.get(1));

            await().atMost(NOTICE).until(() -> ranks.stream().noneMatch(ProcessHandle::isAlive));
            Outcome outcome = job.end();
            assertThat(outcome.err())
                    .contains("jdsm: rank 1 was killed by signal 9 (SIGKILL), exit status 137")
                    .anyMatch(line -> line.matches("\\[\\d] jdsm: rank \\d ends: lost rank 1: .*"));
            assertThat(outcome.status()).isEqualTo(1);
        }
    }

    private static ProcessHandle rank(JdsmProcess job, int rank) {
        String prefix = "[" + rank + "] pid ";
        String line = job.awaitLine("\\Q" + prefix + "\\E\\d+");
        return ProcessHandle.of(Long.parseLong(line.substring(prefix.length()))).orElseThrow();
    }

    @Tag("once")
    @Test
    void withoutSharedMemoryTheRanksOfAHostAreReachedByUcx() {
        String[] args = ucx(2, "--jvm-arg=-Djdsm.shm.dir=/no/such/folder", "SOR", "-n", "200", "-i", "4");
        args[1] = "mixed-ucx";
        try (JdsmProcess job = JdsmProcess.launchWoven(args)) {
            Outcome outcome = job.end();
            assertThat(outcome.err())
                    .hasSize(2)
                    .allMatch(line ->
                            line.contains("has no shared memory: ") && line.endsWith("; it reaches all ranks by UCX"));
            assertThat(outcome.status()).isZero();
            assertThat(outcome.out())
                    .last()
                    .asString()
                    .contains("comm=mixed-ucx")
                    .endsWith(" OK");
        }
    }

    @Tag("once")
    @Test
    void theDoctorNamesTheDevicesOfUcx() {
        try (JdsmProcess doctor = JdsmProcess.command(Map.of(VARIABLE, directory()), "doctor")) {
            assertThat(doctor.end().ok().out())
                    .anyMatch(line -> line.matches("(ok  |note)  ucx +UCX 1\\.\\S+ in " + directory()
                            + "; modules .*; RDMA devices .*; network interfaces .*\\blo\\b.*"))
                    .anyMatch(line -> line.matches("(ok    auto +takes UCX|note  auto +takes TCP) between hosts.*"));
        }
    }

    @Tag("once")
    @Test
    void librariesOfUcxForAJobWithoutItAreRefused() {
        try (JdsmProcess job = JdsmProcess.launch("--ucx-lib", directory(), "-p", "2", "LU")) {
            job.end()
                    .failed(
                            2,
                            "jdsm: --ucx-lib is for --comm ucx or mixed-ucx, and for auto with --trusted-fabric, and"
                                    + " this job has auto");
        }
    }

    @Tag("once")
    @Test
    void aDirectoryWithoutLibrariesIsNamed() {
        try (JdsmProcess job = JdsmProcess.launch("--comm", "ucx", "--ucx-lib", "/no/such", "-p", "2", "LU")) {
            Outcome outcome = job.end();
            assertThat(outcome.err())
                    .anyMatch(line ->
                            line.matches("\\[\\d] jdsm: .*no libucm\\.so\\.0 in /no/such; install UCX 1\\.15 .*"));
            assertThat(outcome.status()).isEqualTo(1);
        }
    }
}
