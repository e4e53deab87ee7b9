package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.examples.programs.Tallied;
import jdsm.launcher.program.ProfiledFields;
import jdsm.launcher.program.ProgramException;
import jdsm.observe.StatisticsReader;
import jdsm.profile.ProfileReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code jdsm profile} counts what the program does, and nothing else changes. */
class ProfileIT {
    private static final String TALLIED = "jdsm.examples.programs.Tallied";
    private static final String LINK = TALLIED + "$Link";
    private static final long VISITED = 2L * Tallied.WALKS * Tallied.LENGTH;

    @TempDir
    private Path directory;

    private Outcome profile(String... args) {
        return JdsmProcess.profile(
                        Stream.of(Stream.of("--cp", JdsmProcess.PROGRAMS, "--timeout", "300"), Stream.of(args))
                                .flatMap(all -> all)
                                .toArray(String[]::new))
                .end();
    }

    private static Map<String, Object> named(Object list, String name) {
        return ((List<?>) list)
                .stream()
                        .map(Statistics::map)
                        .filter(each -> each.get("name").equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp", "inproc"})
    void everyAccessOfEveryRankIsCounted(String comm) throws Exception {
        Path file = directory.resolve("profile.json");

        Outcome outcome = profile(
                        "-p", "2", "--heavy-writes", "60", "--comm", comm, "--output", file.toString(), TALLIED)
                .ok();

        assertThat(outcome.out())
                .contains("sum " + VISITED / Tallied.LENGTH * (Tallied.LENGTH * (Tallied.LENGTH - 1) / 2));
        Object classes = StatisticsReader.read(file).get("classes");
        Map<String, Object> link = named(classes, LINK);
        assertThat(link).containsEntry("split", "true").containsEntry("monitors", 2L);
        assertThat(named(link.get("fields"), "value"))
                .containsEntry("reads", VISITED)
                .containsEntry("writes", (long) Tallied.LENGTH)
                .containsEntry("readBy", List.of(0L, 1L))
                .containsEntry("writtenBy", List.of(0L));
        assertThat(named(link.get("fields"), "next"))
                .containsEntry("reads", VISITED)
                .containsEntry("writes", (long) Tallied.LENGTH);
        assertThat(named(link.get("fields"), "visits"))
                .containsEntry("reads", 2L)
                .containsEntry("writes", 2L)
                .containsEntry("class", "N")
                .containsEntry("readBy", List.of(0L, 1L))
                .containsEntry("writtenBy", List.of(0L, 1L));
        assertThat(named(classes, TALLIED)).containsEntry("monitors", 2L);
        assertThat(((List<?>) classes)
                        .stream().mapToLong(type -> (long) Statistics.map(type).get("fetches")))
                .anyMatch(fetches -> fetches > 0);
        assertThat(named(named(classes, TALLIED).get("fields"), "sum"))
                .containsEntry("reads", 3L)
                .containsEntry("writes", 2L);
        assertThat(link(file))
                .as("each was made on rank 0, and rank 1 walked along all")
                .containsEntry("made", (long) Tallied.LENGTH)
                .containsEntry("bytes", 24L * Tallied.LENGTH)
                .containsEntry("shared", (long) Tallied.LENGTH)
                .containsEntry("fetched", (long) Tallied.LENGTH);
        assertThat(String.join("\n", outcome.out()))
                .containsPattern("objects made:\n +made +bytes +shared +of made +fetched +of made +class +line\n"
                        + " +50 +1200 +50 +100.0 % +50 +100.0 % +\\Q" + LINK
                        + "\\E +jdsm.examples.programs.Tallied.start");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).as("nothing else is left").containsExactly(file);
        }
    }

    /** The place where the links are made, in a profile. */
    private static Map<String, Object> link(Path file) throws IOException {
        return ((List<?>) StatisticsReader.read(file).get("sites"))
                .stream()
                        .map(Statistics::map)
                        .filter(site -> site.get("type").equals(LINK))
                        .reduce((one, other) -> {
                            throw new AssertionError("one place: " + one + ", " + other);
                        })
                        .filter(site -> ((String) site.get("line"))
                                .matches("jdsm\\.examples\\.programs\\.Tallied\\.start\\(Tallied\\.java:[0-9]+\\)"))
                        .orElseThrow();
    }

