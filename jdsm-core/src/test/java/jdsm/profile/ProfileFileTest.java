package jdsm.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A profile comes back from its file as it was; all else is refused by one line. */
class ProfileFileTest {
    private static final Profile PROFILE = new Profile(
            4,
            50,
            new Thresholds(0.25, 30, 2),
            List.of(
                    new ClassProfile("app.B", "", "", 5, new ClassEvents(6, 7, 8, 9), List.of()),
                    new ClassProfile(
                            "app.A$In",
                            "0123456789abcdef".repeat(4),
                            "",
                            0,
                            ClassEvents.NONE,
                            List.of(
                                    new FieldProfile(
                                            "x", "[Lapp/A;", true, 7, 0, new TreeSet<>(List.of(0, 3)), new TreeSet<>()),
                                    new FieldProfile(
                                            "y",
                                            "D",
                                            false,
                                            900,
                                            90,
                                            new TreeSet<>(List.of(1)),
                                            new TreeSet<>(List.of(2, 3))))),
                    new ClassProfile(
                            "app.C",
                            "f".repeat(64),
                            "",
                            0,
                            ClassEvents.NONE,
                            List.of(
                                    FieldProfile.of("often", "I", false, 800, 0, 0),
                                    FieldProfile.of("stored", "I", false, 0, 100, 1)))),
            List.of(
                    ArrayProfile.of("A.rows[]", "int[64]", 9, 21, 22, 23, 24, 1)
                            .plus(ArrayProfile.of("A.rows[]", "int[64]", 8, 1, 0, 0, 0, 0)),
                    ArrayProfile.of("", "int[8] in blocks of 4", 2, 0, 3, 0, 0, 2)),
            List.of(
                    new WaitProfile("A.go(A.java:3)", "A.rows[]", "read", 5, 6_000_000, new TreeSet<>(List.of(0, 1))),
                    new WaitProfile("", "", "meet all workers", 1, 2_000_000, new TreeSet<>(List.of(3)))),
            List.of(
                    new AllocationProfile("A.go(A.java:9)", "app.C", 500, 8000, 40, 13),
                    new AllocationProfile("A.go(A.java:9)", "app.B", 70, 1120, 70, 0),
                    new AllocationProfile("", "", 3, 0, 0, 0)));

    @TempDir
    Path directory;

    private Path write(Profile profile) throws IOException {
        Path file = directory.resolve("p.json");
        ProfileFile.write(file, profile);
        return file;
    }

