package jdsm.comm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The threads of JDSM that begin after this object; others, which tests of what lives as long as a process leave, do not count. */
final class OwnThreads {
    private final Set<Thread> before = threads();

    private static Set<Thread> threads() {
        Set<Thread> threads = new HashSet<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(thread -> !thread.getName().startsWith("jdsm-"));
        return threads;
    }

    /** Waits for their end, but not long. */
    void assertNoneIsLeft() throws InterruptedException {
        Set<Thread> own = threads();
        own.removeAll(before);
        for (Thread thread : own) {
            thread.join(TimeUnit.SECONDS.toMillis(TestJob.LIMIT_SECONDS));
            assertThat(thread.isAlive()).as("%s is left", thread).isFalse();
        }
    }
}