    @Test
    void arraysAreNamedByFieldsAndWaitsByLines() throws Exception {
        Path file = directory.resolve("profile.json");

        Outcome outcome = profile("-p", "2", "--output", file.toString(), "LU", "-n", "128")
                .ok();

        assertThat(String.join("\n", outcome.out()))
                .containsPattern("LU\\.blocks\\[] +double\\[1024] ")
                .containsPattern("meet all workers +- +0-1 +jdsm\\.examples\\.LU\\.factor\\(LU\\.java:");
        Map<String, Object> profile = StatisticsReader.read(file);
        Map<String, Object> blocks = ((List<?>) profile.get("arrays"))
                .stream()
                        .map(Statistics::map)
                        .filter(each -> each.get("field").equals("LU.blocks[]"))
                        .findFirst()
                        .orElseThrow();
        assertThat((long) blocks.get("blocks")).isBetween(1L, 16L);
        assertThat((long) blocks.get("fetches") + (long) blocks.get("ownershipMoves"))
                .isPositive();
        assertThat((List<?>) profile.get("waits"))
                .anyMatch(wait -> Statistics.map(wait).get("object").equals("LU.blocks[]"));
    }

    /** The split is the same, and so are the classes of fields, but for those with few accesses. */
    @Tag("once")
    @ParameterizedTest
    @ValueSource(strings = {"CountedTree -n 2000", "MolDyn --cells 4 --forces synchronized", "LU -n 256"})
    void samplesClassifyAsFullCountsDo(String program) throws Exception {
        Path full = directory.resolve("full.json");
        Path sampled = directory.resolve("sampled.json");
        profile(Stream.concat(Stream.of("-p", "2", "--output", full.toString()), Stream.of(program.split(" ")))
                        .toArray(String[]::new))
                .ok();

        Outcome outcome = profile(Stream.concat(
                                Stream.of("-p", "2", "--sample", "50", "--output", sampled.toString()),
                                Stream.of(program.split(" ")))
                        .toArray(String[]::new))
                .ok();

        assertThat(outcome.out()).contains("reads and writes are estimates: about one of 50 was counted");
        assertThat(StatisticsReader.read(full)).containsEntry("sample", 1L);
        assertThat(StatisticsReader.read(sampled)).containsEntry("sample", 50L);
        Object estimated = StatisticsReader.read(sampled).get("classes");
        int compared = 0;
        for (Object each : (List<?>) StatisticsReader.read(full).get("classes")) {
            Map<String, Object> exact = Statistics.map(each);
            if (accesses(exact) < 10_000) {
                continue;
            }
            Map<String, Object> type = named(estimated, (String) exact.get("name"));
            assertThat(type).containsEntry("split", exact.get("split")).containsEntry("sha256", exact.get("sha256"));
            assertThat(accesses(type)).isBetween(accesses(exact) / 2, accesses(exact) * 2);
            Set<String> often = ((List<?>) exact.get("fields"))
                    .stream()
                            .map(Statistics::map)
                            .filter(field -> (long) field.get("reads") + (long) field.get("writes") >= 1000)
                            .map(field -> (String) field.get("name"))
                            .collect(Collectors.toSet());
            assertThat(roles(type, often)).as("%s", exact.get("name")).isEqualTo(roles(exact, often));
            compared++;
        }
        assertThat(compared).isPositive();
        assertThat(ProfileReader.read(sampled).heavyFields())
                .isEqualTo(ProfileReader.read(full).heavyFields());
    }

    private static long accesses(Map<String, Object> type) {
        return ((List<?>) type.get("fields"))
                .stream()
                        .map(Statistics::map)
                        .mapToLong(field -> (long) field.get("reads") + (long) field.get("writes"))
                        .sum();
    }

    private static Map<String, Object> roles(Map<String, Object> type, Set<String> fields) {
        return fields.stream()
                .collect(Collectors.toMap(
                        name -> name, name -> named(type.get("fields"), name).get("class")));
    }

