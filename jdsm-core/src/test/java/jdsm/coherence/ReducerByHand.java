package jdsm.coherence;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import jdsm.coherence.CoherenceMessage.Type;
import jdsm.coherence.CoherenceProtocol.Initial;
import jdsm.coherence.home.HomeState;
import jdsm.coherence.home.MovingHome;

/**
 * One rank's reducer and one unit, driven by hand: what it asks for is kept, in order, and done to nothing. There is a twin
 * from {@code takeTwin} to {@code dropTwin}, and each comparison with it finds something.
 */
final class ReducerByHand {
    static final int UNIT = 0;

    /** A call of the outbox. */
    record Call(String name, List<Object> arguments, int accessThen) {}

    /** A diff that says nothing. */
    record SomeDiff(int number, boolean isOfMost) implements Diff {
        SomeDiff(int number) {
            this(number, false);
        }
    }

    /** What several diffs change. */
    record AllOf(List<?> diffs) implements Diff {
        AllOf {
            diffs = List.copyOf(diffs);
        }
    }

    /** A worker's wait. */
    record Wait(Thread worker) implements Waiter {}

    final MovingHome protocol;
    final HomeState unit;
    final List<Call> calls = new ArrayList<>();
    private final Set<Object> twins = new HashSet<>();
    private final Outbox out;
    private boolean reached;
    private boolean full;
    private boolean fetched;
    private boolean published;
    private boolean writesMost;
    private boolean unchanged;
    private boolean travels = true;
    private boolean goesAlong = true;
    private boolean located;
    private boolean isShort;
    private boolean hasRoomAlong;
    private boolean threads;
    private int mostChanges;
    private CoherenceMessage.Room room = CoherenceMessage.Room.NONE;
    private int barriersPassed;
    private int lastAsked;
    private int lastNumber;
    private int lastDiff;

    /** Of rank {@code me} of {@code ranks}; rank 0 owns the unit at first, and all have a copy. */
    ReducerByHand(int me, int ranks, Publication publication) {
        this(me, ranks, publication, Content.ELEMENTS);
    }

    /** As that, of other content. */
    ReducerByHand(int me, int ranks, Publication publication, Content content) {
        this(me, ranks, new Initial(UNIT, 0, true, content, publication));
    }

    private ReducerByHand(int me, int ranks, Initial initial) {
        protocol = new MovingHome(me, ranks);
        unit = protocol.newState(initial);
        out = (Outbox) Proxy.newProxyInstance(
                Outbox.class.getClassLoader(),
                new Class<?>[] {Outbox.class},
                (proxy, method, arguments) ->
                        answer(method, arguments == null ? List.of() : new ArrayList<>(Arrays.asList(arguments))));
    }

    /** The owner, rank 0 of four. */
    static ReducerByHand owner(Publication publication) {
        return new ReducerByHand(0, 4, publication);
    }

    /** Rank 1 of four, which does not own the unit. */
    static ReducerByHand rank(Publication publication) {
        return new ReducerByHand(1, 4, publication);
    }

    /** Rank 0 of four, which owns a unit that no other rank has had. */
    static ReducerByHand firstOwner(Publication publication) {
        return new ReducerByHand(0, 4, new Initial(UNIT, 0, false, Content.ELEMENTS, publication));
    }

    private Object answer(Method method, List<Object> arguments) {
        calls.add(new Call(method.getName(), arguments, unit.access()));
        return switch (method.getName()) {
            case "hasTwin" -> twins.contains(arguments.get(0));
            case "takeTwin" -> {
                twins.add(arguments.get(0));
                yield null;
            }
            case "dropTwin" -> {
                twins.remove(arguments.get(0));
                yield null;
            }
            case "diff" -> unchanged ? null : new SomeDiff(++lastDiff, writesMost);
            case "canExport" -> reached;
            case "export" -> !full;
            case "barriersPassed", "barriersEntered", "barriersPublished" -> barriersPassed;
            case "wasFetched" -> fetched;
            case "begin" -> ++lastNumber;
            case "published" -> published;
            case "time" -> new int[0];
            case "canTravel" -> travels;
            case "mayTravelAlong" -> goesAlong;
            case "mostChanges" -> mostChanges;
            case "changes" -> new AllOf((List<?>) arguments.get(1));
            case "room", "roomWithHold" -> room;
            case "isShort" -> isShort;
            case "hasRoomAlong" -> hasRoomAlong;
            case "fetch" -> located;
            case "threadsMayStore" -> threads;
            default -> nothing(method.getReturnType());
        };
    }

    /** Other ranks reach this one's memory. */
    ReducerByHand reached() {
        reached = true;
        return this;
    }

    /** Whatever this rank wrote is published by the time that it is asked for. */
    ReducerByHand publishesAtOnce() {
        published = true;
        return this;
    }

    /** Whether threads that the program has started may be storing. */
    void threadsMayStore(boolean may) {
        threads = may;
    }

