package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import jdsm.comm.bootstrap.JobVariables;
import org.junit.jupiter.api.Test;

/** How long a wait may last before it is worth a report. */
class RankSettingsTest {
    @Test
    void aMinuteUnlessTheUserIsInAHurryOrWatches() {
        assertThat(stallSeconds(Map.of())).hasValue(60);
        assertThat(stallSeconds(Map.of("JDSM_VERBOSE", "true"))).hasValue(10);
        assertThat(stallSeconds(Map.of(JobVariables.DEADLINE_MILLIS, "123456"))).hasValue(10);
    }

    @Test
    void neverWhereADebuggerMayStopARank() {
        assertThat(stallSeconds(Map.of("JDSM_DEBUG", "0", "JDSM_VERBOSE", "true", JobVariables.DEADLINE_MILLIS, "1")))
                .isEmpty();
    }

    private static OptionalLong stallSeconds(Map<String, String> variables) {
        return RankSettings.from(new HashMap<>(variables)).stallSeconds();
    }
}
