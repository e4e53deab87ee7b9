package jdsm.launcher.backend.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.plan.Binding;
import jdsm.launcher.plan.Cores;
import jdsm.launcher.plan.HostSlots;
import org.junit.jupiter.api.Test;

/** The cores of machines that a hostfile has under several names. */
class SharedCoresTest {
    private static final List<HostSlots> HOSTS =
            List.of(new HostSlots("alpha", 1), new HostSlots("beta", 2), new HostSlots("alpha.net", 3));
    private static final String SIX = "0:0;0:1;0:2;1:3;1:4;1:5";

    private static HostFacts host(String machine, String cores) {
        return new HostFacts(
                "d1", "java", 17, 8, Cores.decode(cores), machine, 1L << 36, "/h", "", "", "10.0.0.2", "", List.of());
    }

    private static List<String> parts(Binding binding, HostFacts... facts) {
        SharedCores cores = new SharedCores(HOSTS, List.of(facts));
        return IntStream.range(0, HOSTS.size())
                .mapToObj(host -> cores.of(host, binding).encode())
                .toList();
    }

    private static List<String> faults(Binding binding, HostFacts... facts) {
        return HostChecks.faults(HOSTS, List.of(facts), binding, true);
    }

    @Test
    void aMachineUnderTwoNamesHasItsCoresOnce() {
        HostFacts alpha = host("m1", SIX);
        HostFacts beta = host("m2", SIX);

        assertThat(parts(Binding.CORE, alpha, beta, alpha)).containsExactly("0:0", SIX, "0:1;0:2;1:3;1:4;1:5");
        assertThat(parts(Binding.NUMA, alpha, beta, alpha)).containsExactly("0:0;0:1;0:2", SIX, SIX);
        assertThat(parts(Binding.CORE, alpha, alpha, alpha)).containsExactly("0:0", "0:1;0:2", "1:3;1:4;1:5");
        assertThat(parts(Binding.NONE, alpha, alpha, alpha)).containsExactly(SIX, SIX, SIX);
    }

    @Test
    void allRanksOfTheMachineNeedCores() {
        HostFacts alpha = host("m1", "0:0;0:1;0:2");

        assertThat(faults(Binding.CORE, alpha, host("m2", SIX), alpha))
                .hasSize(2)
                .allSatisfy(fault -> assertThat(fault).contains("gives each rank a core, and 4 ranks have 3"));
        assertThat(faults(Binding.CORE, alpha, host("m2", SIX), host("m3", "0:0;0:1;0:2")))
                .isEmpty();
        assertThat(faults(Binding.NUMA, alpha, alpha, alpha)).isEmpty();
    }

    @Test
    void containersWithCoresOfTheirOwnAreNotDivided() {
        assertThat(parts(Binding.CORE, host("m1", "0:0"), host("m1", "0:1;0:2"), host("m1", "1:3;1:4;1:5")))
                .containsExactly("0:0", "0:1;0:2", "1:3;1:4;1:5");
        assertThat(parts(Binding.CORE, host("", SIX), host("", SIX), host("", SIX)))
                .containsExactly(SIX, SIX, SIX);
    }
}
