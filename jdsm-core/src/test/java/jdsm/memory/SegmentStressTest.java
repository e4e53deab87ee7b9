package jdsm.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import jdsm.comm.Comm;
import jdsm.comm.RemoteMemory;
import jdsm.comm.TestJob;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;
import jdsm.memory.SegmentRead.Outcome;
import org.junit.jupiter.api.Test;

/** A writer and two readers on real memory. */
class SegmentStressTest {
    private static final int UNIT = 3;
    private static final int VERSIONS_TO_SEE = 500;

    private record Published(SegmentLocation location, long version) {}

    private volatile Published published;

    private static TestJob job() {
        CommProvider inproc = ServiceLoader.load(CommProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals("inproc"))
                .findFirst()
                .orElseThrow();
        byte[] secret = "a secret of some length".getBytes();
        List<Comm> comms = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            comms.add(inproc.open(new CommSettings(rank, 2, "segment-stress", secret, null, false, null, 2, 1)));
        }
        return new TestJob(comms).start();
    }

    private static RemoteMemory memory(TestJob job, int rank) {
        return job.rank(rank).remoteMemory().orElseThrow();
    }

    private static int words(long version) {
        return (int) (version * 31 % 150);
    }

    private static void encode(ByteBuffer target, long version) {
        while (target.hasRemaining()) {
            target.putLong(version);
        }
    }

    private Void write(RemoteMemory memory, AtomicInteger readers) {
        Random random = new Random(1);
        SegmentHeap heap = new SegmentHeap(memory, 1 << 12);
        HomeSegment segment = null;
        for (long next = 1; readers.get() > 0; next++) {
            long version = next;
            if (segment != null && random.nextInt(20) == 0) {
                segment.gone();
                segment = null;
                // Takes the slot that has become free, while somebody may still read there.
                heap.export(UNIT + 1, -1, 8 * words(version - 1), target -> encode(target, -1))
                        .gone();
            }
            if (segment == null) {
                segment = heap.export(UNIT, version, 8 * words(version), target -> encode(target, version));
            } else {
                segment.write(version, 8 * words(version), target -> encode(target, version));
            }
            published = new Published(segment.location(), version);
            for (int pause = random.nextInt(200); pause > 0; pause--) {
                Thread.onSpinWait();
            }
        }
        return null;
    }

    private Void read(RemoteMemory memory, AtomicBoolean seenGone, AtomicInteger readers) {
        SegmentReader reader = new SegmentReader(memory);
        ByteBuffer buffer = ByteBuffer.allocateDirect(4_096);
        long last = 0;
        try {
            for (int seen = 0; seen < VERSIONS_TO_SEE || !seenGone.get(); ) {
                Published before = published;
                SegmentRead read = reader.read(before.location(), buffer).join();
                seenGone.compareAndSet(false, read.outcome() == Outcome.GONE);
                boolean isNew = read.outcome() == Outcome.CONTENT && read.version() != last;
                if (read.outcome() == Outcome.CONTENT) {
                    last = check(read, Math.max(last, before.version()));
                }
                if (isNew) {
                    seen++;
                } else {
                    // The writer may have no processor.
                    Thread.yield();
                }
            }
        } finally {
            readers.decrementAndGet();
        }
        return null;
    }

    private static long check(SegmentRead read, long atLeast) {
        assertThat(read.version()).isGreaterThanOrEqualTo(atLeast);
        assertThat(read.content().remaining()).isEqualTo(8 * words(read.version()));
        while (read.content().hasRemaining()) {
            long word = read.content().getLong();
            if (word != read.version()) {
                assertThat(word).isEqualTo(read.version());
            }
        }
        return read.version();
    }

    @Test
    void noReaderSeesAMixture() {
        AtomicInteger readers = new AtomicInteger(2);
        AtomicBoolean seenGone = new AtomicBoolean();
        try (TestJob job = job()) {
            HomeSegment first = new SegmentHeap(memory(job, 1)).export(UNIT, 0, 0, target -> {});
            published = new Published(first.location(), 0);
            List<Future<?>> running = List.of(
                    job.async(() -> read(memory(job, 0), seenGone, readers)),
                    job.async(() -> read(memory(job, 0), seenGone, readers)),
                    job.async(() -> write(memory(job, 1), readers)));
            running.forEach(TestJob::get);
        }
    }
}
