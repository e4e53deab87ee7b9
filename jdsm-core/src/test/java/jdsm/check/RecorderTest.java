package jdsm.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two ranks of one worker, and a detector that hears at once: what recorders write down is what findings say. */
class RecorderTest {
    private static final int OTHERS = -1;

    private final List<String> found = new ArrayList<>();
    private final Findings findings = new Findings(2, 1, found::add);
    private int slot;
    private int sent;
    private final Recorder[] ranks = {recorder(0), recorder(1)};
    private final Watch[] arrays = {array(0), array(1)};

    private Recorder recorder(int rank) {
        return new Recorder(rank, 1, 2, () -> slot, log -> {
            sent++;
            findings.accept(rank, ByteBuffer.wrap(log));
            return () -> {};
        });
    }

    /** Three units of four elements. */
    private Watch array(int rank) {
        Watch watch = ranks[rank].watch(100, 3, 4, () -> "P.a", () -> "int[12]");
        ranks[rank].sharedFromTheBeginning(watch);
        return watch;
    }

    private static Place place(int line) {
        return new Place(line, new Site("P", "start", "P.java", line, ""));
    }

    private void read(int rank, int from, int to, int line) {
        ranks[rank].access(arrays[rank], from, to, Recorder.Use.READ, place(line), true);
    }

    private void write(int rank, int from, int to, int line) {
        ranks[rank].access(arrays[rank], from, to, Recorder.Use.WRITE, place(line), true);
    }

    private void check(int rank, boolean write) {
        ranks[rank].checked(arrays[rank], 0, 3, write);
    }

    private void lock(int rank) {
        ranks[rank].acquired(SyncKind.LOCK, 9);
        ranks[rank].passed();
        check(rank, true);
    }

    private void unlock(int rank) {
        ranks[rank].releasing(SyncKind.LOCK, 9);
        ranks[rank].passed();
    }

    private void end() {
        ranks[0].flush();
        ranks[1].flush();
    }

    @Test
    void whatIsLockedIsNoRace() {
        for (int rank = 0; rank < 2; rank++) {
            lock(rank);
            read(rank, 0, 12, 20);
            write(rank, 0, 12, 21);
            unlock(rank);
        }
        end();

        assertThat(found).isEmpty();
        assertThat(findings.summary())
                .isEqualTo("check: no races, no soundness holes in 48 accesses to shared fields and" + " elements");
    }

    @Test
    void aRaceIsSaidOnceWithBothLines() {
        check(0, true);
        check(1, true);
        write(0, 0, 8, 20);
        read(1, 6, 9, 21);
        end();

        assertThat(found)
                .containsExactly(
                        "race: P.a[6] (int[12]): written at P.start(P.java:20) by worker 0 of rank 0 and read at"
                                + " P.start(P.java:21) by worker 1 of rank 1, and nothing orders them");
        assertThat(findings.races()).isOne();
    }

    @Test
    void runsKeepTheirStride() {
        check(0, true);
        check(1, true);
        for (int i = 0; i < 12; i += 3) {
            write(0, i, i + 1, 20);
        }
        for (int i : new int[] {1, 2, 4, 5, 7, 8, 10, 11}) {
            write(1, i, i + 1, 21);
        }
        end();
        assertThat(found).isEmpty();

        write(1, 9, 10, 22);
        end();
        assertThat(found).hasSize(1).first().asString().startsWith("race: P.a[9]");
    }

    /** Objects come and go for as long as a job runs, and only those of one phase can be in a finding. */
    @Test
    void anObjectWithoutAPathIsNamedAgainBehindABarrier() {
        List<String> named = new ArrayList<>();
        Watch[] passing = new Watch[2];
        for (int rank = 0; rank < 2; rank++) {
            passing[rank] = ranks[rank].watch(200, 1, 0, () -> "", () -> {
                named.add("passing");
                return "int[3] (unit 200)";
            });
            ranks[rank].sharedFromTheBeginning(passing[rank]);
            ranks[rank].checked(passing[rank], 0, 1, true);
        }
        ranks[0].access(passing[0], 0, 3, Recorder.Use.WRITE, place(20), true);
        ranks[0].access(passing[0], 0, 3, Recorder.Use.READ, place(21), true);
        assertThat(named).hasSize(1);
        ranks[0].entering();
        ranks[1].entering();

        for (int rank = 0; rank < 2; rank++) {
            ranks[rank].checked(passing[rank], 0, 1, true);
            ranks[rank].access(passing[rank], 0, 3, Recorder.Use.WRITE, place(22 + rank), true);
        }
        end();

        assertThat(named).hasSize(3);
        assertThat(found).hasSize(1).first().asString().startsWith("race: element 0 of int[3] (unit 200): written");
    }

