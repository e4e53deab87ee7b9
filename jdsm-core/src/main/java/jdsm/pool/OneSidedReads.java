package jdsm.pool;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import jdsm.codec.CodecException;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.driver.CoherenceDriver;
import jdsm.coherence.driver.Port;
import jdsm.comm.CommException;
import jdsm.memory.SegmentLocation;
import jdsm.memory.SegmentRead;
import jdsm.message.CoherenceLayout;
import jdsm.observe.Counters;
import jdsm.sync.MalformedMessage;

/** The reads of units from other ranks' memory, whose results the driver gets as messages. Service loop only. */
final class OneSidedReads {
    private final Segments segments;
    private final Copies copies;
    private final UnitTable states;
    private final Counters counters;
    private final Consumer<Runnable> execute;

    private CoherenceDriver driver;

    /** @param execute runs an event on the service loop, after the events that are due */
    OneSidedReads(Segments segments, Copies copies, UnitTable states, Counters counters, Consumer<Runnable> execute) {
        this.segments = segments;
        this.copies = copies;
        this.states = states;
        this.counters = counters;
        this.execute = execute;
    }

    /** Sets the driver that receives the results. To be called before the first read. */
    void open(CoherenceDriver itsDriver) {
        driver = itsDriver;
    }

    /** Begins a read; see {@link Port#fetch}. */
    boolean begin(int unit, int request) {
        SegmentLocation location = segments.find(unit);
        if (location == null) {
            return false;
        }
        ByteBuffer buffer = segments.bufferFor(location);
        CompletableFuture<SegmentRead> reading = segments.read(location, buffer);
        Runnable behind = () -> {
            onRead(unit, request, location, reading);
            segments.recycle(buffer);
        };
        if (!reading.isDone() || !driver.follow(behind)) {
            reading.whenComplete((read, failure) -> execute.accept(behind));
        }
        return true;
    }

    private void onRead(int unit, int request, SegmentLocation location, CompletableFuture<SegmentRead> reading) {
        try {
            onRead(unit, request, location, reading.join());
        } catch (CompletionException e) {
            if (!(e.getCause() instanceof CommException)) {
                throw e;
            } // else the Comm reports its failure itself
        }
    }

    private void onRead(int unit, int request, SegmentLocation location, SegmentRead read) {
        if (states.isEnded(unit)) {
            return; // the read was given up before the unit's array was divided
        }
        if (read.outcome() == SegmentRead.Outcome.CONTENT) {
            counters.add(Counters.Counter.ONE_SIDED_FETCHES, 1);
            counters.add(Counters.Counter.ONE_SIDED_BYTES, read.content().remaining());
            driver.onMessage(received(unit, request, location.rank(), read));
            return;
        }
        if (read.outcome() == SegmentRead.Outcome.GONE && location.equals(segments.find(unit))) {
            segments.forget(unit);
        }
        driver.onMissed(states.get(unit), request);
    }

    /**
     * Turns a segment into the owner's answer. The bytes after the content describe the objects to which the content
     * refers.
     */
    private Received received(int unit, int request, int owner, SegmentRead read) {
        CoherenceMessage reply = CoherenceMessage.readReply(unit, request, read.version(), CoherenceMessage.CONTENT);
        ByteBuffer content = read.content();
        CoherenceLayout.Extras extras = CoherenceLayout.Extras.NONE;
        if (copies.hasReferences(unit)) {
            int bytes = copies.fixedBytes(unit);
            int behind = content.remaining() - bytes;
            if (behind < 0) {
                throw MalformedMessage.of(
                        owner,
                        "content",
                        new CodecException(
                                content.remaining() + " bytes of content, where unit " + unit + " takes " + bytes));
            }
            byte[] descriptions = new byte[behind];
            content.get(content.position() + bytes, descriptions);
            content.limit(content.position() + bytes);
            extras = new CoherenceLayout.Extras(List.of(), List.of(), null, descriptions);
        }
        return new Received(owner, reply, extras, List.of(), Bundle.NO_NEXT, content, null);
    }
}
