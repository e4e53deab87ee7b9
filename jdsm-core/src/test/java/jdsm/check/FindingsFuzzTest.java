package jdsm.check;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import org.junit.jupiter.api.Test;

/** Any bytes in place of an actor's log. */
class FindingsFuzzTest {
    private static final int MOST_PAGES = 16;

    private final List<byte[]> logs = new ArrayList<>();
    private final Recorder recorder = new Recorder(1, 1, 2, () -> 0, log -> {
        logs.add(log);
        return () -> {};
    });
    private Findings findings;

    private static Place place(int line, String field) {
        return new Place(line, new Site("P", "start", "P.java", line, field));
    }

    private void record() {
        Watch watch = recorder.watch(100, 3, 4, () -> "P.a", () -> "int[12]");
        recorder.sharedFromTheBeginning(watch);
        recorder.checked(watch, 0, 3, true);
        recorder.access(watch, 0, 12, Recorder.Use.READ, place(20, ""), true);
        recorder.releasing(SyncKind.LOCK, 9);
        recorder.acquired(SyncKind.LOCK, 9);
        recorder.passed();
        recorder.access(watch, 0, 12, Recorder.Use.WRITE, place(21, ""), true);
        recorder.access(watch, 3, true, place(22, "f"), true);
        recorder.entering();
    }

    @Test
    void anyBytes() throws InterruptedException {
        record();
        byte[] all = new byte[logs.stream().mapToInt(log -> log.length).sum()];
        int at = 0;
        for (byte[] log : logs) {
            int from = at == 0 ? 0 : Integer.BYTES; // the actor stands at the beginning only
            System.arraycopy(log, from, all, at, log.length - from);
            at += log.length - from;
        }
        Fuzzer.run(FuzzTarget.of(
                        "check: log",
                        List.of(java.util.Arrays.copyOf(all, at), logs.get(0)),
                        input -> findings.accept(1, ByteBuffer.wrap(input)),
                        IllegalArgumentException.class,
                        BufferUnderflowException.class,
                        IllegalStateException.class)
                .preparedBy(() -> findings = new Findings(2, 1, line -> {}, MOST_PAGES))
                .allocating(16 << 20, 64));
    }

    private static ByteBuffer access(int actor, int element, int stride, int count) {
        ByteBuffer log = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN).putInt(actor);
        log.put(LogFormat.SITE).putInt(0).putInt(1).putLong(0);
        log.put(LogFormat.WRITE)
                .putInt(7)
                .putInt(0)
                .putInt(element)
                .putInt(stride)
                .putInt(count);
        return log.flip();
    }

    /** 38 bytes that name all elements there can be. */
    @Test
    void elementsForWhichThereIsNoRoom() {
        Findings few = new Findings(2, 1, line -> {}, MOST_PAGES);

        assertThatThrownBy(() -> few.accept(1, access(1, 0, 1, Integer.MAX_VALUE)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no room for more than 4096 elements");
    }

    @Test
    void accessesThatNobodyLogs() {
        int[][] wrong = {
            {1, 5, 0, Integer.MAX_VALUE},
            {1, -1, 1, 1},
            {1, 0, 1, 0},
            {1, 5, -1, 7},
            {1, 5, 1 << 30, 3},
            {0, 0, 0, 1},
            {-1, 0, 0, 1},
            {2, 0, 0, 1},
            {4, 0, 0, 1}
        };
        for (int[] each : wrong) {
            Findings all = new Findings(2, 1, line -> {});
            assertThatThrownBy(() -> all.accept(1, access(each[0], each[1], each[2], each[3])))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
