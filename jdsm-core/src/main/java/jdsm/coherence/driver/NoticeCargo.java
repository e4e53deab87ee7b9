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
 * The write notices that travel with a barrier: each rank tells what it has heard of since the last one, and with which of
 * its own intervals it has entered. So when the barrier is passed all ranks know the same intervals to be known to all, and
 * forget them.
 *
 * <pre>
 *  +---------------------------------------------------------------+
 *  |  the interval with which each rank entered: ranks x 32 bits   |  0: not heard of that rank
 *  +---------------------------------------------------------------+
 *  |  notices, as {@link NoticesLayout} says ...                   |
 *  +---------------------------------------------------------------+
 * </pre>
 */
final class NoticeCargo {
    private final int me;
    private final int units;
    private final Notices notices;
    /** What all ranks had heard of at the last barrier. */
    private int[] last;

    private int[] entered;

    NoticeCargo(int me, int ranks, int units, Notices notices) {
        this.me = me;
        this.units = units;
        this.notices = notices;
        this.last = new int[ranks];
        this.entered = new int[ranks];
    }

    /** This rank enters with all that it has published. */
    void enter() {
        entered[me] = notices.time()[me];
    }

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

    /** @param receiver is given what is news */
    void unload(byte[] loaded, Consumer<List<Interval>> receiver) {
        ByteBuffer cargo = ByteBuffer.wrap(loaded).order(ByteOrder.LITTLE_ENDIAN);
        if (loaded.length < Integer.BYTES * entered.length) {
            throw new IllegalArgumentException("a malformed barrier message: " + loaded.length + " bytes of cargo");
        }
        for (int rank = 0; rank < entered.length; rank++) {
            entered[rank] = Math.max(entered[rank], cargo.getInt());
        }
        receiver.accept(NoticesLayout.decode(cargo, cargo.remaining(), units, entered.length));
    }

    void passed() {
        notices.drop(entered);
        last = entered;
        entered = Arrays.copyOf(last, last.length);
    }
}
