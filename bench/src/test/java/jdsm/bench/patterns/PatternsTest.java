package jdsm.bench.patterns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PatternsTest {
    @TempDir
    private Path directory;

    private static Subject measured() {
        Subject subject = new Subject("Life -n 10", 8);
        for (Setting setting : Setting.values()) {
            double factor = setting.rival() == null ? 1 : 2 + setting.ordinal();
            subject.add(setting, factor, 3 * factor * factor);
            subject.add(setting, 10 * factor, 30);
            subject.add(setting, 100 * factor, 3);
        }
        return subject;
    }

    private Path script(String line) throws IOException {
        Path script = directory.resolve("jdsm");
        Files.writeString(script, "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        return script;
    }

    @Test
    void aRatioIsTakenWithinARound() {
        Subject subject = measured();

        assertThat(subject.ratio(Subject.Repetition.BEST, Setting.SHM).least()).isEqualTo(3);
        assertThat(subject.ratio(Subject.Repetition.BEST, Setting.TCP).third()).isEqualTo(4);
        assertThat(subject.ratio(Subject.Repetition.FIRST, Setting.ONE_RANK).median())
                .isEqualTo(1);
        assertThat(subject.seconds(Subject.Repetition.BEST, Setting.SHM).median())
                .isEqualTo(30);
    }

    @Test
    void thePageHasATableForTheBestAndOneForTheFirst() {
        assertThat(Page.of(Map.of("java", "some"), List.of(measured())))
                .contains("* java: some")
                .contains("| program | two threads | two ranks, shm | two ranks, tcp | one thread | one rank |\n"
                        + "|---|---|---|---|---|---|\n"
                        + "| Life -n 10 | 10.000 | 30.000: 3.00 (3.00 to 3.00) | 40.000: 4.00 (4.00 to 4.00) |"
                        + " 10.000 | 60.000: 6.00 (6.00 to 6.00) |")
                .contains("| Life -n 10 | 3.000 | 27.000: 1.00 (1.00 to 5.00) |");
    }

    @Test
    void aProgramIsRunByItsSettingAndReportsBestAndFirst() throws Exception {
        Subject subject = new Subject("Life -n 10", 8);

        subject.run(
                script("[ \"$*\" = 'launch -p 2 --comm tcp Life -n 10 --reps 8' ]"
                        + " && echo 'Life n=10 seconds=0.25 first=1.5 living=3 OK'"),
                Setting.TCP);

        assertThat(subject.seconds(Subject.Repetition.BEST, Setting.TCP).median())
                .isEqualTo(0.25);
        assertThat(subject.seconds(Subject.Repetition.FIRST, Setting.TCP).median())
                .isEqualTo(1.5);
    }

    @Test
    void aFailureEndsTheRun() throws Exception {
        Subject subject = new Subject("Life", 8);
        Path wrong = script("echo 'Life seconds=0.25 first=1.5 FAILED'");

        assertThatThrownBy(() -> subject.run(wrong, Setting.ONE_THREAD))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("FAILED");
    }
}
