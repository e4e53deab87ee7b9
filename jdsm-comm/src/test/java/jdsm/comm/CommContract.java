package jdsm.comm;

import java.util.List;
import org.junit.jupiter.api.AfterEach;

/**
 * What every transport must do. A transport's test is a subclass that says how to open the ranks of a job; after each test
 * no thread of the transport is left.
 */
public abstract class CommContract
        implements ProgramMessageContract, CreditContract, RuntimeMessageContract, LifecycleContract {
    private final OwnThreads threads = new OwnThreads();

    /** Opens all ranks of a new job in this JVM, not started. */
    protected abstract List<Comm> open(int ranks);

    @Override
    public final TestJob job(int ranks) {
        return new TestJob(open(ranks));
    }

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        threads.assertNoneIsLeft();
    }
}
