package jdsm.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Step by step: three ranks of two workers; unit 7, and sites that are the accesses' places in the test. */
class DetectorTest {
    private static final int UNIT = 7;
    private static final SyncKind LOCK = SyncKind.LOCK;

    private final List<Race> races = new ArrayList<>();
    private final Detector detector = new Detector(3, 2, races::add);

    private void barrier() {
        for (int worker = 0; worker < 6; worker++) {
            detector.barrier();
        }
    }

    @Test
    void aWriteAndAReadThatNothingOrdersAreARace() {
        detector.write(0, UNIT, 3, 11);
        detector.read(2, UNIT, 3, 12);

        assertThat(races)
                .containsExactly(new Race(UNIT, 3, new Race.Access(0, true, 11), new Race.Access(2, false, 12)));
    }

    @Test
    void readsAreNone() {
        detector.read(0, UNIT, 3, 11);
        detector.read(2, UNIT, 3, 12);

        assertThat(races).isEmpty();
    }

    @Test
    void neitherAreOtherElementsAndOtherObjects() {
        detector.write(0, UNIT, 3, 11);
        detector.write(1, UNIT, 4, 12);
        detector.write(2, UNIT + 1, 3, 13);
        detector.write(3, UNIT, 3 + Page.ELEMENTS, 14);

        assertThat(races).isEmpty();
    }

    @Test
    void aLockOrdersWhatItsHoldersDo() {
        detector.write(0, UNIT, 0, 11);
        detector.release(0, LOCK, 1);
        detector.acquire(2, LOCK, 1);
        detector.write(2, UNIT, 0, 12);

        assertThat(races).isEmpty();
    }

    @Test
    void butNotWhatComesBehindTheRelease() {
        detector.release(0, LOCK, 1);
        detector.write(0, UNIT, 0, 11);
        detector.acquire(2, LOCK, 1);
        detector.write(2, UNIT, 0, 12);

        assertThat(races).hasSize(1);
    }

    @Test
    void andNotAnotherLockOrAnotherKindOfTheSameNumber() {
        detector.write(0, UNIT, 0, 11);
        detector.release(0, LOCK, 1);
        detector.acquire(2, LOCK, 2);
        detector.acquire(2, SyncKind.VOLATILE, 1);
        detector.write(2, UNIT, 0, 12);

        assertThat(races).hasSize(1);
    }

    @Test
    void orderGoesOnOverAThirdWorker() {
        detector.write(0, UNIT, 0, 11);
        detector.release(0, LOCK, 1);
        detector.acquire(2, LOCK, 1);
        detector.release(2, SyncKind.VOLATILE, 5);
        detector.acquire(4, SyncKind.VOLATILE, 5);
        detector.read(4, UNIT, 0, 12);

        assertThat(races).isEmpty();
    }

    @Test
    void allReadersCountWhereOneWrites() {
        detector.read(0, UNIT, 0, 11);
        detector.read(2, UNIT, 0, 12);
        detector.read(4, UNIT, 0, 13);
        detector.release(2, LOCK, 1);
        detector.acquire(3, LOCK, 1);
        detector.write(3, UNIT, 0, 14);

        assertThat(races).extracting(race -> race.first().site()).containsExactly(11, 13);
    }

    @Test
    void aReadBehindAnotherWorkersReadTakesItsPlaceAndNothingIsForgotten() {
        detector.read(0, UNIT, 0, 11);
        detector.release(0, LOCK, 1);
        detector.acquire(2, LOCK, 1);
        detector.read(2, UNIT, 0, 12);
        detector.write(4, UNIT, 0, 13);

        assertThat(races).extracting(race -> race.first().site()).containsExactly(12);
    }

    @Test
    void aBarrierOrdersAllThatIsBeforeIt() {
        detector.write(0, UNIT, 0, 11);
        detector.read(2, UNIT, 1, 12);
        barrier();
        detector.read(2, UNIT, 0, 13);
        detector.write(4, UNIT, 1, 14);

        assertThat(races).isEmpty();
    }

    @Test
    void andNothingBehindIt() {
        detector.write(0, UNIT, 0, 11);
        barrier();
        detector.write(0, UNIT, 0, 12);
        detector.read(2, UNIT, 0, 13);

        assertThat(races).extracting(race -> race.first().site()).containsExactly(12);
    }

    @Test
    void aBarrierIsPassedWhenAllAreThere() {
        detector.write(0, UNIT, 0, 11);
        for (int worker = 0; worker < 5; worker++) {
            detector.barrier();
        }
        detector.read(2, UNIT, 0, 12);

        assertThat(races).hasSize(1);
    }

    @Test
    void aLockFromBeforeABarrierOrdersNothingBehindIt() {
        detector.release(0, LOCK, 1);
        barrier();
        detector.write(0, UNIT, 0, 11);
        detector.acquire(2, LOCK, 1);
        detector.write(2, UNIT, 0, 12);

        assertThat(races).hasSize(1);
    }

    @Test
    void workersOfOneRankRaceAsWell() {
        detector.write(0, UNIT, 0, 11);
        detector.write(1, UNIT, 0, 12);

        assertThat(races).hasSize(1);
    }

    @Test
    void otherThreadsOfARankRaceWithOtherRanksOnly() {
        int others = detector.othersOf(0);
        detector.write(0, UNIT, 0, 11);
        detector.beginOthers(0);
        detector.read(others, UNIT, 0, 12);
        detector.endOthers(0);
        assertThat(races).isEmpty();

        detector.write(2, UNIT, 0, 13);
        assertThat(races).extracting(race -> race.first().actor()).containsExactly(0, others);
    }

    @Test
    void whatOtherThreadsDidIsReleasedByTheRanksWorkersAndOrdersThemNotAmongThemselves() {
        int others = detector.othersOf(0);
        detector.write(1, UNIT, 5, 10);
        detector.beginOthers(0);
        detector.write(others, UNIT, 0, 11);
        detector.endOthers(0);
        detector.release(0, LOCK, 1);
        detector.acquire(2, LOCK, 1);
        detector.write(2, UNIT, 0, 12);
        assertThat(races).isEmpty();

        detector.write(0, UNIT, 5, 13);
        assertThat(races).extracting(race -> race.first().actor()).containsExactly(1);
    }

    /** A volatile read orders the reader behind the writer, and no writer behind the reader. */
    @Test
    void whoAcquiresReleasesNothing() {
        detector.read(0, UNIT, 0, 11);
        detector.acquire(0, SyncKind.VOLATILE, 5);
        detector.acquire(2, SyncKind.VOLATILE, 5);
        detector.write(2, UNIT, 0, 12);

        assertThat(races).hasSize(1);
    }
}