    /** Nobody writes from here on. */
    ReducerByHand unchanged() {
        unchanged = true;
        return this;
    }

    /** Workers write most of the unit from here on. */
    ReducerByHand writesMost() {
        writesMost = true;
        return this;
    }

    /** Others fetch each version that is exported. */
    ReducerByHand fetchedUnasked() {
        fetched = true;
        return this;
    }

    /** The unit refers from here on to something that cannot be shared. */
    ReducerByHand cannotTravel() {
        travels = false;
        return this;
    }

    /** The content is long, so that changes are worth being sent in its place. */
    ReducerByHand isLong() {
        mostChanges = 100;
        return this;
    }

    /** The content is so short that a diff costs less than a wait for another rank. */
    ReducerByHand isShort() {
        isShort = true;
        return this;
    }

    /** Whoever gets a grant reads most of what comes along. */
    ReducerByHand hasRoomAlong() {
        hasRoomAlong = true;
        return this;
    }

    /** The whole content is too long to travel with a grant. */
    ReducerByHand isTooLongForGrants() {
        goesAlong = false;
        return this;
    }

    /** Another rank asks for a copy, and has a stale one of a version. */
    ReducerByHand fetchedFromStaleBy(int rank, long has) {
        return fetchedFromStaleBy(rank, has, false);
    }

    /** As the other method. @param eager whether it wants all that was released */
    ReducerByHand fetchedFromStaleBy(int rank, long has, boolean eager) {
        return receive(
                rank,
                CoherenceMessage.readRequest(UNIT, rank, ++lastAsked, -1, eager).fromStale(has));
    }

    /** This rank knows the place of the unit in the owner's memory. */
    ReducerByHand located() {
        located = true;
        return this;
    }

    /** This rank would like copies of other units with each reply. */
    ReducerByHand wantsMore(CoherenceMessage.Room wanted) {
        room = wanted;
        return this;
    }

    /** There is no room from here on for what others reach. */
    ReducerByHand full() {
        full = true;
        return this;
    }

    private static Object nothing(Class<?> type) {
        return type == boolean.class ? (Object) false : type == int.class ? (Object) 0 : null;
    }

    /** This rank hears of a version, fetches it to write, and has written; it is not the owner. */
    ReducerByHand hasWritten(Wait writer) {
        receive(0, CoherenceMessage.invalidate(UNIT, 1, 1));
        writes(writer);
        receive(0, CoherenceMessage.readReply(UNIT, sent(Type.READ_REQUEST).request(), 1, CoherenceMessage.CONTENT));
        return this;
    }

    ReducerByHand receive(int from, CoherenceMessage message) {
        protocol.onMessage(unit, from, message, out);
        return this;
    }

    /** Another rank asks for a copy. */
    ReducerByHand fetchedBy(int rank, long has, boolean eager) {
        return receive(rank, CoherenceMessage.readRequest(UNIT, rank, ++lastAsked, has, eager));
    }

    /** Another rank has written a copy of that version. */
    ReducerByHand writtenBy(int rank, long base) {
        return receive(rank, CoherenceMessage.diff(UNIT, rank, ++lastAsked, base, 0, new SomeDiff(lastAsked)));
    }

    /** Another rank asks for ownership, to hold the unit. */
    ReducerByHand wantedBy(int rank) {
        return receive(rank, CoherenceMessage.acquireRequest(UNIT, rank, -1, false, new int[0]));
    }

    /** Another rank asks for ownership, to write in place. */
    ReducerByHand homeWantedBy(int rank) {
        return receive(rank, CoherenceMessage.acquireRequest(UNIT, rank, -1, true, new int[0]));
    }

    /** Another rank answers the last message of a type. */
    ReducerByHand confirmedBy(int rank, Type told) {
        return receive(rank, CoherenceMessage.confirmed(UNIT, sent(told).request()));
    }

    /** Ownership comes from rank 0, with ranks that have a copy. */
    ReducerByHand granted(long version, int flags, int... sharers) {
        RankSet set = new RankSet();
        for (int sharer : sharers) {
            set.add(sharer);
        }
        return receive(0, CoherenceMessage.grant(UNIT, version, set, set.copy(), CoherenceMessage.CONTENT | flags));
    }

    /** The answer to the last request for a copy. */
    ReducerByHand replied(long version, int flags) {
        return receive(
                0,
                CoherenceMessage.readReply(
                        UNIT, sent(Type.READ_REQUEST).request(), version, CoherenceMessage.CONTENT | flags));
    }

    /** The answer to the last diff. */
    ReducerByHand applied(long version, int flags) {
        return receive(0, CoherenceMessage.diffApplied(UNIT, sent(Type.DIFF).request(), version, flags));
    }

    /** A holder lets go, and the protocol hears of it. */
    ReducerByHand lets() {
        unit.release();
        return hearsOfRelease();
    }

    ReducerByHand reads(Wait reader) {
        protocol.onFault(unit, reader, out);
        return this;
    }

