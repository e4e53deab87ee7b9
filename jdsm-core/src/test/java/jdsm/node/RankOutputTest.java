package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import jdsm.SPMD;
import org.junit.jupiter.api.Test;

class RankOutputTest {
    /** Does nothing. */
    public static final class Empty extends SPMD {
        @Override
        public void start() {}
    }

    @Test
    void aJvmThatRunsJobAfterJobHasOneThreadGroupARank() {
        TestJob.run(Empty.class, 2, 1).ok();
        long groups = groupsOfRanks();

        for (int job = 0; job < 3; job++) {
            TestJob.run(Empty.class, 2, 1).ok();
        }

        assertThat(groups).isPositive();
        assertThat(groupsOfRanks()).isEqualTo(groups);
    }

    @Test
    void eachLineOfAResultIsMarked() {
        String mark = String.valueOf(RankMain.RESULT_MARK);

        assertThat(RankOutput.marked("one")).isEqualTo(mark + "one");
        assertThat(RankOutput.marked("one\ntwo\n")).isEqualTo(mark + "one\n" + mark + "two\n" + mark);
        assertThat(RankOutput.marked(null)).isEqualTo(mark + "null");
    }

    private static long groupsOfRanks() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        ThreadGroup[] groups = new ThreadGroup[2 * root.activeGroupCount() + 10];
        root.enumerate(groups);
        return Arrays.stream(groups)
                .filter(Objects::nonNull)
                .filter(group -> group.getName().startsWith("jdsm-rank-"))
                .count();
    }
}