    @Tag("once")
    @Test
    void profilesMergeAndNameFieldsOfThisVersionOnly() throws Exception {
        Path one = directory.resolve("one.json");
        Path both = directory.resolve("both.json");
        // The bounds make "value" and "next" R, and "visits" N.
        Outcome first = profile("-p", "2", "--output", one.toString(), "--heavy-writes", "60", TALLIED)
                .ok();
        assertThat(String.join("\n", first.out())).contains("class " + LINK + ": split", "profile written to " + one);

        Outcome merged = JdsmProcess.profile(
                        "--heavy-writes", "60", "--merge", one.toString(), one.toString(), "--output", both.toString())
                .end()
                .ok();

        assertThat(String.join("\n", merged.out())).contains("class " + LINK + ": split");
        Map<String, Object> link = named(StatisticsReader.read(both).get("classes"), LINK);
        assertThat(named(link.get("fields"), "value")).containsEntry("reads", 2 * VISITED);
        assertThat(link(both)).containsEntry("made", 2L * Tallied.LENGTH).containsEntry("fetched", 2L * Tallied.LENGTH);
        List<Path> classPath = List.of(Path.of(JdsmProcess.PROGRAMS).toAbsolutePath());
        assertThat(ProfiledFields.of(both, classPath)).containsExactly(LINK + ".visits");
        assertThatThrownBy(() -> ProfiledFields.of(both, List.of(directory)))
                .isInstanceOf(ProgramException.class)
                .hasMessage("class " + LINK + " of the profile is not on the class path");
        Path other = Files.createDirectories(directory.resolve("jdsm/examples/programs"));
        Files.write(other.resolve("Tallied$Link.class"), new byte[] {1});
        assertThatThrownBy(() -> ProfiledFields.of(both, List.of(directory)))
                .isInstanceOf(ProgramException.class)
                .hasMessage("the profile is of another version of class " + LINK + "; profile the program again");
    }

    @Tag("once")
    @Test
    void aProfileSplitsTheProgram() throws IOException {
        Path file = directory.resolve("profile.json");
        Path again = directory.resolve("again.json");
        profile("-p", "2", "--output", file.toString(), "--heavy-writes", "60", TALLIED)
                .ok();

        Outcome split = JdsmProcess.launchWoven("-p", "2", "--split", file.toString(), TALLIED)
                .end()
                .ok();

        assertThat(split.out())
                .contains("sum " + VISITED / Tallied.LENGTH * (Tallied.LENGTH * (Tallied.LENGTH - 1) / 2));
        assertThat(JdsmProcess.explain("--cp", JdsmProcess.PROGRAMS, "--split", file.toString(), TALLIED)
                        .end()
                        .ok()
                        .out())
                .anyMatch(line -> line.contains("visits"));
        // The profile of the split program has the same counts, in the class as the program has it.
        profile("-p", "2", "--split", file.toString(), "--output", again.toString(), "--heavy-writes", "60", TALLIED)
                .ok();
        assertThat(named(StatisticsReader.read(again).get("classes"), LINK).get("fields"))
                .isEqualTo(
                        named(StatisticsReader.read(file).get("classes"), LINK).get("fields"));

        Path whole = directory.resolve("whole.json");
        profile("-p", "2", "--output", whole.toString(), TALLIED).ok();
        Outcome none = JdsmProcess.launchWoven("-p", "2", "--split", whole.toString(), TALLIED)
                .end();
        assertThat(none.err()).containsExactly("jdsm: the profile " + whole + " splits no class");
        assertThat(none.status()).isZero();
        Files.writeString(file, Files.readString(file).substring(0, 500));
        Outcome refused = JdsmProcess.launchWoven("-p", "2", "--split", file.toString(), TALLIED)
                .end();
        assertThat(refused.err()).singleElement().asString().startsWith("jdsm: " + file + " is not a whole JSON file");
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.out()).isEmpty();
    }

    @Tag("once")
    @Test
    void aFailedJobLeavesTheProfileThatWasThere() throws IOException {
        Path file = Files.writeString(directory.resolve("profile.json"), "old");

        Outcome outcome = profile("-p", "2", "--output", file.toString(), TALLIED, "fail");

        assertThat(outcome.status()).isNotZero();
        assertThat(String.join("\n", outcome.err())).contains("told to fail", "no profile");
        assertThat(file).hasContent("old");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void theCacheKeepsProfiledClassesApart() throws IOException {
        String cache = Files.createDirectory(
                        directory.resolve("cache"),
                        java.nio.file.attribute.PosixFilePermissions.asFileAttribute(
                                java.nio.file.attribute.PosixFilePermissions.fromString("rwx------")))
                .toString();
        Path file = directory.resolve("profile.json");
        JdsmProcess.launchWoven("-p", "2", "--cache", cache, TALLIED).end().ok();
        for (int run = 0; run < 2; run++) {
            profile("-p", "2", "--cache", cache, "--output", file.toString(), TALLIED)
                    .ok();
            Map<String, Object> link = named(StatisticsReader.read(file).get("classes"), LINK);
            assertThat(named(link.get("fields"), "value")).containsEntry("reads", VISITED);
        }
        JdsmProcess.launchWoven("-p", "2", "--cache", cache, TALLIED).end().ok();
    }
}
