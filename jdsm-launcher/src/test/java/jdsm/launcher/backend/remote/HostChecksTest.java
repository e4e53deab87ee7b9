package jdsm.launcher.backend.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.plan.Binding;
import jdsm.launcher.plan.Cores;
import jdsm.launcher.plan.HostSlots;
import org.junit.jupiter.api.Test;

class HostChecksTest {
    private static final List<HostSlots> HOSTS = List.of(new HostSlots("alpha", 2), new HostSlots("beta", 2));

    private static final Cores CORES = Cores.decode("0:0");

    private static HostFacts host(String digest, int feature, long megabytes, String address, String... missing) {
        return new HostFacts(
                digest,
                "/j/java",
                feature,
                8,
                CORES,
                "boot of " + address,
                megabytes << 20,
                "/h",
                "",
                "",
                address,
                "10.0.0.1",
                List.of(missing));
    }

    @Test
    void eachRankNeedsACoreToBeBoundToOne() {
        HostFacts two = host("d1", 17, 900, "10.0.0.2");
        HostFacts three = host("d1", 17, 900, "10.0.0.3");
        assertThat(HostChecks.faults(HOSTS, List.of(two, three), "d1", Binding.NUMA, false))
                .isEmpty();
        assertThat(HostChecks.faults(HOSTS, List.of(two, three), "d1", Binding.CORE, false))
                .hasSize(2)
                .allSatisfy(fault -> assertThat(fault).contains("--bind core gives each rank a core"));
    }

    private static List<String> faults(HostFacts alpha, HostFacts beta) {
        return HostChecks.faults(HOSTS, List.of(alpha, beta), "d1", Binding.NONE, false);
    }

    @Test
    void likeHostsAreFit() {
        assertThat(faults(host("d1", 17, 900, "10.0.0.2"), host("d1", 25, 900, "10.0.0.3")))
                .isEmpty();
        assertThat(faults(host("d1", 17, 900, "127.0.0.1"), host("d1", 17, 900, "::1")))
                .isEmpty();
    }

    @Test
    void eachUnfitHostIsNamed() {
        assertThat(faults(host("d2", 17, 900, "10.0.0.2"), host("d1", 11, 900, "10.0.0.3")))
                .containsExactly(
                        "host alpha: its JDSM differs from the launcher's (digest d2, not d1); --copy brings the launcher's",
                        "host beta: its Java is 11, older than 17");
        assertThat(faults(host("d1", 17, 79, "10.0.0.2"), host("d1", 17, 900, "10.0.0.3", "/app.jar", "/x")))
                .containsExactly(
                        "host alpha: its memory of 79 MB is too small for 2 ranks",
                        "host beta: it has no /app.jar, /x; --copy brings the program");
    }

    @Test
    void aHostNeedsAnAddressThatOthersReach() {
        HostFacts known = host("d1", 17, 900, "10.0.0.2");
        assertThat(faults(known, host("d1", 17, 900, "")))
                .containsExactly("host beta: it does not know its address in the network: set JDSM_DEVICE");
        assertThat(faults(known, host("d1", 17, 900, "127.0.0.1")))
                .containsExactly("host beta: it was reached at 127.0.0.1, where other hosts cannot reach it: write its"
                        + " name in the network");
        assertThat(HostChecks.faults(HOSTS, List.of(known, host("d1", 17, 900, "")), "d1", Binding.NONE, true))
                .isEmpty();
    }
}
