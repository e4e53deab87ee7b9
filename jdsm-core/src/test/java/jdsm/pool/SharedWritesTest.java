package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CyclicBarrier;
import java.util.stream.Stream;
import jdsm.Protocol;
import jdsm.SPMD;
import jdsm.node.TestJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that write beside each other, in shapes that {@link CoherenceContract} has not; and wrong uses. */
class SharedWritesTest {
    static Stream<Arguments> jobs() {
        return Stream.of(Protocol.values())
                .flatMap(consistency -> Stream.of(
                        Arguments.of(consistency, 1, 1),
                        Arguments.of(consistency, 4, 2),
                        Arguments.of(consistency, 2, 3)));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void allKeepWhatTheyWrote(Protocol consistency, int ranks, int threads) {
        assertThat(TestJob.run(consistency, WritePrograms.Interleaved.class, ranks, threads, "15")
                        .ok()
                        .out())
                .hasSize(ranks * threads);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void aLockOrdersWhatItProtects(Protocol consistency, int ranks, int threads) {
        assertThat(TestJob.run(consistency, WritePrograms.Locked.class, ranks, threads, "50")
                        .ok()
                        .out())
                .hasSize(ranks * threads);
    }

    /** A copy is fetched between a write and the next, which undoes it: the ranks take turns outside the shared memory. */
    public static final class Undone extends SPMD {
        static final int RANKS = 3;
        private final int[] data = new int[4];

        @Override
        public void initialize() {
            pool.register(data);
        }

        @Override
        public void start() throws Exception {
            // What is of the JDK is the same for all ranks of a JVM.
            CyclicBarrier turn = (CyclicBarrier)
                    System.getProperties().computeIfAbsent(getClass().getName(), name -> new CyclicBarrier(RANKS));
            writeOnRank0(4);
            barrier(); // the others have a copy since the start, and no longer
            barrier();
            writeOnRank0(5);
            turn.await();
            readOnRank(1); // from here on rank 0 has something to compare with
            turn.await();
            writeOnRank0(6);
            turn.await();
            readOnRank(2);
            turn.await();
            writeOnRank0(5);
            barrier();
            pool.of(data).ensureReadable();
            report(Integer.toString(data[0]));
        }

        private void writeOnRank0(int value) {
            if (rank() == 0) {
                pool.of(data).ensureWritable();
                data[0] = value;
            }
        }

        private void readOnRank(int reader) {
            if (rank() == reader) {
                pool.of(data).ensureReadable();
                report("beside it " + data[1]);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCopyHasNoWriteThatIsUndoneBeforeItIsPublished(Protocol consistency) {
        try {
            assertThat(TestJob.run(consistency, Undone.class, Undone.RANKS, 1)
                            .ok()
                            .out())
                    .containsExactlyInAnyOrder("5", "5", "5", "beside it 0", "beside it 0");
        } finally {
            System.getProperties().remove(Undone.class.getName());
        }
    }

    /** Wrong uses, each with what is said about it. */
    public static final class Wrong extends SPMD {
        private final int[] data = new int[4];
        private final String[] names = new String[2];

        @Override
        public void initialize() {
            pool.register(data, Protocol.LAZY_RELEASE);
            pool.register(names);
        }

        @Override
        public void start() throws InterruptedException {
            try {
                pool.of(data).unlock();
            } catch (IllegalStateException e) {
                report(e.getMessage());
            }
            try {
                pool.of(names).ensureWritable();
            } catch (IllegalArgumentException e) {
                report(e.getMessage());
            }
            barrier();
            pool.of(data).lock();
        }
    }

    @Test
    void wrongUsesAreNamed() {
        TestJob.Result result = TestJob.run(Wrong.class, 2, 1);

        assertThat(result.out())
                .contains("unlock without lock: int[4] (key 0)")
                .anyMatch(line -> line.startsWith("java.lang.String[2] (key 1) travels as a whole"));
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.errors()).contains("lock without unlock: int[4] (key 0) is held at the end of start()");
    }

    /** Catches what it is told, and goes on. */
    public static final class Helped extends SPMD {
        private final int[] data = new int[4];

        @Override
        public void initialize() {
            pool.register(data, Protocol.LAZY_RELEASE);
        }

        @Override
        public void start() throws InterruptedException {
            Thread other = new Thread(() -> {
                try {
                    pool.of(data).ensureWritable();
                } catch (IllegalStateException e) {
                    System.getProperties().put(Helped.class.getName(), e.getMessage());
                }
            });
            other.setName("helper");
            other.start();
            other.join();
        }
    }

    @Test
    void onlyWorkersWrite() throws InterruptedException {
        String refusal = "only workers may write shared objects: thread 'helper' is none, and no barrier waits for it";
        try {
            TestJob.Result result = TestJob.run(Helped.class, 2, 1);
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("helper")) {
                    thread.join(); // the refusal ends the job before the thread has it
                }
            }

            assertThat(System.getProperties()).containsEntry(Helped.class.getName(), refusal);
            assertThat(result.errors()).contains(refusal + "; in thread 'helper'");
            assertThat(result.status()).isEqualTo(1);
        } finally {
            System.getProperties().remove(Helped.class.getName());
        }
    }
}
