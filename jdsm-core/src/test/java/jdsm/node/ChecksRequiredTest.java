package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.SPMD;
import jdsm.runtime.Woven;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Classes that are woven for one rank, in a job of several. */
class ChecksRequiredTest {
    /** Shares an array. */
    public static final class Sharing extends SPMD {
        private final int[] shared = new int[4];

        @Override
        public void initialize() {
            pool.register(shared);
        }

        @Override
        public void start() {}
    }

    @AfterEach
    void forget() {
        System.clearProperty(Woven.ALONE);
    }

    @Test
    void severalRanksNeedClassesWithChecks() {
        TestJob.run(Sharing.class, 2, 1).ok();
        System.setProperty(Woven.ALONE, "true");

        TestJob.Result refused = TestJob.run(Sharing.class, 2, 1);

        assertThat(refused.status()).isNotZero();
        assertThat(refused.errors())
                .contains("woven the classes of this JVM for a job of one rank")
                .contains("this job has 2 ranks");
        TestJob.run(Sharing.class, 1, 1).ok();
    }
}
