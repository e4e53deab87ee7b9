package jdsm.comm.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import jdsm.comm.Region;
import jdsm.comm.RemoteMemory;
import jdsm.comm.TestJob;
import org.junit.jupiter.api.Test;

/** Ranges that UCX sends in several packets. */
@NeedsUcx
class LongRangesTest {
    private static final int BYTES = 50_003;
    private static final int OFFSET = 13;

    /** Two ranks put ranges that are each of one byte, the owner and a third rank get them: no word has two bytes. */
    @Test
    void anAlignedWordIsNeverTorn() {
        int gets = 300;
        try (TestJob job = new TestJob(UcxJobs.open(3)).start();
                Region region = memory(job, 1).register(OFFSET + BYTES)) {
            AtomicBoolean over = new AtomicBoolean();
            List<Future<?>> putting = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) {
                RemoteMemory memory = memory(job, rank);
                int first = rank + 1;
                putting.add(job.async(() -> {
                    byte[] bytes = new byte[BYTES];
                    for (int i = first; !over.get(); i += 2) {
                        Arrays.fill(bytes, (byte) i);
                        memory.put(region.key(), OFFSET, ByteBuffer.wrap(bytes));
                    }
                    return null;
                }));
            }
            List<Future<?>> getting = new ArrayList<>();
            for (int rank = 1; rank < 3; rank++) {
                RemoteMemory memory = memory(job, rank);
                getting.add(job.async(() -> {
                    ByteBuffer got = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
                    for (int i = 0; i < gets; i++) {
                        memory.get(region.key(), OFFSET, got);
                        for (int at = -OFFSET & 7; at <= BYTES - 8; at += 8) {
                            long word = got.getLong(at);
                            if (word != (word & 0xFF) * 0x0101_0101_0101_0101L) {
                                throw new AssertionError("torn word " + Long.toHexString(word) + " at " + at);
                            }
                        }
                    }
                    return null;
                }));
            }
            try {
                getting.forEach(TestJob::get);
            } finally {
                over.set(true);
            }
            putting.forEach(TestJob::get);
        }
    }

    /** Regions end, and buffers become unreachable, while asynchronous operations are under way. */
    @Test
    void memoryLivesAsLongAsOperationsNeedIt() {
        int rounds = 150;
        try (TestJob job = new TestJob(UcxJobs.open(2)).start()) {
            RemoteMemory memory = memory(job, 0);
            for (int round = 0; round < rounds; round++) {
                Region region = memory(job, 1).register(300_000);
                for (int i = 0; i < 4; i++) {
                    memory.putAsync(region.key(), 8L * i, ByteBuffer.allocateDirect(200_000 + i));
                    memory.getAsync(region.key(), 3L * i, ByteBuffer.allocateDirect(100_000 + i));
                }
                region.close();
                if (round % 50 == 0) {
                    System.gc();
                }
            }
            Region last = memory(job, 1).register(8);
            memory.putLong(last.key(), 0, 7);
            assertThat(memory.getLong(last.key(), 0)).isEqualTo(7);
        }
    }

    private static RemoteMemory memory(TestJob job, int rank) {
        return job.rank(rank).remoteMemory().orElseThrow();
    }
}