    @Test
    void anAccessWithoutACheckIsAHole() {
        read(0, 4, 5, 20);
        end();

        assertThat(found)
                .containsExactly("soundness hole: P.start(P.java:20) reads P.a[4] (int[12]) without the right to, on"
                        + " worker 0 of rank 0");
        assertThat(findings.holes()).isOne();
    }

    @Test
    void soIsAWriteByACheckForReadingAndAnAccessInAnotherUnit() {
        ranks[0].checked(arrays[0], 0, 1, false);
        write(0, 0, 1, 20);
        read(0, 3, 5, 21);
        end();

        assertThat(found).hasSize(2);
        assertThat(found.get(0)).contains("P.java:20) writes P.a[0]");
        assertThat(found.get(1)).contains("P.java:21) reads P.a[4]");
    }

    @Test
    void aCheckEndsWithTheNextSynchronisation() {
        check(0, true);
        write(0, 0, 12, 20);
        ranks[0].passed();
        read(0, 0, 1, 21);
        end();

        assertThat(found).hasSize(1).first().asString().contains("P.java:21");
    }

    @Test
    void whoKnewAnObjectBeforeItWasSharedNeedsNoCheckUntilThen() {
        ranks[0].shared(arrays[0]);
        write(0, 0, 12, 20);
        ranks[0].passed();
        write(0, 5, 6, 21);
        end();

        assertThat(found).hasSize(1).first().asString().contains("P.java:21");
    }

    @Test
    void whatMayBeWrittenNeedsTheRightAndCountsAsRead() {
        for (int rank = 0; rank < 2; rank++) {
            check(rank, true);
            ranks[rank].access(arrays[rank], 0, 12, Recorder.Use.MAY_WRITE, place(20), true);
        }
        end();
        assertThat(found).isEmpty();

        ranks[0].passed();
        ranks[0].checked(arrays[0], 0, 3, false);
        ranks[0].access(arrays[0], 0, 1, Recorder.Use.MAY_WRITE, place(21), true);
        end();
        assertThat(found).hasSize(1).first().asString().contains("hole");
    }

    /** A later write of the flag must not order what follows this read; nobody else can release a lock that this worker has. */
    @Test
    void aVolatileReadIsSentAtOnceAndTheAcquireOfALockWithTheRelease() {
        ranks[0].acquired(SyncKind.LOCK, 9);
        assertThat(sent).isZero();
        ranks[0].releasing(SyncKind.LOCK, 9);
        assertThat(sent).isOne();
        ranks[0].acquired(SyncKind.VOLATILE, 9);
        assertThat(sent).isEqualTo(2);
    }

    @Test
    void anIntervalsAccessesAreSentOnce() {
        check(0, true);
        for (int i = 0; i < 1000; i++) {
            write(0, 0, 12, 20);
            read(0, 0, 12, 21);
        }
        end();

        assertThat(findings.summary()).contains(" in 12 accesses ");
    }

    @Test
    void aFullLogIsSentBeforeTheRelease() {
        Watch large = ranks[0].watch(500, 1, 0, () -> "", () -> "int[100000]");
        ranks[0].shared(large);
        for (int i = 0; i < 100_000; i++) {
            ranks[0].access(large, i * 7 % 100_000, true, place(20 + i % 2), true);
        }

        assertThat(sent).isGreaterThan(2);
    }

    @Test
    void otherThreadsAreOneActorAndGoWithAWorkersRelease() {
        check(0, true);
        slot = OTHERS;
        ranks[0].checked(arrays[0], 0, 3, false);
        read(0, 1, 2, 20);
        assertThat(sent).isZero();
        slot = 0;
        write(0, 0, 1, 21);
        end();
        assertThat(found).isEmpty();

        check(1, true);
        write(1, 0, 2, 22);
        end();
        assertThat(found).hasSize(2).anyMatch(line -> line.contains("by another thread of rank 0"));
    }

    @Test
    void theServiceLoopIsNobody() {
        slot = Recorder.NOBODY;
        write(0, 0, 12, 20);
        ranks[0].releasing(SyncKind.LOCK, 9);
        ranks[0].acquired(SyncKind.VOLATILE, 9);

        assertThat(sent).isZero();
        slot = 0;
        end();
        assertThat(found).isEmpty();
    }

    @Test
    void moreThanAnybodyReadsIsCountedOnly() {
        for (int line = 0; line < Findings.MOST + 5; line++) {
            ranks[0].access(arrays[0], 0, false, place(line), true);
            ranks[0].passed();
        }
        end();

        assertThat(found).hasSize(Findings.MOST);
        assertThat(findings.summary()).contains("105 soundness holes").contains("the first 100 are told");
    }
}
