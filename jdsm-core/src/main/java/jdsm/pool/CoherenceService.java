package jdsm.pool;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import jdsm.codec.CodecException;
import jdsm.codec.UnitContent;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.Outbox;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;
import jdsm.comm.Comm;
import jdsm.comm.Frame;
import jdsm.directory.Directory;
import jdsm.message.CoherenceLayout;
import jdsm.observe.Counters;

/**
 * The service loop of a rank: gives a protocol its events, one at a time, on the Comm's delivery thread, and does what it
 * asks for. So other ranks are answered while workers compute, and each unit's state has one writer.
 *
 * @param <S> the protocol's state of a unit
 */
final class CoherenceService<S extends UnitState> implements Outbox {
    private final Comm comm;
    private final CoherenceProtocol<S> protocol;
    private final Directory directory;
    private final Counters counters;
    private final Consumer<Throwable> onFailure;

    private UnitContent[] contents = {};
    private List<S> states = List.of();
    /** The content behind the message that is being handled. */
    private ByteBuffer arrived;

    CoherenceService(
            Comm comm,
            CoherenceProtocol<S> protocol,
            Directory directory,
            Counters counters,
            Consumer<Throwable> onFailure) {
        this.comm = comm;
        this.protocol = protocol;
        this.directory = directory;
        this.counters = counters;
        this.onFailure = onFailure;
        for (CoherenceMessage.Type type : CoherenceMessage.Type.values()) {
            comm.handle(type.kind(), (from, payload) -> onMessage(type, from, payload));
        }
    }

    /** Sets the units, before any peer or worker can speak of one. */
    void open(List<S> unitStates) {
        contents = directory.entries().stream()
                .flatMap(entry -> entry.contents().stream())
                .toArray(UnitContent[]::new);
        states = unitStates;
    }

    /** A worker's wait begins; called by the worker. */
    void submit(PendingAccess access) {
        comm.execute(() -> guard(() -> {
            S state = states.get(access.unit().unit());
            if (access.exclusive()) {
                protocol.onAcquire(state, access, this);
            } else {
                protocol.onFault(state, access, this);
            }
        }));
    }

    /** A worker has let go of a unit for which somebody waits. */
    void released(UnitState unit) {
        comm.execute(() -> guard(() -> protocol.onRelease(states.get(unit.unit()), this)));
    }

    /** In words: the unit, and where it is as far as this rank knows. For stall reports; may be a little out of date. */
    String describe(int unit) {
        return directory.entryOfUnit(unit).label() + ", unit " + unit + ", " + protocol.describe(states.get(unit));
    }

    private void onMessage(CoherenceMessage.Type type, int from, ByteBuffer payload) {
        CoherenceMessage message = CoherenceLayout.decode(type, payload, states.size(), comm.size());
        arrived = payload;
        try {
            protocol.onMessage(states.get(message.unit()), from, message, this);
        } finally {
            arrived = null;
        }
    }

    /** What fails in a task must not be lost with the task. */
    private void guard(Runnable event) {
        try {
            event.run();
        } catch (RuntimeException | Error e) {
            onFailure.accept(e);
        }
    }

    @Override
    public void send(int to, CoherenceMessage message) {
        int head = CoherenceLayout.headBytes(message);
        UnitContent content = message.hasContent() ? contents[message.unit()] : null;
        int body = content == null ? 0 : encodedBytes(message.unit(), content);
        Frame frame = comm.frame(message.type().kind(), head + body);
        CoherenceLayout.encode(message, frame.buffer());
        if (content != null) {
            content.encode(frame.buffer());
        }
        comm.post(to, frame);
    }

    private int encodedBytes(int unit, UnitContent content) {
        try {
            return content.encodedBytes();
        } catch (CodecException e) {
            throw new CodecException(directory.entryOfUnit(unit).label() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void install(int unit) {
        contents[unit].decode(arrived);
    }

    @Override
    public void complete(Waiter waiter) {
        ((PendingAccess) waiter).end(PendingAccess.Outcome.DONE);
    }

    @Override
    public void again(Waiter waiter) {
        ((PendingAccess) waiter).end(PendingAccess.Outcome.AGAIN);
    }

    @Override
    public void count(Event event) {
        counters.add(
                switch (event) {
                    case FETCH -> Counters.Counter.FETCHES;
                    case OWNERSHIP_MOVE -> Counters.Counter.OWNERSHIP_MOVES;
                    case INVALIDATION -> Counters.Counter.INVALIDATIONS;
                    case FORWARD -> Counters.Counter.FORWARDS;
                    case STALE_REPLY -> Counters.Counter.STALE_REPLIES;
                },
                1);
    }
}
