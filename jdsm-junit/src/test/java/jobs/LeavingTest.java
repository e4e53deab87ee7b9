package jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdsm.Jdsm;
import jdsm.JobFailedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs leave neither threads nor class loaders behind. */
class LeavingTest {
    private static final int COLLECTIONS = 200;

    private final Queue<WeakReference<ClassLoader>> loaders = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void receiveLoaders() {
        System.getProperties().put(Leaving.LOADERS, loaders);
    }

    @AfterEach
    void receiveNothing() {
        System.getProperties().remove(Leaving.LOADERS);
    }

    private static List<String> threadsOfRanks() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> {
                    ClassLoader loader = thread.getContextClassLoader();
                    return loader != null && String.valueOf(loader.getName()).startsWith("jdsm-rank-");
                })
                .map(Thread::getName)
                .toList();
    }

    private void assertNothingIsLeft(int ranks) {
        assertThat(threadsOfRanks()).isEmpty();
        assertThat(loaders).hasSize(ranks);
        List<byte[]> room = new ArrayList<>();
        for (int i = 0; i < COLLECTIONS && loaders.stream().anyMatch(loader -> loader.get() != null); i++) {
            room.add(new byte[1 << 20]);
            System.gc();
        }
        assertThat(loaders).allMatch(loader -> loader.get() == null);
    }

    @Test
    void ofJobsThatEndWell() {
        for (int i = 0; i < 3; i++) {
            Jdsm.ranks(2).workers(2).run(Leaving.class, "well");
        }

        assertNothingIsLeft(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "sleep"})
    void ofJobsThatFail(String how) {
        JobFailedException[] failed = new JobFailedException[1];
        assertThatExceptionOfType(JobFailedException.class)
                .isThrownBy(() -> Jdsm.ranks(3).run(Leaving.class, how))
                .satisfies(thrown -> failed[0] = thrown);

        assertNothingIsLeft(3);
        assertThat(failed[0].getCause()).isInstanceOf(IllegalStateException.class); // and has been there all the time
    }
}