    @Test
    void aProfileComesBack() throws IOException {
        Path file = write(PROFILE);

        assertThat(ProfileReader.read(file)).isEqualTo(PROFILE);
        assertThat(PROFILE.heavyFields()).containsExactly("app.C.stored");
        ProfileFile.write(file, PROFILE.with(Thresholds.DEFAULT));
        assertThat(ProfileReader.read(file).thresholds()).isEqualTo(Thresholds.DEFAULT);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).as("no part of a file stays").containsExactly(file);
        }
    }

    @Test
    void everyTruncatedFileIsRefused() throws IOException {
        Path file = write(PROFILE);
        String whole = Files.readString(file).stripTrailing();
        for (int length = 0; length < whole.length(); length += 3) {
            Files.writeString(file, whole.substring(0, length));
            assertThatThrownBy(() -> ProfileReader.read(file))
                    .as("%d characters", length)
                    .isInstanceOf(ProfileException.class)
                    .message()
                    .startsWith(file.toString())
                    .doesNotContain("\n");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "jdsm-profile"        | "jdsm-stats"            | schema must be "jdsm-profile", was jdsm-stats
            "version" : 3         | "version" : 2           | version must be 3, was 2
            "version" : 3         | "version" : "3"         | version must be 3, was 3
            "sample" : 50         | "sample" : 0            | sample must be a number of accesses, was 0
            "sample" : 50         | "sample" : 1.5          | sample must be a count of 0 or more, was 1.5
            "sample" : 50,        |                         | the profile has no member 'sample'
            "ranks" : 4           | "ranks" : 0             | ranks must be a number of ranks, was 0
            "ranks" : 4           | "ranks" : 3             | readBy of app.A$In.x must be different ranks below 3, was 3
            "ranks" : 4,          | "ranks" : 4, "rank": 1, | the profile has an unknown member 'rank'
            "ranks" : 4,          |                         | the profile has no member 'ranks'
            "reads" : 7           | "reads" : -7            | app.A$In.x reads must be a count of 0 or more, was -7
            "reads" : 7           | "reads" : 7.5           | app.A$In.x reads must be a count of 0 or more, was 7.5
            "reads" : 7           | "reads" : 0             | readBy of app.A$In.x must be empty, was [0, 3]
            "reads" : 7           | "reads" : 99999999999999999999 | is not a whole JSON file
            "reads" : 7           | "reads" : 9223372036854775807 | the counts of class app.A$In exceed 63 bits
            "monitors" : 5        | "monitors" : -5         | app.B monitors must be a count of 0 or more, was -5
            "fetches" : 6         | "fetches" : -6          | app.B fetches must be a count of 0 or more, was -6
            "invalidations" : 7   | "invalidations" : "7"   | app.B invalidations must be a count of 0 or more, was 7
            "lockMoves" : 9       | "lockMove" : 9          | a class has no member 'lockMoves'
            "leastWrites" : 0.25  | "leastWrites" : 250     | leastWrites must be a percentage between 0 and 100, was 250
            "volatile" : true     | "volatile" : 1          | volatile of app.A$In.x must be true or false, was 1
            "class" : "W"         | "class" : "N"           | class of app.A$In.y must be W, was N
            "split" : true        | "split" : false         | split of app.C must be true, was false
            "name" : "app.B"      | "name" : "app.C"        | has class app.C twice
            "name" : "app.B"      | "name" : "app.B,x"      | name must be a text of the form
            "name" : "y"          | "name" : "x", "name" : "y" | is not a whole JSON file: Duplicate field 'name'
            "descriptor" : "D"    | "descriptor" : "Q"      | descriptor must be a text of the form
            "0123456789abcdef     | "x123456789abcdef       | sha256 must be a text of the form
            "classes" : [         | "classes" : [ 1,        | classes must be an object, was 1
            "arrays" : [          | "arrays" : [ 1,         | arrays must be an object, was 1
            "waits" : [           | "waits" : 1, "x" : [    | the profile has an unknown member 'x'
            "fetches" : 22        | "fetches" : 0           | int[64] A.rows[] fetchedBy must be empty, was [0, 1]
            "diffs" : 24          | "diffs" : -1            | int[64] A.rows[] diffs must be a count of 0 or more, was -1
            "diffs" : 24          | "diffs" : 9223372036854775807 | the counts of int[64] A.rows[] exceed 63 bits
            "fetchedBy" : [ 0, 1 ] | "fetchedBy" : [ 0, 4 ] | fetchedBy of int[64] A.rows[] must be different ranks below 4, was 4
            "fetchedBy" : [ 0, 1 ] | "fetched" : [ 0, 1 ]   | an array has no member 'fetchedBy'
            "nanos" : 2000000     | "nanos" : 0.002         | the wait at  nanos must be a count of 0 or more, was 0.002
            "times" : 5           | "times" : 0             | the wait at A.go(A.java:3) ranks must be empty, was [0, 1]
            "sites" : [           | "sites" : [ 1,          | sites must be an object, was 1
            "sites" : [           | "sites" : 1, "x" : [    | the profile has an unknown member 'x'
            "shared" : 40         | "shared" : 501          | the site at A.go(A.java:9) must have at least as many objects made as shared as fetched
            "fetched" : 13        | "fetched" : 41          | the site at A.go(A.java:9) must have at least as many objects made as shared as fetched
            "fetched" : 13        | "fetched" : -1          | the site at A.go(A.java:9) fetched must be a count of 0 or more, was -1
            "bytes" : 8000        | "bytes" : 0.5           | the site at A.go(A.java:9) bytes must be a count of 0 or more, was 0.5
            "made" : 500          | "maid" : 500            | a site has no member 'made'
            "type" : "app.C"      | "type" : "app.B"        | has the site at A.go(A.java:9) twice
            "purpose" : "read"    | "purpose" : 7           | purpose must be a text of the form
            "readBy" : [ 1 ]      | "readBy" : [ 1, 1 ]     | readBy of app.A$In.y must be different ranks below 4, was 1
            """)
    void aChangedFileIsRefused(String part, String by, String message) throws IOException {
        Path file = write(PROFILE);
        String whole = Files.readString(file);
        assertThat(whole).contains(part);
        int at = whole.indexOf(part);
        Files.writeString(file, whole.substring(0, at) + (by == null ? "" : by) + whole.substring(at + part.length()));

        assertThatThrownBy(() -> ProfileReader.read(file))
                .isInstanceOf(ProfileException.class)
                .message()
                .startsWith(file.toString())
                .contains(message)
                .doesNotContain("\n");
    }

    @Test
    void aFileThatIsNoProfileIsRefused() throws IOException {
        assertThatThrownBy(() -> ProfileReader.read(directory.resolve("none.json")))
                .isInstanceOf(ProfileException.class)
                .hasMessageContaining("no such file");
        assertThatThrownBy(() -> ProfileReader.read(directory))
                .isInstanceOf(ProfileException.class)
                .hasMessageContaining("is a directory");
        Path other = Files.writeString(directory.resolve("other.json"), "{} {}");
        assertThatThrownBy(() -> ProfileReader.read(other)).isInstanceOf(ProfileException.class);
    }

    @Test
    void aRanksCountsTravel() {
        Profile counted = new Profile(
                2,
                1,
                Thresholds.DEFAULT,
                List.of(new ClassProfile(
                        "app.A",
                        "e".repeat(64),
                        "is odd",
                        3,
                        new ClassEvents(4, 5, 6, 7),
                        List.of(FieldProfile.of("x", "J", true, 4, 0, 1)))),
                List.of(ArrayProfile.of("A.rows[]", "int[64]", 7, 1, 2, 3, 4, 1)),
                List.of(new WaitProfile("A.go(A.java:3)", "app.A", "lock", 5, 6, new TreeSet<>(List.of(1)))),
                List.of(new AllocationProfile("A.go(A.java:9)", "app.C", 500, 8000, 40, 13)));

        assertThat(RankProfile.ofBytes(1, ByteBuffer.wrap(RankProfile.toBytes(counted))))
                .isEqualTo(counted);
        assertThatThrownBy(() -> RankProfile.ofBytes(1, ByteBuffer.allocate(6))).isInstanceOf(RuntimeException.class);
    }

    @Test
    void theTableHasARowForEachField() {
        assertThat(ProfileTable.lines(PROFILE))
                .first()
                .isEqualTo("reads and writes are estimates: about one of 50 was counted");
        assertThat(ProfileTable.lines(PROFILE))
                .contains(
                        "class app.C: split, writes are 11.1 % of its accesses, at least 0.25 %",
                        "  field   reads  writes  of accesses  of writes  class  read by  written by",
                        "  often     800       0       88.9 %        0 %  R      0        -",
                        "  stored      0     100       11.1 %    100.0 %  W      -        1",
                        "  total     800     100");
        assertThat(ProfileTable.lines(PROFILE)).anyMatch(line -> line.endsWith("W           1        2-3"));
        assertThat(ProfileTable.lines(PROFILE))
                .containsSubsequence(
                        "class app.B: keep whole, no access to a field was counted",
                        "  monitor entries 5, lock moves 9, ownership moves 8, fetches 6, invalidations 7");
        assertThat(ProfileTable.lines(PROFILE))
                .containsSubsequence(
                        "arrays:",
                        "  field                     type                   blocks  fetches  invalidations  ownership moves  diffs  fetched by  use",
                        "  A.rows[]                  int[64]                     9       22             22               23     24  0-1         ranks write in turn",
                        "  (not reached at the end)  int[8] in blocks of 4       2        0              3                0      0  -           one writes, others read",
                        "waits of all workers:",
                        "  seconds  of waits  times  to                what      ranks  line",
                        "    0.006    75.0 %      5  read              A.rows[]  0-1    A.go(A.java:3)",
                        "    0.002    25.0 %      1  meet all workers  -         3      -",
                        "objects made:",
                        "  made  bytes  shared  of made  fetched  of made  class  line",
                        "    70   1120      70  100.0 %        0      0 %  app.B  A.go(A.java:9)",
                        "   500   8000      40    8.0 %       13    2.6 %  app.C  A.go(A.java:9)",
                        "     3      0       0      0 %        0      0 %  -      (all other lines)");
        assertThat(ProfileTable.lines(
                        new Profile(1, 1, Thresholds.DEFAULT, List.of(), List.of(), List.of(), List.of())))
                .hasSize(1);
    }
}
