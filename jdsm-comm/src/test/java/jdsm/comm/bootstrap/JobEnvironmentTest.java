package jdsm.comm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import jdsm.comm.CommException;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JobEnvironmentTest {
    private static Map<String, String> complete() {
        Map<String, String> environment = new HashMap<>();
        environment.put(JobVariables.RANK, "2");
        environment.put(JobVariables.RANKS, "4");
        environment.put(JobVariables.RENDEZVOUS, "127.0.0.1:4711");
        environment.put(JobVariables.SECRET, "0123456789abcdef");
        return environment;
    }

    @Test
    void nothingSetIsASingleRank() {
        JobEnvironment single = JobEnvironment.from(Map.of("SLURM_PROCID", "3", "SLURM_NTASKS", "8"));
        assertThat(single.rank()).isZero();
        assertThat(single.ranks()).isEqualTo(1);
        assertThat(single.rendezvous()).isNull();
        assertThat(single.launcherPid()).isEmpty();
        assertThat(single.hostPart()).isEmpty();
        assertThat(single.deadlineMillis()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"JDSM_RANKS_ON_HOST", "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"})
    void ranksOnAHostAreJdsmsOrTheStartersBusiness(String variable) {
        Map<String, String> environment = complete();
        environment.put(variable, "3");
        assertThat(JobEnvironment.from(environment).ranksOnHost()).isEqualTo(3);
        environment.put(JobVariables.RANKS_ON_HOST, "1");
        assertThat(JobEnvironment.from(environment).ranksOnHost()).isEqualTo(1);
    }

    @Test
    void everythingIsRead() {
        Map<String, String> environment = complete();
        environment.put(JobVariables.RENDEZVOUS_AT, "launcher");
        environment.put(JobVariables.JOB, "heat");
        environment.put(JobVariables.RANKS_ON_HOST, "2");
        environment.put(JobVariables.HOST_PART, "left");
        environment.put(JobVariables.LAUNCHER_PID, "77");
        environment.put(JobVariables.DEADLINE_MILLIS, "1800000000000");
        JobEnvironment read = JobEnvironment.from(environment);
        assertThat(read.rank()).isEqualTo(2);
        assertThat(read.ranks()).isEqualTo(4);
        assertThat(read.rendezvous().isUnresolved()).isTrue();
        assertThat(read.rendezvous().getHostString()).isEqualTo("127.0.0.1");
        assertThat(read.rendezvous().getPort()).isEqualTo(4711);
        assertThat(read.launcherServes()).isTrue();
        assertThat(read.job()).isEqualTo("heat");
        assertThat(read.secret()).isEqualTo("0123456789abcdef".getBytes(StandardCharsets.UTF_8));
        assertThat(read.ranksOnHost()).isEqualTo(2);
        assertThat(read.launcherPid()).hasValue(77);
        assertThat(read.deadlineMillis()).hasValue(1_800_000_000_000L);
        CommSettings settings = read.settings(null, 1, Limits.DEFAULT);
        assertThat(settings.rankZeroServes()).isFalse();
        assertThat(settings.jobId()).isEqualTo("heat");
        assertThat(settings.hostPart()).isEqualTo("left");
        assertThat(read.toString()).doesNotContain("0123456789abcdef");
    }

    @Test
    void rankZeroServesByDefault() {
        JobEnvironment read = JobEnvironment.from(complete());
        assertThat(read.settings(null, 1, Limits.DEFAULT).rankZeroServes()).isTrue();
        assertThat(read.ranksOnHost()).isEqualTo(4);
        assertThat(read.job()).isEqualTo("default");
    }

    @ParameterizedTest
    @CsvSource({"SLURM_PROCID, SLURM_NTASKS", "OMPI_COMM_WORLD_RANK, OMPI_COMM_WORLD_SIZE", "PMI_RANK, PMI_SIZE"})
    void batchSystemsTellRankAndRanksWhereThereIsARendezvous(String rank, String ranks) {
        Map<String, String> environment = complete();
        environment.remove(JobVariables.RANK);
        environment.remove(JobVariables.RANKS);
        environment.put(rank, "5");
        environment.put(ranks, "6");
        JobEnvironment read = JobEnvironment.from(environment);
        assertThat(read.rank()).isEqualTo(5);
        assertThat(read.ranks()).isEqualTo(6);
    }

    @Test
    void anIpv6RendezvousIsWrittenInBrackets() {
        Map<String, String> environment = complete();
        environment.put(JobVariables.RENDEZVOUS, "[::1]:80");
        assertThat(JobEnvironment.from(environment).rendezvous().getHostString())
                .isEqualTo("::1");
    }

    /** Whether one is needed, is the transport's to say. */
    @Test
    void aJobMayHaveNoRendezvous() {
        Map<String, String> environment = complete();
        environment.remove(JobVariables.RENDEZVOUS);
        assertThat(JobEnvironment.from(environment).rendezvous()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "JDSM_RANK, two",
        "JDSM_RANK, 4",
        "JDSM_RANK, -1",
        "JDSM_RANK, ''",
        "JDSM_RANKS, 0",
        "JDSM_RANKS, many",
        "JDSM_RENDEZVOUS, host",
        "JDSM_RENDEZVOUS, :80",
        "JDSM_RENDEZVOUS, ::1:80",
        "JDSM_RENDEZVOUS, host:0",
        "JDSM_RENDEZVOUS, host:70000",
        "JDSM_RENDEZVOUS, host:http",
        "JDSM_RENDEZVOUS_AT, rank1",
        "JDSM_SECRET, ''",
        "JDSM_SECRET, short",
        "JDSM_RANKS_ON_HOST, 5",
        "JDSM_LAUNCHER_PID, me",
        "JDSM_LAUNCHER_PID, 0",
        "JDSM_DEADLINE_MILLIS, tomorrow"
    })
    void aBadValueIsNamed(String variable, String value) {
        Map<String, String> environment = complete();
        environment.put(variable, value);
        assertThatExceptionOfType(CommException.class)
                .isThrownBy(() -> JobEnvironment.from(environment))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(CommException.Reason.JOIN))
                .withMessageContaining("environment variable " + variable + " ")
                .withMessageNotContaining("\n")
                .withMessageNotContaining("short");
    }
}
