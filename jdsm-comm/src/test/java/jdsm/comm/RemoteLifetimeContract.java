package jdsm.comm;

import static jdsm.comm.CommException.Reason.CLOSED;
import static jdsm.comm.CommException.Reason.HANDLER;
import static jdsm.comm.CommException.Reason.NO_REGION;
import static jdsm.comm.CommException.Reason.PEER_LOST;
import static jdsm.comm.RemoteMemoryContract.memory;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** From when until when memory is there, and what is said where it is not. */
public interface RemoteLifetimeContract {
    TestJob job(int ranks);

    /** All accesses with a key fail alike, the asynchronous ones by their futures at the latest. */
    private static void fails(RemoteMemory memory, RegionKey key, Consumer<CommException> how) {
        ByteBuffer eight = ByteBuffer.allocate(8);
        fails(() -> memory.get(key, 0, eight), how);
        fails(() -> memory.put(key, 0, eight), how);
        fails(() -> memory.getLong(key, 0), how);
        fails(() -> memory.putLong(key, 0, 1), how);
        fails(() -> memory.compareAndExchange(key, 0, 0, 1), how);
        fails(() -> TestJob.get(memory.getAsync(key, 0, eight)), how);
        fails(() -> TestJob.get(memory.putAsync(key, 0, eight)), how);
    }

    private static void fails(ThrowingCallable access, Consumer<CommException> how) {
        assertThatExceptionOfType(CommException.class).isThrownBy(access).satisfies(how);
    }

    private static Consumer<CommException> names(RegionKey key) {
        return e -> {
            assertThat(e.reason()).isEqualTo(NO_REGION);
            assertThat(e.peer()).isEqualTo(key.rank());
            assertThat(e).hasMessageContaining(key.toString());
        };
    }

    @Test
    default void aClosedRegionIsNamedAndTheCommGoesOn() {
        try (TestJob job = job(2).start()) {
            RemoteMemory memory = memory(job, 0);
            Region region = memory(job, 1).register(64);
            Region other = memory(job, 1).register(64);
            memory.putLong(region.key(), 0, 5);
            ByteBuffer view = region.buffer();
            region.close();
            region.close();
            fails(memory, region.key(), names(region.key()));
            fails(memory(job, 1), region.key(), names(region.key()));
            // An asynchronous access says so by its future: it may be the other rank who knows.
            assertThat(memory.getAsync(region.key(), 0, ByteBuffer.allocate(8)).handle((nothing, e) -> e))
                    .succeedsWithin(Duration.ofSeconds(TestJob.LIMIT_SECONDS))
                    .isInstanceOf(CommException.class);
            assertThatIllegalStateException()
                    .isThrownBy(region::buffer)
                    .withMessageContaining(region.key().toString());
            assertThat(view.getLong(0)).as("a view outlives its region").isEqualTo(5);
            memory.putLong(other.key(), 0, 6);
            assertThat(memory.getLong(other.key(), 0)).isEqualTo(6);
            // Its id is not used again.
            Region next = memory(job, 1).register(64);
            assertThat(next.key()).isNotEqualTo(region.key());
            fails(memory, region.key(), names(region.key()));
        }
    }

    @Test
    default void keysThatNameNothingAreRefused() {
        try (TestJob job = job(2).start();
                Region region = memory(job, 1).register(64)) {
            RegionKey key = region.key();
            RegionKey unknown = new RegionKey(1, key.id() + 1000, 64);
            RegionKey larger = new RegionKey(1, key.id(), 1L << 40);
            fails(memory(job, 0), unknown, names(unknown));
            fails(memory(job, 0), larger, names(larger));
            fails(() -> memory(job, 0).getLong(larger, 1L << 35), names(larger));
            RegionKey nobodys = new RegionKey(2, key.id(), 64);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> memory(job, 0).getLong(nobodys, 0))
                    .withMessageContaining("rank 2 of 2 ranks");
            assertThat(memory(job, 0).getLong(key, 0)).isZero();
        }
    }

    @Test
    default void nothingWorksBeforeStart() {
        try (TestJob job = job(1)) {
            RemoteMemory memory = memory(job, 0);
            assertThatIllegalStateException().isThrownBy(() -> memory.register(8));
            assertThatIllegalStateException().isThrownBy(() -> memory.getLong(new RegionKey(0, 1, 8), 0));
            assertThatIllegalStateException().isThrownBy(memory::fence);
        }
    }

    @Test
    default void aRankThatHasLeftIsReachedNoMore() {
        try (TestJob job = job(3).start()) {
            Region region = memory(job, 0).register(64);
            Region other = memory(job, 2).register(64);
            Future<?> goodbye = job.async(() -> job.rank(1).receive(0));
            job.thread(job.rank(0)::close);
            assertThat(LifecycleContract.thrownBy(goodbye).reason()).isEqualTo(CLOSED);
            TestJob.until("rank 1 has heard of it", () -> isGone(memory(job, 1), region.key()));
            fails(memory(job, 1), region.key(), e -> {
                assertThat(e.reason()).isEqualTo(CLOSED);
                assertThat(e.peer()).isZero();
                assertThat(e).hasMessageContaining("rank 0");
            });
            assertThat(memory(job, 1).getLong(other.key(), 0)).isZero();
        }
    }

    @Test
    default void aClosedCommAccessesNothing() {
        TestJob job = job(2).start();
        Region region = memory(job, 1).register(64);
        final ByteBuffer view = region.buffer().putLong(8, 9);
        job.close();
        for (int rank = 0; rank < 2; rank++) {
            RemoteMemory memory = memory(job, rank);
            fails(memory, region.key(), e -> assertThat(e.reason()).isEqualTo(CLOSED));
            fails(() -> memory.register(8), e -> assertThat(e.reason()).isEqualTo(CLOSED));
            fails(memory::fence, e -> assertThat(e.reason()).isEqualTo(CLOSED));
        }
        assertThatIllegalStateException().isThrownBy(region::buffer);
        region.close();
        assertThat(view.getLong(8)).isEqualTo(9);
    }

    @Test
    default void aFailedRankIsReachedNoMoreAndReachesNothing() {
        AtomicReference<CommException> told = new AtomicReference<>();
        TestJob job = job(3).configure(comm -> {
            comm.handle(1, (from, payload) -> {
                throw new IllegalStateException("on purpose");
            });
            if (comm.rank() == 1) {
                comm.onFailure(told::set);
            }
        });
        try (job) {
            job.start();
            Region failing = memory(job, 1).register(64);
            Region other = memory(job, 2).register(64);
            RuntimeMessageContract.post(job.rank(0), 1, 1, 0);
            TestJob.until("told", () -> told.get() != null);
            fails(memory(job, 1), other.key(), e -> assertThat(e.reason()).isEqualTo(HANDLER));
            fails(memory(job, 1), failing.key(), e -> assertThat(e.reason()).isEqualTo(HANDLER));
            // Whether its own Comm knows already or not, an access says who is lost, once it is.
            TestJob.until("rank 1 is gone for rank 0", () -> isGone(memory(job, 0), failing.key()));
            fails(memory(job, 0), failing.key(), e -> {
                assertThat(e.reason()).isEqualTo(PEER_LOST);
                assertThat(e).hasMessageContaining("rank 1");
            });
        }
    }

    private static boolean isGone(RemoteMemory memory, RegionKey key) {
        try {
            memory.getLong(key, 0);
            return false;
        } catch (CommException e) {
            return true;
        }
    }
}
