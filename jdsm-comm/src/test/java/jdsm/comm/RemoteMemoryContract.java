package jdsm.comm;

import java.util.List;
import org.junit.jupiter.api.AfterEach;

/**
 * What every transport with {@link RemoteMemory} must do. Its test is a subclass that says how to open the ranks of a job;
 * after each test no thread of the transport is left.
 */
public abstract class RemoteMemoryContract
        implements RemoteAccessContract, RemoteLifetimeContract, RemoteConcurrencyContract {
    private final OwnThreads threads = new OwnThreads();

    /** Opens all ranks of a new job in this JVM, not started. */
    protected abstract List<Comm> open(int ranks);

    @Override
    public final TestJob job(int ranks) {
        return new TestJob(open(ranks));
    }

    /** The remote memory of a rank, which has it. */
    static RemoteMemory memory(TestJob job, int rank) {
        return job.rank(rank).remoteMemory().orElseThrow();
    }

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        threads.assertNoneIsLeft();
    }
}
