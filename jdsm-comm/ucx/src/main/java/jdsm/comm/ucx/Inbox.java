package jdsm.comm.ucx;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.TransportKinds;

/** The whole messages that UCX has brought, until they are delivered. Any thread adds some; one at a time delivers them. */
final class Inbox {
    private final ConcurrentLinkedQueue<Incoming.Arrived> arrived = new ConcurrentLinkedQueue<>();
    private final Arrivals arrivals;
    private final Consumer<Incoming.Arrived> delivered;
    /** Whether messages may be delivered: all peers are connected. */
    private volatile boolean open;

    /** @param delivered is told of each message after its delivery */
    Inbox(Arrivals arrivals, Consumer<Incoming.Arrived> delivered) {
        this.arrivals = arrivals;
        this.delivered = delivered;
    }

    void offer(Incoming.Arrived message) {
        arrived.offer(message);
    }

    void open() {
        open = true;
    }

    boolean isPending() {
        return open && !arrived.isEmpty();
    }

    /** Delivers all messages. On the delivery thread. Returns whether there were any. */
    boolean deliver() {
        boolean any = false;
        Incoming.Arrived message = open ? arrived.poll() : null;
        while (message != null) {
            any = true;
            if (message.kind() == TransportKinds.PROGRAM) {
                arrivals.programMessage(message.room().message(message.from()));
            } else {
                arrivals.message(message.from(), message.kind(), message.room().bytes());
                message.room().free();
            }
            delivered.accept(message);
            message = arrived.poll();
        }
        return any;
    }
}
