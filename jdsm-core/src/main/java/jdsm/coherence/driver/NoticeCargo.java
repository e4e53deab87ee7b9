package jdsm.coherence.driver;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import jdsm.coherence.Interval;
import jdsm.coherence.Notices;
import jdsm.message.NoticesLayout;

/**
 * The write notices that travel with a barrier. Each rank sends the intervals that it has learned of since the last
 * barrier, and the number of its own last interval before this one. When the barrier is passed, all ranks name the same
 * intervals as known to all. A rank keeps them until the next barrier: another rank may not have passed this one yet,
 * and threads of the program, which do not wait there, may acquire a lock first. When the next barrier is passed, all
 * ranks have entered it, so they have passed this one.
 *
 * <pre>
 *  +---------------------------------------------------------------+
 *  |  last interval of each rank at its entry: ranks x 32 bits     |  0: unknown, or no interval yet
 *  +---------------------------------------------------------------+
 *  |  notices in the format of {@link NoticesLayout} ...           |
 *  +---------------------------------------------------------------+
 * </pre>
 */
final class NoticeCargo {
    private final int me;
    private final int units;
    private final Notices notices;
    /** For each rank, the number of its last interval that all ranks knew at the last barrier. */
    private int[] last;

    private int[] entered;

    NoticeCargo(int me, int ranks, int units, Notices notices) {
        this.me = me;
        this.units = units;
        this.notices = notices;
        this.last = new int[ranks];
        this.entered = new int[ranks];
    }

    /** Records that this rank enters the barrier with all intervals that it has published. */
    void enter() {
        entered[me] = notices.time()[me];
    }

    /** Encodes the cargo of this rank's message. */
    byte[] load() {
        List<Interval> news = notices.since(last);
        ByteBuffer cargo = ByteBuffer.allocate(Integer.BYTES * entered.length + NoticesLayout.bytes(news))
                .order(ByteOrder.LITTLE_ENDIAN);
        for (int number : entered) {
            cargo.putInt(number);
        }
        NoticesLayout.encode(news, cargo);
        return cargo.array();
    }

    /**
     * Reads the cargo of another rank's message.
     *
     * @param receiver gets the intervals in the cargo
     * @throws IllegalArgumentException if the cargo is too short
     */
    void unload(byte[] loaded, Consumer<List<Interval>> receiver) {
        ByteBuffer cargo = ByteBuffer.wrap(loaded).order(ByteOrder.LITTLE_ENDIAN);
        if (loaded.length < Integer.BYTES * entered.length) {
            throw new IllegalArgumentException("a malformed barrier message: " + loaded.length
                    + " bytes of cargo, fewer than the " + Integer.BYTES * entered.length
                    + " bytes of interval numbers");
        }
        for (int rank = 0; rank < entered.length; rank++) {
            entered[rank] = Math.max(entered[rank], cargo.getInt());
        }
        receiver.accept(NoticesLayout.decode(cargo, cargo.remaining(), units, entered.length));
    }

    /** Drops the intervals that all ranks know, after the barrier: those of the barrier before. */
    void passed() {
        notices.drop(last);
        last = entered;
        entered = Arrays.copyOf(last, last.length);
    }
}
