package jdsm.launcher.backend.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.plan.HostSlots;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationTest {
    @Test
    void nodesArePairedWithTheirTasks() throws LaunchException {
        assertThat(Allocation.slots(List.of("n1", "n2", "n3"), "2(x2),1"))
                .containsExactly(new HostSlots("n1", 2), new HostSlots("n2", 2), new HostSlots("n3", 1));
        assertThat(Allocation.slots(List.of("n1"), "16")).containsExactly(new HostSlots("n1", 16));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "2(x3)x", "many", "2,2,2,2,"})
    void anotherFormIsRefused(String counts) {
        assertThatExceptionOfType(LaunchException.class)
                .isThrownBy(() -> Allocation.slots(List.of("n1", "n2", "n3"), counts))
                .withMessageStartingWith("Slurm tells the tasks");
    }

    @Test
    void outsideOfAnAllocationAndInATaskThereAreNoNodes() throws LaunchException {
        assertThat(Allocation.current(Map.of())).isEmpty();
        assertThat(Allocation.current(Map.of("SLURM_JOB_ID", "7", "SLURM_JOB_NODELIST", "n1", "SLURM_STEP_ID", "0")))
                .isEmpty();
    }

    @Test
    void theScriptStartsTheLauncherWithTheSameWords() {
        Submission submission = new Submission(List.of("--ntasks=4"), List.of("java", "launch", "it's", "$HOME a"));

        assertThat(submission.script()).isEqualTo("#!/bin/sh\nexec 'java' 'launch' 'it'\\''s' '$HOME a'\n");
        assertThat(submission.command()).containsExactly("sbatch", "--parsable", "--ntasks=4");
    }

    @Test
    void aStepHasOneTaskOnItsNodeAndAllProcessors() {
        assertThat(SlurmBackend.step("n1", "exit 0"))
                .contains("--nodelist=n1", "--ntasks=1", "--cpu-bind=none", "--unbuffered")
                .endsWith("sh", "-c", "exit 0");
    }
}
