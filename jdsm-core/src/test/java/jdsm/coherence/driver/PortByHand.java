package jdsm.coherence.driver;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.ToIntFunction;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.Diff;
import jdsm.coherence.Interval;
import jdsm.coherence.Outbox;
import jdsm.coherence.PlainUnit;
import jdsm.coherence.UnitState;
import jdsm.coherence.Waiter;

/** A port that writes each effect into a list, in words, and answers as a test has said. */
final class PortByHand implements Port {
    /** A copy that is no more than its name and length. */
    record Packed(int unit, int bytes) implements PackedCopy {}

    /** The units of this rank. */
    final Map<Integer, PlainUnit> units = new HashMap<>();
    /** The units of which a copy is too long to travel with a grant, however much room there is. */
    final Set<Integer> mustNotTravel = new HashSet<>();

    final Set<Integer> arrays = new HashSet<>();
    /** The room for copies that each question about a unit names. */
    final Map<Integer, Integer> roomAsked = new HashMap<>();
    /** The unit that senders of replies would send next, or null. */
    Integer next;
    /** The units that are offered with each reply that has room. */
    List<Integer> offered = List.of();

    ToIntFunction<CoherenceMessage> packedBytes = copy -> 100;
    /** The number of copies along with grants that were samples. */
    int samples;

    CoherenceMessage.Room roomWithHold = CoherenceMessage.Room.NONE;
    ToIntFunction<Integer> contentBytes = unit -> 8;
    /** Whether dirty units are named at a barrier. */
    boolean sharesAhead;
    /** The answer to each question that has yes or no for an answer. */
    boolean yes = true;

    private final List<String> calls;

    PortByHand(List<String> calls) {
        this.calls = calls;
    }

    private static String words(CoherenceMessage message) {
        return message.type().label() + " " + message.unit();
    }

    private boolean ask(String question) {
        calls.add(question);
        return yes;
    }

    @Override
    public UnitState find(int unit) {
        return units.get(unit);
    }

    @Override
    public UnitState present(int unit) {
        return units.get(unit);
    }

    @Override
    public int contentBytes(int unit) {
        return contentBytes.applyAsInt(unit);
    }

    @Override
    public boolean isOfArray(int unit) {
        return arrays.contains(unit);
    }

    @Override
    public boolean mayTravelAlong(int unit, int mostBytes) {
        roomAsked.put(unit, mostBytes);
        return !mustNotTravel.contains(unit);
    }

    @Override
    public void post(int to, CoherenceMessage message, List<Interval> intervals, List<PackedCopy> copies) {
        StringBuilder text = new StringBuilder("post " + words(message) + " to " + to);
        for (Interval interval : intervals) {
            interval.notices()
                    .forEach((unit, version) ->
                            text.append(", notice ").append(unit).append(" v").append(version));
        }
        copies.forEach(copy -> text.append(", copy ").append(((Packed) copy).unit()));
        calls.add(text.toString());
    }

    @Override
    public void post(int to, CoherenceMessage reply, CoherenceMessage.Room room, IntConsumer offer) {
        calls.add("reply " + words(reply) + " to " + to + ", room for " + room.bytes());
        offered.forEach(offer::accept);
    }

    @Override
    public CoherenceMessage.Room roomWithHold(int unit) {
        return roomWithHold;
    }

    @Override
    public void load(CoherenceMessage copy) {
        calls.add("load " + words(copy));
    }

    @Override
    public boolean canTravel(int unit) {
        return ask("canTravel " + unit);
    }

    @Override
    public CoherenceMessage.Room room(int unit) {
        return new CoherenceMessage.Room(1000 + unit, true);
    }

    @Override
    public UnitState next(Arrival reply) {
        return next == null ? null : units.get(next);
    }

    @Override
    public boolean intervalEnds() {
        calls.add("interval ends");
        return sharesAhead;
    }

    @Override
    public void shareAhead(int unit) {
        calls.add("share ahead from " + unit);
    }

    @Override
    public void sharedAhead() {
        calls.add("end of sharing ahead");
    }

    @Override
    public PackedCopy pack(int to, CoherenceMessage copy) {
        calls.add("pack " + words(copy));
        samples += copy.has(CoherenceMessage.SAMPLE) ? 1 : 0;
        return new Packed(copy.unit(), packedBytes.applyAsInt(copy));
    }

    @Override
    public void learn(Arrival arrival) {
        calls.add("learn " + words(arrival.message()));
    }

    @Override
    public void install(Arrival arrival, Diff own) {
        calls.add("install " + words(arrival.message()) + " beside " + own);
    }

    @Override
    public void apply(Arrival arrival, int unit, Diff diff) {
        calls.add("apply " + words(arrival.message()) + " to " + unit + ": " + diff);
    }

    @Override
    public void takeTwin(int unit) {
        calls.add("takeTwin " + unit);
    }

    @Override
    public void dropTwin(int unit) {
        calls.add("dropTwin " + unit);
    }

    @Override
    public boolean hasTwin(int unit) {
        return ask("hasTwin " + unit);
    }

    @Override
    public Diff diff(int unit) {
        calls.add("diff " + unit);
        return new DriverByHand.Written(unit);
    }

    @Override
    public int mostChanges(int unit) {
        calls.add("mostChanges " + unit);
        return 0;
    }

    @Override
    public Diff changes(int unit, List<Diff> diffs) {
        calls.add("changes " + unit + ": " + diffs);
        return diffs.get(0);
    }

    @Override
    public boolean canExport(int to) {
        return ask("canExport to " + to);
    }

    @Override
    public boolean export(int unit, long version) {
        return ask("export " + unit + " v" + version);
    }

    @Override
    public boolean wasFetched(int unit) {
        return ask("wasFetched " + unit);
    }

    @Override
    public void suspend(int unit) {
        calls.add("suspend " + unit);
    }

    @Override
    public void revoke(int unit) {
        calls.add("revoke " + unit);
    }

    @Override
    public boolean fetch(int unit, int request) {
        return ask("fetch " + unit + " by " + request);
    }

    @Override
    public void complete(Waiter waiter) {
        calls.add("complete " + waiter);
    }

    @Override
    public void again(Waiter waiter) {
        calls.add("again " + waiter);
    }

    @Override
    public void count(Outbox.Event event) {
        calls.add("count " + event);
    }
}
