package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import jdsm.runtime.Checks;
import jdsm.runtime.Shared;
import jdsm.runtime.UnitAccess;
import jdsm.runtime.Volatiles;
import jdsm.runtime.Woven;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What woven code does by the state of an object's one unit: it goes on, or calls the rank. */
class HandleTest {
    private static final int READS_A_LOOK = 64;

    /** An object of a woven class. */
    private static final class Plain implements Woven {
        private Shared handle;

        @Override
        public Shared $jdsm() {
            return handle;
        }

        @Override
        public void $jdsm(Shared shared) {
            handle = shared;
        }
    }

    /** A handle that notes what it is called for. */
    private static final class Handle extends Shared {
        private final List<String> calls = new ArrayList<>();

        private Handle(UnitAccess unit) {
            super(new UnitAccess[] {unit}, 1);
        }

        @Override
        protected int hash() {
            return 0;
        }

        @Override
        protected void bringReadable(int from, int to) {
            calls.add("bring readable");
        }

        @Override
        protected void bringWritable(int from, int to) {
            calls.add("bring writable");
        }

        @Override
        protected void enterVolatile(int index) {
            calls.add("enter");
        }

        @Override
        protected void exitVolatile(int index) {
            calls.add("exit");
        }

        @Override
        protected void lock() {}

        @Override
        protected void unlock() {}

        @Override
        protected boolean isLocked() {
            return false;
        }

        @Override
        protected void await(long nanos) {}

        @Override
        protected void signal(boolean all) {}
    }

    @ParameterizedTest
    @CsvSource({
        // state, whether any worker may read, and write
        "UNSEEN, false, false",
        "INVALID, false, false",
        "READ, true, false",
        "OWNED, true, false",
        "WRITE, true, true",
        "HELD, false, false",
        "HELD_WANTED, false, false"
    })
    void aCheckCallsTheRankWhereTheRightIsMissing(String state, boolean readable, boolean writable)
            throws ReflectiveOperationException {
        Handle handle =
                new Handle(new PlainUnit(3, UnitState.class.getField(state).getInt(null)));

        Checks.read(handle);
        Checks.write(handle);

        List<String> expected = new ArrayList<>();
        if (!readable) {
            expected.add("bring readable");
        }
        if (!writable) {
            expected.add("bring writable");
        }
        assertThat(handle.calls).isEqualTo(expected);
    }

    /** A worker that spins on a volatile field makes progress for the rank now and then. */
    @Test
    void aVolatileReadOfAnAcquiredCopyCallsTheRankOnceInAWhile() {
        PlainUnit unit = new PlainUnit(3, UnitState.READ);
        unit.acquired(true);
        Plain object = new Plain();
        Handle handle = new Handle(unit);
        object.$jdsm(handle);

        for (int read = 1; read <= 3 * READS_A_LOOK; read++) {
            Volatiles.beginRead(object);
            int looks = read / READS_A_LOOK;
            assertThat(handle.calls).as("after %d reads", read).hasSize(2 * looks);
        }
        assertThat(handle.calls.subList(0, 2)).containsExactly("enter", "exit");
    }

    @Test
    void aVolatileReadOfAnotherCopyCallsTheRankEachTime() {
        Plain object = new Plain();
        Handle handle = new Handle(new PlainUnit(3, UnitState.READ));
        object.$jdsm(handle);

        Volatiles.beginRead(object);
        Volatiles.beginRead(object);

        assertThat(handle.calls).containsExactly("enter", "exit", "enter", "exit");
    }
}
