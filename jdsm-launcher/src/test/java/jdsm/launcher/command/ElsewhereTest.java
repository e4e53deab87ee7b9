package jdsm.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Wrong usage of the options that lead to other machines: each is refused in one line, before anything starts. */
class ElsewhereTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void makeHostfile() throws IOException {
        Files.writeString(folder.resolve("hosts"), "alpha slots=2\n");
        Files.write(folder.resolve("binary"), new byte[] {(byte) 0xff, (byte) 0xfe});
    }

    private String refused(String... args) {
        StringWriter err = new StringWriter();
        CommandLine command = JdsmCommand.commandLine().setErr(new PrintWriter(err, true));
        assertThat(command.execute(args)).isEqualTo(JdsmCommand.USAGE);
        assertThat(err.toString().lines()).hasSize(1);
        return err.toString().strip();
    }

    private String launch(String words) {
        return refused(Stream.concat(
                        Stream.of("launch"),
                        Stream.of((words + " Hello").split(" ")).map(word -> word.replace("%", folder + "/")))
                .toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--copy | --copy needs --hostfile",
                "--ssh x | --ssh needs --hostfile",
                "--hostfile %hosts --here -p 2 | --here and --hostfile exclude each other",
                "--hostfile %hosts -p 2 --comm shm | --comm shm is for ranks of one host: use mixed (the default), tcp, mixed-ucx or ucx with --hostfile",
                "--hostfile %hosts -p 2 --debug 1 | --debug opens ports on this machine only: run without --hostfile",
                "--hostfile %hosts -p 3 | the job has 3 ranks, but its hosts have 2 slots: use fewer ranks, or more hosts or slots (in Slurm: tasks)",
                "--hostfile %hosts --slurm -p 2 | --hostfile is for jobs that start now: remove --slurm or --k8s",
                "-N 2 | --nodes needs --slurm",
                "--slurm -N 0 | --nodes must be at least 1",
                "--slurm-arg x | --slurm-arg needs --slurm",
                "--k8s | --k8s needs --dry-run: print the job, and pass it to kubectl apply -f -",
                "--dry-run | --dry-run needs --k8s",
                "--k8s --dry-run | --k8s needs --image, the image with JDSM and the program",
                "--image x | --image needs --k8s",
            })
    void optionsThatDoNotGoTogether(String words, String message) {
        assertThat(launch(words)).isEqualTo("jdsm: " + message);
    }

    @Test
    void aHostfileThatCannotBeRead() {
        assertThat(launch("--hostfile %none")).isEqualTo("jdsm: --hostfile: there is no file " + folder + "/none");
        assertThat(launch("--hostfile %binary")).isEqualTo("jdsm: --hostfile: " + folder + "/binary is no text");
        assertThat(refused("doctor", "--hostfile", folder + "/none")).startsWith("jdsm: ");
    }

    @Test
    void aProfileIsMadeHere() {
        assertThat(refused(
                        "profile",
                        "--output",
                        folder.resolve("profile.json").toString(),
                        "--hostfile",
                        folder.resolve("hosts").toString(),
                        "Hello"))
                .isEqualTo("jdsm: a profile is made on this machine: remove --hostfile");
    }
}
