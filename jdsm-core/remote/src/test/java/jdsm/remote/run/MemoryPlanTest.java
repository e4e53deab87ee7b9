package jdsm.remote.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.List;
import jdsm.remote.MemoryHost;
import jdsm.remote.ReplacementPolicy;
import jdsm.remote.SpaceSettings;
import org.junit.jupiter.api.Test;

class MemoryPlanTest {
    private static final SpaceSettings SETTINGS =
            new SpaceSettings("localhost", 64L << 20, 64 << 10, ReplacementPolicy.LRU_K, 2, 16);

    @Test
    void aPlanIsReadAsItWasWritten() {
        MemoryPlan plan = new MemoryPlan(
                SETTINGS,
                List.of(
                        new MemoryHost(
                                "localhost (line 2)", InetSocketAddress.createUnresolved("127.0.0.1", 7), 1L << 40),
                        new MemoryHost("far:80", InetSocketAddress.createUnresolved("far", 80), 5L << 20)),
                "auto",
                true,
                77);
        assertThat(MemoryPlan.decode(plan.encode())).isEqualTo(plan);
    }

    @Test
    void aTextThatIsNoPlanIsRefused() {
        String text = new MemoryPlan(SETTINGS, List.of(), "tcp", false, 1).encode();
        assertThatThrownBy(() -> MemoryPlan.decode("")).hasMessage("JDSM_MEMORY has no line local.name");
        assertThatThrownBy(() -> MemoryPlan.decode(text.replace("copies=2", "copies=x")))
                .hasMessage("JDSM_MEMORY: copies is no number: x");
        assertThatThrownBy(() -> MemoryPlan.decode(text.replace("65536", "65535")))
                .hasMessageStartingWith("page size 65535 bytes is not a power of two");
    }
}
