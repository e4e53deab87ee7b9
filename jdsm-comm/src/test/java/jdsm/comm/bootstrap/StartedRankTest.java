package jdsm.comm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import jdsm.comm.CommException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartedRankTest {
    private static Map<String, String> openMpi() {
        return new HashMap<>(Map.of(
                "OMPI_COMM_WORLD_RANK", "3",
                "OMPI_COMM_WORLD_SIZE", "4",
                "OMPI_COMM_WORLD_LOCAL_SIZE", "2",
                "OMPI_MCA_ess_base_jobid", "531955713",
                "OMPI_MCA_orte_precondition_transports", "74933f368d27e226-7449bc6616763864"));
    }

    private static Map<String, String> slurm() {
        return new HashMap<>(Map.of(
                "SLURM_JOB_ID", "77",
                "SLURM_STEP_ID", "0",
                "SLURM_PROCID", "5",
                "SLURM_NTASKS", "16",
                "SLURM_STEP_NUM_TASKS", "8",
                "SLURM_NODEID", "2",
                "SLURM_STEP_TASKS_PER_NODE", "3(x2),2"));
    }

    @Test
    void nobodyHasStartedAProcessByItself() {
        assertThat(StartedRank.of(Map.of("PATH", "/bin"))).isEmpty();
    }

    @Test
    void openMpi4TellsARandomNumberOfEachMpirun() {
        assertThat(StartedRank.of(openMpi()))
                .contains(new StartedRank(
                        "mpirun", "531955713-74933f368d27e226-7449bc6616763864", 3, 4, OptionalInt.of(2)));
    }

    @Test
    void openMpi5TellsANameSpace() {
        Map<String, String> environment = openMpi();
        environment.keySet().removeIf(name -> name.startsWith("OMPI_MCA"));
        environment.put("PMIX_NAMESPACE", "prterun-n1-1234@1");
        assertThat(StartedRank.of(environment).orElseThrow().job()).isEqualTo("prterun-n1-1234@1");
    }

    @Test
    void aStepOfSlurmHasItsOwnNumberOfTasks() {
        assertThat(StartedRank.of(slurm())).contains(new StartedRank("slurm", "77-0", 5, 8, OptionalInt.of(2)));
    }

    @ParameterizedTest
    @CsvSource({"0, 3", "1, 3", "2, 2"})
    void slurmTellsTheTasksOfEachNode(String node, int tasks) {
        Map<String, String> environment = slurm();
        environment.put("SLURM_NODEID", node);
        assertThat(StartedRank.of(environment).orElseThrow().ranksOnHost()).hasValue(tasks);
    }

    @ParameterizedTest
    @CsvSource({"3, '3(x2),2'", "0, many", "0, 9", "0, 0", "x, 3", "0, '3(x'"})
    void tasksThatSlurmTellsInAnotherFormAreUnknown(String node, String tasks) {
        Map<String, String> environment = slurm();
        environment.put("SLURM_NODEID", node);
        environment.put("SLURM_STEP_TASKS_PER_NODE", tasks);
        assertThat(StartedRank.of(environment).orElseThrow().ranksOnHost()).isEmpty();
    }

    @Test
    void aJobThatSlurmStartsAgainIsAnother() {
        Map<String, String> again = slurm();
        again.put("SLURM_RESTART_COUNT", "1");
        assertThat(StartedRank.of(again).orElseThrow().job()).isEqualTo("77-0-1");
    }

    /** The tasks of SLURM_NTASKS are those that srun would start. */
    @ParameterizedTest
    @CsvSource({"''", "4294967291", "4294967290", "batch"})
    void aBatchScriptIsNoStep(String step) {
        Map<String, String> environment = slurm();
        environment.put("SLURM_STEP_ID", step);
        assertThat(StartedRank.of(environment)).isEmpty();
    }

    @Test
    void mpirunInsideAStepCounts() {
        Map<String, String> both = slurm();
        both.putAll(openMpi());
        assertThat(StartedRank.of(both).orElseThrow().starter()).isEqualTo("mpirun");
    }

    @Test
    void pmiHasItsJobFromOthersOrNone() {
        Map<String, String> environment = new HashMap<>(Map.of("PMI_RANK", "1", "PMI_SIZE", "2"));
        assertThat(StartedRank.of(environment).orElseThrow().job()).isNull();
        environment.put("MPI_LOCALNRANKS", "2");
        environment.put("PMI_JOBID", "9.0");
        StartedRank started = StartedRank.of(environment).orElseThrow();
        assertThat(started.job()).isEqualTo("9.0");
        assertThat(started.isOneHost()).isTrue();
    }

    @Test
    void oneProcessIsNoJobOfSeveral() {
        Map<String, String> environment = openMpi();
        environment.put("OMPI_COMM_WORLD_SIZE", "1");
        environment.put("OMPI_COMM_WORLD_RANK", "0");
        environment.put("OMPI_COMM_WORLD_LOCAL_SIZE", "1");
        assertThat(StartedRank.of(environment)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "OMPI_COMM_WORLD_RANK, 4",
        "OMPI_COMM_WORLD_RANK, -1",
        "OMPI_COMM_WORLD_SIZE, many",
        "OMPI_COMM_WORLD_LOCAL_SIZE, 5",
    })
    void aMalformedVariableIsNamed(String name, String value) {
        Map<String, String> environment = openMpi();
        environment.put(name, value);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> StartedRank.of(environment))
                .withMessageStartingWith("environment variable " + name + " is \"" + value + "\"");
    }
}
