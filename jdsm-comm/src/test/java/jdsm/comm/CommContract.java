package jdsm.comm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/**
 * What every transport must do. A transport's test is a subclass that says how to open the ranks of a job; after each test
 * no thread of the transport is left.
 */
public abstract class CommContract
        implements ProgramMessageContract, CreditContract, RuntimeMessageContract, LifecycleContract {
    /** Opens all ranks of a new job in this JVM, not started. */
    protected abstract List<Comm> open(int ranks);

    @Override
    public final TestJob job(int ranks) {
        return new TestJob(open(ranks));
    }

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("jdsm-")) {
                thread.join(TimeUnit.SECONDS.toMillis(TestJob.LIMIT_SECONDS));
                assertThat(thread.isAlive()).as("%s is left", thread).isFalse();
            }
        }
    }
}
