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

    private static HostFacts host(int feature, long megabytes, String address, String... missing) {
        return new HostFacts(
                "d1",
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
        HostFacts two = host(17, 900, "10.0.0.2");
        HostFacts three = host(17, 900, "10.0.0.3");
        assertThat(HostChecks.faults(HOSTS, List.of(two, three), Binding.NUMA, false))
                .isEmpty();
        assertThat(HostChecks.faults(HOSTS, List.of(two, three), Binding.CORE, false))
                .hasSize(2)
                .allSatisfy(fault -> assertThat(fault).contains("--bind core gives each rank a core"));
    }

    private static List<String> faults(HostFacts alpha, HostFacts beta) {
        return HostChecks.faults(HOSTS, List.of(alpha, beta), Binding.NONE, false);
    }

    @Test
    void likeHostsAreFit() {
        assertThat(faults(host(17, 900, "10.0.0.2"), host(25, 900, "10.0.0.3"))).isEmpty();
        assertThat(faults(host(17, 900, "127.0.0.1"), host(17, 900, "::1"))).isEmpty();
    }

    @Test
    void eachUnfitHostIsNamed() {
        assertThat(faults(host(17, 900, "10.0.0.2"), host(11, 900, "10.0.0.3")))
                .containsExactly("host beta: its Java is 11, older than 17");
        assertThat(faults(host(17, 79, "10.0.0.2"), host(17, 900, "10.0.0.3", "/app.jar", "/x")))
                .containsExactly(
                        "host alpha: its memory of 79 MB is too small for 2 ranks",
                        "host beta: it has no /app.jar, /x; --copy brings the program");
    }

    @Test
    void aHostNeedsAnAddressThatOthersReach() {
        HostFacts known = host(17, 900, "10.0.0.2");
        assertThat(faults(known, host(17, 900, "")))
                .containsExactly("host beta: it does not know its address in the network: set JDSM_DEVICE");
        assertThat(faults(known, host(17, 900, "127.0.0.1")))
                .containsExactly("host beta: it was reached at 127.0.0.1, where other hosts cannot reach it: write its"
                        + " name in the network");
        assertThat(HostChecks.faults(HOSTS, List.of(known, host(17, 900, "")), Binding.NONE, true))
                .isEmpty();
    }
}
