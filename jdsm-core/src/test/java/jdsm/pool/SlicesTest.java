package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.Content;
import jdsm.coherence.Publication;
import jdsm.coherence.UnitState;
import jdsm.coherence.home.MovingHome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlicesTest {
    private static final int WORKER = 1;

    private final List<UnitState> letGo = new CopyOnWriteArrayList<>();
    /** Whether each lock still was only kept, when it was let go of. */
    private final List<Boolean> onlyKept = new CopyOnWriteArrayList<>();

    private final Slices slices = new Slices(2, this::letGo);
    private final UnitState lock = lock(7);
    private final UnitState other = lock(8);

    private static UnitState lock(int unit) {
        UnitState state =
                new MovingHome(0, 2).newState(new Initial(unit, 0, false, Content.NONE, Publication.INVALIDATE));
        state.tryHold(Thread.currentThread());
        return state;
    }

    private void letGo(UnitState unit) {
        onlyKept.add(slices.isOnlyKept(unit));
        letGo.add(unit);
    }

    /** Loads classes, so that no test takes so long for that that the guard comes first. */
    @BeforeEach
    void load() {
        assertThat(slices.isKept(WORKER, lock)).isFalse();
        assertThat(letGo).isEmpty();
    }

    @AfterEach
    void close() {
        slices.close();
    }

    /** Locks and unlocks quickly, so that the worker may keep the lock at its next unlock. */
    private void useOften(int worker, UnitState often) {
        for (int i = 0; i < 4; i++) {
            slices.retake(worker, often);
            slices.taken(worker, System.nanoTime());
            slices.unlocked(worker);
        }
        slices.retake(worker, often);
        slices.taken(worker, System.nanoTime());
    }

    /** Repeats what a stopped thread may have made slow, until the worker keeps the lock. */
    private void keep(int worker, UnitState often) {
        do {
            useOften(worker, often);
        } while (!slices.keep(worker, often, System.nanoTime()));
    }

    @Test
    void aWorkerThatLocksOftenKeepsALockForWhichOthersWait() {
        lock.want();
        keep(WORKER, lock);

        assertThat(slices.isKept(WORKER, lock)).isTrue();
        assertThat(slices.isKept(WORKER, other)).isFalse();
        assertThat(slices.isKept(0, lock)).isFalse();
        assertThat(slices.isKept(-1, lock)).isFalse();
        assertThat(slices.retake(WORKER, lock)).isTrue();
        assertThat(slices.isKept(WORKER, lock)).isFalse();
        assertThat(letGo).isEmpty();
    }

    @Test
    void aLockForWhichNobodyWaitsIsNotKept() {
        useOften(WORKER, lock);
        assertThat(slices.keep(WORKER, lock, System.nanoTime())).isFalse();
    }

    @Test
    void aLockThatTheWorkerHoldsStillIsNotKept() {
        lock.want();
        lock.tryHold(Thread.currentThread());
        useOften(WORKER, lock);
        assertThat(slices.keep(WORKER, lock, System.nanoTime())).isFalse();
    }

    @Test
    void aThreadThatIsNoWorkerKeepsNothing() {
        lock.want();
        useOften(-1, lock);
        assertThat(slices.keep(-1, lock, System.nanoTime())).isFalse();
    }

    @Test
    void aWorkerThatSeldomLocksKeepsNothing() {
        lock.want();
        slices.retake(WORKER, lock);
        slices.taken(WORKER, System.nanoTime());
        assertThat(slices.keep(WORKER, lock, System.nanoTime())).isFalse();
    }

    @Test
    void aSliceEnds() {
        lock.want();
        useOften(WORKER, lock);
        assertThat(slices.keep(WORKER, lock, System.nanoTime() + 1_000_000)).isFalse();
    }

    @Test
    void anotherLockEndsTheSlice() {
        lock.want();
        keep(WORKER, lock);

        assertThat(slices.retake(WORKER, other)).isFalse();
        assertThat(letGo).containsExactly(lock);
        assertThat(slices.isKept(WORKER, lock)).isFalse();
    }

    @Test
    void aWorkerGivesUpBeforeItWaits() {
        lock.want();
        keep(WORKER, lock);

        slices.giveUp(0);
        slices.giveUp(-1);
        assertThat(letGo).isEmpty();
        slices.giveUp(WORKER);
        assertThat(letGo).containsExactly(lock);
        slices.giveUp(WORKER);
        assertThat(letGo).hasSize(1);
    }

    /** Also after the guard has slept: the second lock is kept long after the first was given up. */
    @Test
    void theGuardGivesUpForAWorkerThatNeitherLocksNorWaits() {
        for (int times = 1; times <= 2; times++) {
            lock.want();
            keep(WORKER, lock);
            while (letGo.size() < times) {
                Thread.onSpinWait();
            }
            assertThat(slices.isKept(WORKER, lock)).isFalse();
            while (!slices.guardSleeps()) {
                Thread.onSpinWait();
            }
        }
        assertThat(letGo).containsExactly(lock, lock);
    }

    @Test
    void aLockIsOnlyKeptUntilTheGuardHasLetGoOfIt() {
        assertThat(slices.isOnlyKept(lock)).isFalse();
        lock.want();
        keep(WORKER, lock);
        while (letGo.isEmpty()) {
            assertThat(slices.isOnlyKept(other)).isFalse();
            Thread.onSpinWait();
        }
        while (slices.isOnlyKept(lock)) {
            Thread.onSpinWait();
        }

        assertThat(onlyKept).containsExactly(true);
    }
}
