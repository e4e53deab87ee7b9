package jdsm.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlurmOptionsTest {
    @Test
    void theSubmittedLauncherSubmitsNothing() {
        assertThat(SlurmOptions.without(List.of(
                        "launch",
                        "--slurm",
                        "-N",
                        "2",
                        "-p",
                        "4",
                        "--slurm-arg=--time=5",
                        "--nodes=2",
                        "-N2",
                        "--nodes",
                        "2",
                        "--slurm-arg",
                        "-x",
                        "--cp",
                        ".")))
                .containsExactly("launch", "-p", "4", "--cp", ".");
    }
}
