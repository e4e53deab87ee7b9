package jdsm.comm.auto;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.UnaryOperator;
import jdsm.comm.bootstrap.JobEnvironment;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutoProviderTest {
    private static final byte[] SECRET = "a secret of some length".getBytes();

    private static String chosen(int ranks, String host, String device) {
        InetSocketAddress rendezvous = host == null ? null : InetSocketAddress.createUnresolved(host, 4711);
        return chosen(new CommSettings(0, ranks, "job", SECRET, rendezvous, false, device, ranks, 1));
    }

    private static String chosen(CommSettings settings) {
        CommProvider auto = CommProvider.named("auto").orElseThrow();
        return auto.chosen(settings).name();
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, shm",
        "127.0.1.1, shm",
        "localhost, shm",
        "::1, shm",
        "0:0:0:0:0:0:0:1, shm",
        "10.0.0.1, mixed",
        "127.example.org, mixed",
        "localhost.example.org, mixed",
        "some-host, mixed",
    })
    void ranksThatMeetAtALoopbackAddressShareMemory(String host, String transport) {
        assertThat(chosen(2, host, null)).isEqualTo(transport);
    }

    @Test
    void whoNamesADeviceWantsSocketsAsWell() {
        assertThat(chosen(2, "127.0.0.1", "eth0")).isEqualTo("mixed");
        assertThat(chosen(2, "127.0.0.1", "127.0.0.1")).isEqualTo("mixed");
    }

    @Test
    void aRankAloneNeedsNoRendezvous() {
        assertThat(chosen(1, null, null)).isEqualTo("shm");
    }

    /** Which ranks agree on when they meet; see FabricOfferTest. */
    @Test
    void trustInAFabricChangesNothingWithinAHost() {
        InetSocketAddress here = InetSocketAddress.createUnresolved("127.0.0.1", 4711);
        CommSettings settings = new CommSettings(0, 2, "job", SECRET, here, false, null, 2, 1).trustingFabric(true);
        assertThat(chosen(settings)).isEqualTo("shm");
    }

    /** As a launcher says it. */
    @Test
    void aJobOfTheLauncherOnThisHostSharesMemory() {
        JobEnvironment job = JobEnvironment.from(Map.of(
                "JDSM_RANKS", "2",
                "JDSM_RANK", "1",
                "JDSM_RENDEZVOUS", "127.0.0.1:4711",
                "JDSM_RENDEZVOUS_AT", "launcher",
                "JDSM_SECRET", "a secret of some length"));

        assertThat(chosen(job.settings(null, 1, Limits.DEFAULT))).isEqualTo("shm");
    }

    /** No rank would find a place for its files. */
    @Test
    void aLauncherNamesMixedWhereThereIsNoRoomForSharedMemory() {
        UnaryOperator<String> nowhere = name -> name.equals("jdsm.shm.dir") ? "/no/such/folder" : null;
        CommProvider auto = CommProvider.named("auto").orElseThrow();

        assertThat(auto.launchedHere(2, nowhere).name()).isEqualTo("mixed");
        assertThat(auto.launchedHere(2, System::getProperty).name()).isEqualTo("auto");
        assertThat(auto.launchedHere(1, nowhere).name()).isEqualTo("auto");
        assertThat(auto.launchedHere(Integer.MAX_VALUE, System::getProperty).name())
                .isEqualTo("mixed");
    }

    @Test
    void otherTransportsStandForThemselves() {
        CommProvider tcp = CommProvider.named("tcp").orElseThrow();
        assertThat(tcp.chosen(new CommSettings(0, 1, "job", SECRET, null, false, null, 1, 1)))
                .isSameAs(tcp);
    }
}
