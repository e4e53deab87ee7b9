package jdsm.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import jdsm.checkpoint.CheckpointException;
import jdsm.checkpoint.CheckpointKey;
import jdsm.comm.spi.Limits;
import jdsm.config.JdsmConfig;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private static final String SECRET = "5ec2e7".repeat(10);

    @Test
    void aJvmForEachRank() {
        LaunchPlan plan = plan("ranks", "3", "threads", "2", "timeout", "10", "stats", "s.json", "device", "lo");

        assertThat(plan.processes()).extracting(ProcessPlan::label).containsExactly("rank 0", "rank 1", "rank 2");
        assertThat(plan.processes()).extracting(ProcessPlan::prefix).containsExactly("[0] ", "[1] ", "[2] ");
        assertThat(plan.meets()).isTrue();
        assertThat(plan.interactive()).isTrue();
        assertThat(plan.timeLimit()).contains(Duration.ofSeconds(10));
        assertThat(plan.processes().get(1).environment())
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("JDSM_RANK", "1"),
                        Map.entry("JDSM_RANKS", "3"),
                        Map.entry("JDSM_RANKS_ON_HOST", "3"),
                        Map.entry("JDSM_RENDEZVOUS", "127.0.0.1:4711"),
                        Map.entry("JDSM_RENDEZVOUS_AT", "launcher"),
                        Map.entry("JDSM_JOB", "job-1"),
                        Map.entry("JDSM_SECRET", SECRET),
                        Map.entry("JDSM_LAUNCHER_PID", "99"),
                        Map.entry("JDSM_DEADLINE_MILLIS", "123456"),
                        Map.entry("JDSM_THREADS", "2"),
                        Map.entry("JDSM_COMM", "auto"),
                        Map.entry("JDSM_CONSISTENCY", "lazy-release"),
                        Map.entry("JDSM_JOIN_TIMEOUT", "300"),
                        Map.entry("JDSM_LOST_AFTER", "90"),
                        Map.entry("JDSM_PREFIX", "true"),
                        Map.entry("JDSM_AGENT", "true"),
                        Map.entry("JDSM_ALLOW_NOTHING_SHARED", "false"),
                        Map.entry("JDSM_DEVICE", "lo"),
                        Map.entry(
                                "JDSM_STATS", Path.of("s.json").toAbsolutePath().toString()),
                        Map.entry("JDSM_OUTPUT", "marked")));
    }

    @Test
    void theCommandOfARank() {
        List<String> command =
                plan("ranks", "2", "jvm-args", "-Dx=a b").processes().get(1).command();

        assertThat(command).first().isEqualTo("/jdk/bin/java");
        assertThat(command)
                .containsSubsequence(
                        "-XX:+UseSerialGC",
                        "-Dx=a b",
                        "-cp",
                        "/lib/agent.jar:/lib/launcher.jar:/app/app.jar",
                        "rank.Main",
                        "app.Heat",
                        "-n",
                        "1024")
                .endsWith("rank.Main", "app.Heat", "-n", "1024");
    }

    @Test
    void aTransportsJarsFlagsAndVariablesReachTheRanks() {
        JobSpec spec = spec("ranks", "2");
        Host host = new Host(
                Path.of("/jdk/bin/java"),
                17,
                4,
                Cores.UNKNOWN,
                List.of(Path.of("/l/a.jar")),
                Path.of("/l/a.jar"),
                List.of(),
                Optional.empty(),
                new TransportFiles(List.of(Path.of("/t/u.jar")), List.of("-Du=1"), Map.of("U_SIGNALS", "none")));
        Place place = new Place("alpha", host, spec.program().classPath(), 0, 2, Optional.of("10.0.0.2"));

        List<ProcessPlan> processes = new Planner(new MainClasses("rank.Main", "inproc.Main"))
                .plan(spec, identity(Optional.of("10.0.0.1:4711")), List.of(place))
                .processes();

        assertThat(processes).hasSize(2).allSatisfy(process -> {
            assertThat(process.environment()).containsEntry("U_SIGNALS", "none");
            assertThat(process.command()).contains("-Du=1").anyMatch(each -> each.startsWith("/l/a.jar:/t/u.jar"));
        });
    }

    @Test
    void aBoundRankRunsOnItsPartOfTheProcessors() {
        JobSpec spec = spec("ranks", "3", "bind", "core");
        Host host = new Host(
                Path.of("/jdk/bin/java"),
                17,
                4,
                Cores.decode("0:0,2;0:1,3"),
                List.of(Path.of("/l/a.jar")),
                Path.of("/l/a.jar"),
                List.of(),
                Optional.empty(),
                TransportFiles.NONE);
        List<Place> places = List.of(
                new Place("alpha", host, spec.program().classPath(), 0, 1, Optional.of("10.0.0.2")),
                new Place("beta", host, spec.program().classPath(), 1, 2, Optional.of("10.0.0.3")));

        assertThat(new Planner(new MainClasses("rank.Main", "inproc.Main"))
                        .plan(spec, identity(Optional.of("10.0.0.1:4711")), places)
                        .processes())
                .extracting(process -> String.join(" ", process.command().subList(0, 5)))
                .containsExactly(
                        "taskset -c 0,1,2,3 /jdk/bin/java -Djdsm.processors=4",
                        "taskset -c 0,2 /jdk/bin/java -Djdsm.processors=4",
                        "taskset -c 1,3 /jdk/bin/java -Djdsm.processors=4");
    }

    @Test
    void eachHostHasItsPartOfTheRanks() {
        JobSpec spec = spec("ranks", "3");
        Host other = new Host(
                Path.of("/other/java"),
                25,
                1,
                List.of(Path.of("/l/a.jar")),
                Path.of("/l/a.jar"),
                List.of(),
                Optional.empty());
        List<Place> places = List.of(
                new Place("alpha", spec.host(), spec.program().classPath(), 0, 2, Optional.of("10.0.0.2")),
                new Place("beta", other, List.of(Path.of("/there.jar")), 2, 1, Optional.of("10.0.0.3")));

        List<ProcessPlan> processes = new Planner(new MainClasses("rank.Main", "inproc.Main"))
                .plan(spec, identity(Optional.of("10.0.0.1:4711")), places)
                .processes();

        assertThat(processes)
                .extracting(ProcessPlan::label)
                .containsExactly("rank 0 (alpha)", "rank 1 (alpha)", "rank 2 (beta)");
        assertThat(processes.get(1).environment())
                .containsEntry("JDSM_RANKS_ON_HOST", "2")
                .containsEntry("JDSM_DEVICE", "10.0.0.2");
        assertThat(processes.get(2).environment())
                .containsEntry("JDSM_RANK", "2")
                .containsEntry("JDSM_RANKS_ON_HOST", "1")
                .containsEntry("JDSM_DEVICE", "10.0.0.3");
        assertThat(processes.get(2).command()).startsWith("/other/java").contains("/l/a.jar:/there.jar");
    }

    @Test
    void oneRankMeetsNobody() {
        LaunchPlan plan = plan();

        assertThat(plan.meets()).isFalse();
        assertThat(plan.processes()).singleElement().satisfies(process -> {
            assertThat(process.prefix()).isEmpty();
            assertThat(process.environment())
                    .containsEntry("JDSM_RANK", "0")
                    .containsEntry("JDSM_RANKS", "1")
                    .doesNotContainKeys("JDSM_RENDEZVOUS", "JDSM_RENDEZVOUS_AT");
        });
    }

    @Test
    void inprocIsOneJvmThatPrefixesItsOwnLines() {
        LaunchPlan plan = plan("ranks", "4", "comm", "inproc");

        assertThat(plan.interactive()).isTrue();
        assertThat(plan.meets()).isFalse();
        assertThat(plan.processes()).singleElement().satisfies(process -> {
            assertThat(process.label()).isEqualTo("the job's process");
            assertThat(process.prefix()).isEmpty();
            assertThat(process.command())
                    .containsSubsequence("inproc.Main", "app.Heat", "-n", "1024")
                    .contains("-XX:MaxRAMPercentage=50.0")
                    .doesNotContain("-XX:+UseSerialGC");
            assertThat(process.environment())
                    .containsEntry("JDSM_RANKS", "4")
                    .containsEntry("JDSM_COMM", "inproc")
                    .containsEntry("JDSM_PREFIX", "true")
                    .doesNotContainKeys("JDSM_RANK", "JDSM_RENDEZVOUS");
        });
    }

    @Test
    void noPrefixIfTheUserSaysSo() {
        assertThat(plan("ranks", "2", "prefix", "false").processes())
                .extracting(ProcessPlan::prefix)
                .containsOnly("");
    }

    @Test
    void theSecretIsInTheEnvironmentOnly() {
        LaunchPlan plan = plan("ranks", "2");

        assertThat(plan.processes()).allSatisfy(process -> {
            assertThat(process.command()).noneMatch(argument -> argument.contains(SECRET));
            assertThat(process.environment()).containsEntry("JDSM_SECRET", SECRET);
        });
        assertThat(plan.toString()).doesNotContain(SECRET);
        assertThat(identity(Optional.empty()).toString()).doesNotContain(SECRET);
    }

    @Test
    void theKeyOfCheckpointsIsInTheEnvironmentOnly() throws CheckpointException {
        String text = "0f".repeat(32);
        JobSpec plain = spec("ranks", "2", "checkpoint", "d", "checkpoint-every", "3");
        JobSpec spec = new JobSpec(
                plain.config(), plain.program(), plain.host(), plain.cluster(), Optional.of(CheckpointKey.of(text)));
        LaunchPlan plan = new Planner(MainClasses.RUNTIME).plan(spec, identity(Optional.empty()));

        assertThat(plan.processes()).hasSize(2).allSatisfy(process -> {
            assertThat(process.command()).noneMatch(argument -> argument.contains(text));
            assertThat(process.environment())
                    .containsEntry("JDSM_CHECKPOINT_KEY", text)
                    .containsEntry(
                            "JDSM_CHECKPOINT", Path.of("d").toAbsolutePath().toString())
                    .containsEntry("JDSM_CHECKPOINT_EVERY", "3");
        });
        assertThat(plan.toString() + spec).doesNotContain(text);
        assertThat(plan.unset()).contains("JDSM_CHECKPOINT_KEY");
    }

    @Test
    void nothingOfAnotherJobIsInherited() {
        assertThat(plan().unset())
                .contains("JDSM_RANK", "JDSM_RENDEZVOUS", "JDSM_SECRET", "JDSM_DEADLINE_MILLIS", "JDSM_TIMEOUT")
                .contains("JDSM_HOSTS", "JDSM_JVM_ARGS", "JDSM_CP", "JDSM_STATS")
                .doesNotContain("PATH");
    }

    @Test
    void theAgentComesUnlessItIsNotWanted() {
        assertThat(plan("ranks", "2").processes().get(1).command())
                .containsSubsequence("-javaagent:/lib/agent.jar", "-cp", "rank.Main");
        assertThat(plan("ranks", "2", "comm", "inproc").processes().get(0).command())
                .contains("-javaagent:/lib/agent.jar");
        assertThat(plan("ranks", "2", "agent", "false").processes().get(1).command())
                .noneMatch(argument -> argument.startsWith("-javaagent"));
    }

    @Test
    void theAgentIsToldWhatTheSettingsSay() {
        assertThat(plan(
                                "include", "app., kernels.",
                                "exclude", "app.plain.",
                                "local", "app.Heat.mine",
                                "volatile-elements", "app.Heat.flags",
                                "dump", "woven",
                                "cache", "kept")
                        .processes()
                        .get(0)
                        .command())
                .contains("-javaagent:/lib/agent.jar=include=app.:kernels.,exclude=app.plain.,local=app.Heat.mine,"
                        + "volatile-elements=app.Heat.flags,dump="
                        + Path.of("woven").toAbsolutePath() + ",cache="
                        + Path.of("kept").toAbsolutePath());
        assertThat(plan("cache", "none").processes().get(0).command()).contains("-javaagent:/lib/agent.jar=cache=none");
    }

    @Test
    void aDebuggerFindsTheRankThatItIsFor() {
        LaunchPlan plan = plan("ranks", "2", "debug", "1,suspend");

        assertThat(plan.processes()).extracting(ProcessPlan::isDebugged).containsExactly(false, true);
        assertThat(plan.processes().get(0).command()).contains("-javaagent:/lib/agent.jar");
        assertThat(plan.processes().get(1).command())
                .containsSubsequence(
                        "-agentlib:jdwp=transport=dt_socket,server=y,address=127.0.0.1:0,suspend=y",
                        "-javaagent:/lib/agent.jar=debug");
        assertThat(plan.processes()).allSatisfy(process -> {
            assertThat(process.environment()).containsEntry("JDSM_DEBUG", "1,suspend");
            assertThat(JdsmConfig.fromEnvironment(process.environment()).limits())
                    .as("who is stopped by a debugger is neither lost nor late")
                    .isEqualTo(new Limits(Limits.NONE, Limits.NONE));
        });
        assertThat(plan("ranks", "2", "debug", "all").processes())
                .extracting(ProcessPlan::isDebugged)
                .containsOnly(true);
        assertThat(plan("ranks", "2").processes().get(0).environment())
                .doesNotContainKey("JDSM_DEBUG")
                .containsEntry("JDSM_LOST_AFTER", "90");
    }

    @Test
    void classDataIsForPathsThatBeginWithTheLibraries() {
        assertThat(command(specWithClassData("agent", "false")))
                .contains("-XX:SharedArchiveFile=/dist/class-data/x.jsa")
                .containsSubsequence("-cp", path("/lib/agent.jar", "/lib/launcher.jar", "/app/app.jar"));
        assertThat(command(spec("agent", "false")))
                .containsSubsequence("-cp", path("/lib/agent.jar", "/lib/launcher.jar", "/app/app.jar"));
    }

    @Test
    void ranksAreToldWhereNativeLibrariesAreUnlessTheUserSaysIt() {
        assertThat(command(spec())).contains("-Djava.library.path=" + path("/dist/native", "/usr/lib"));
        assertThat(command(spec("jvm-args", "-Djava.library.path=/mine")))
                .filteredOn(argument -> argument.startsWith("-Djava.library.path="))
                .last()
                .isEqualTo("-Djava.library.path=/mine");
    }

    @Test
    void whoHasFlagsForClassDataGetsNoneOfOurs() {
        JobSpec spec = specWithClassData("jvm-args", "-Xshare:off");
        assertThat(Planner.takesClassData(spec.config())).isFalse();
        assertThat(Planner.takesClassData(spec("ranks", "2").config())).isTrue();
        assertThat(command(spec)).noneMatch(flag -> flag.startsWith("-XX:SharedArchiveFile"));
    }

    @Test
    void ranksWithAFlightRecorderGetNoClassData() {
        for (String flag :
                List.of("-XX:StartFlightRecording", "-XX:StartFlightRecording:filename=a.jfr", "-XX:+FlightRecorder")) {
            assertThat(command(specWithClassData("jvm-args", flag)))
                    .as(flag)
                    .contains(flag)
                    .noneMatch(each -> each.startsWith("-XX:SharedArchiveFile"));
        }
    }

    private static String path(String... entries) {
        return String.join(File.pathSeparator, entries);
    }

    private static List<String> command(JobSpec spec) {
        return plan(spec).processes().get(0).command();
    }

    private static LaunchPlan plan(String... keysAndValues) {
        return plan(spec(keysAndValues));
    }

    private static JobSpec spec(String... keysAndValues) {
        return spec(Optional.empty(), keysAndValues);
    }

    private static JobSpec specWithClassData(String... keysAndValues) {
        return spec(Optional.of(Path.of("/dist/class-data/x.jsa")), keysAndValues);
    }

    private static JobSpec spec(Optional<Path> classData, String... keysAndValues) {
        Map<String, List<String>> options = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            options.put(keysAndValues[i], List.of(keysAndValues[i + 1]));
        }
        return new JobSpec(
                JdsmConfig.of(options, Map.of(), Optional.empty()),
                new Program("app.Heat", List.of(Path.of("/app/app.jar")), List.of("-n", "1024")),
                new Host(
                        Path.of("/jdk/bin/java"),
                        17,
                        2,
                        List.of(Path.of("/lib/agent.jar"), Path.of("/lib/launcher.jar")),
                        Path.of("/lib/agent.jar"),
                        List.of(Path.of("/dist/native"), Path.of("/usr/lib")),
                        classData));
    }

    private static LaunchPlan plan(JobSpec spec) {
        return new Planner(new MainClasses("rank.Main", "inproc.Main"))
                .plan(spec, identity(Planner.meets(spec) ? Optional.of("127.0.0.1:4711") : Optional.empty()));
    }

    private static LaunchIdentity identity(Optional<String> rendezvous) {
        return new LaunchIdentity("job-1", SECRET, rendezvous, 99, OptionalLong.of(123456));
    }
}