    /** A worker wants all that was released anywhere, though it has not acquired it. */
    ReducerByHand readsUpToDate(Wait reader) {
        protocol.onUpdate(unit, reader, out);
        return this;
    }

    /** A worker reads a volatile field. */
    ReducerByHand readsVolatile(Wait reader) {
        unit.acquiredBy(reader.worker());
        protocol.onVolatileRead(unit, reader, out);
        return this;
    }

    /** Another rank asks for a copy, for a worker that reads a volatile field. */
    ReducerByHand readAsVolatileBy(int rank, int... time) {
        return receive(rank, CoherenceMessage.acquiringReadRequest(UNIT, rank, ++lastAsked, -1, time));
    }

    /** What was to be fetched from another rank's memory is not there. */
    ReducerByHand misses(int request) {
        protocol.onMissed(unit, request, out);
        return this;
    }

    /** All that this rank wrote before it may grant the unit is published. */
    ReducerByHand hasPublished() {
        protocol.onPublished(unit, out);
        return this;
    }

    ReducerByHand writes(Wait writer) {
        protocol.onWriteFault(unit, writer, out);
        return this;
    }

    ReducerByHand acquires(Wait holder) {
        protocol.onAcquire(unit, holder, out);
        return this;
    }

    /** A worker waits, and finds that it holds the unit. */
    ReducerByHand findsItHolds(Wait holder) {
        protocol.onHeldMeanwhile(unit, holder, out);
        return this;
    }

    ReducerByHand hearsOfRelease() {
        protocol.onRelease(unit, out);
        return this;
    }

    /** This rank grants a lock to another, which will hear of the unit. */
    ReducerByHand grantsTo(int rank) {
        protocol.onGranting(unit, rank, out);
        return this;
    }

    /** This rank answers another one's request for another unit, behind which that rank may read this one. */
    ReducerByHand repliesTo(int rank) {
        protocol.onReplying(unit, rank, out);
        return this;
    }

    ReducerByHand hearsOf(long version) {
        protocol.onNotice(unit, version, out);
        return this;
    }

    ReducerByHand publishes() {
        protocol.onPublish(unit, out);
        return this;
    }

    ReducerByHand lowers() {
        protocol.onLower(unit, out);
        return this;
    }

    ReducerByHand retires() {
        protocol.onRetire(unit, out);
        return this;
    }

    ReducerByHand passesBarrier() {
        barriersPassed++;
        protocol.onBarrier(unit, out);
        return this;
    }

    /** All workers are at a barrier behind which somebody is expected to fetch the unit. */
    ReducerByHand isExpected() {
        protocol.onExpected(unit, out);
        return this;
    }

    /** So many barriers are passed. */
    ReducerByHand behind(int barrier) {
        barriersPassed = barrier;
        return this;
    }

    /** Workers here will read the unit, it seems. */
    ReducerByHand isForeseen() {
        protocol.onForeseen(unit, out);
        return this;
    }

    /** Workers here are likely to read the unit soon. */
    ReducerByHand isLikelyToBeRead() {
        protocol.onPrefetch(unit, out);
        return this;
    }

    boolean hasTwin() {
        return twins.contains(UNIT);
    }

    boolean has(String call) {
        return calls.stream().anyMatch(one -> one.name().equals(call));
    }

    /** The calls of that name. */
    List<Call> all(String name) {
        return calls.stream().filter(one -> one.name().equals(name)).toList();
    }

    /** Where the first call of that name is. */
    Call first(String name) {
        return all(name).stream().findFirst().orElseThrow(() -> new AssertionError("no " + name + " in " + calls));
    }

    /** How often something was counted. */
    long counts(Outbox.Event event) {
        return all("count").stream()
                .filter(one -> one.arguments().contains(event))
                .count();
    }

    /** Whose waits have ended, in order. */
    List<Object> completed() {
        return all("complete").stream().map(one -> one.arguments().get(0)).toList();
    }

    /** To whom messages of a type were sent, in order. */
    List<Integer> sentTo(Type type) {
        return sendings(type).map(one -> (Integer) one.arguments().get(0)).toList();
    }

    /** How many messages of a type were sent. */
    long sends(Type type) {
        return messages(type).size();
    }

    /** The last message of a type. */
    CoherenceMessage sent(Type type) {
        List<CoherenceMessage> all = messages(type);
        if (all.isEmpty()) {
            throw new AssertionError("no " + type + " in " + calls);
        }
        return all.get(all.size() - 1);
    }

    private List<CoherenceMessage> messages(Type type) {
        return sendings(type).map(ReducerByHand::message).toList();
    }

    private Stream<Call> sendings(Type type) {
        return calls.stream()
                .filter(one -> Set.of("send", "reply", "grant").contains(one.name()))
                .filter(one -> message(one).type() == type);
    }

    private static CoherenceMessage message(Call sending) {
        return (CoherenceMessage) sending.arguments().get(1);
    }
}
