package jdsm.pool;

import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import jdsm.codec.ReferenceReceiver;
import jdsm.codec.UnitContent;
import jdsm.coherence.CoherenceMessage;
import jdsm.coherence.CoherenceMessage.Room;
import jdsm.config.FetchOrder;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.runtime.HeavyPart;

/**
 * Chooses the units whose copies travel with a reply: first those that followed the requested one when the same rank was
 * sent them before, then those to which the units in the reply refer, but for heavy parts, and then those that were made next. References
 * that have no room wait for the next request, if that is for one of them. Service loop only.
 */
final class Companions {
    private static final byte[] NONE = {};
    /** The longest content that travels unasked. */
    private static final int MOST_UNIT_BYTES = 16 << 10;
    /** The room in bytes with which a reply counts as full. */
    private static final int LEAST_ROOM = 64;
    /** The most units that are offered in vain in a row: that takes about as long as another request. */
    private static final int MOST_REFUSED = 64;
    /** The most units that were made next, and are offered in vain in a row. */
    private static final int MOST_IN_VAIN = 16;
    /** The most units of a trail in a row that rest: passing them takes about as long as another request. */
    private static final int MOST_RESTING = 4096;

    private final Directory directory;
    private final SharedObjects objects;
    private final Copies copies;
    private final FetchOrder order;
    /** For each rank, the units that it was sent; null before the first. */
    private final Trail[] trails;
    /** For each rank, the references that wait to be followed. */
    private final Frontier[] open;

    /** The reply that is being made. */
    private Bundle bundle;

    private int to;
    private Room room;
    private IntConsumer offer;
    /** The number of units that were offered in vain since the last that was taken. */
    private int refused;
    /** The first unit that has found no room; -1 if there is none. */
    private int withoutRoom;
    /** The references of the unit that was added last, in their order. */
    private int[] found = new int[16];

    private int founds;
    /** The number of units of the trail in a row that were passed because they rest. */
    private int resting;
    /** The unit whose references these are. */
    private int from;

    /** Whether the rank was sent the unit before, so that it has the objects of the start that it refers to, or asked for them. */
    private boolean again;

    Companions(Directory directory, SharedObjects objects, Copies copies, FetchOrder order, int ranks) {
        this.directory = directory;
        this.objects = objects;
        this.copies = copies;
        this.trails = new Trail[ranks];
        this.order = order;
        this.open = new Frontier[ranks];
    }

    /**
     * Encodes the copies for a reply.
     *
     * @param unit the unit that rank {@code receiver} has requested
     * @param references goes through the references in the reply's content, or in the changes that it brings
     * @param likes the copies that the receiver would like
     * @param offering called with each unit that may go along; a call adds it by {@link #add}, or does not
     */
    byte[] gather(
            int receiver,
            int unit,
            BiConsumer<UnitContent, ReferenceReceiver> references,
            Room likes,
            IntConsumer offering) {
        to = receiver;
        room = likes;
        offer = offering;
        withoutRoom = Bundle.NO_NEXT;
        bundle = new Bundle(copies, new DescriptionWriter(objects, receiver, Appetites.isFed(likes)));
        if (trails[to] == null) {
            trails[to] = new Trail();
            open[to] = new Frontier(order);
        }
        open[to].request(unit, likes.breadthFirst());
        founds = 0;
        from = unit;
        again = trails[to].position(unit) >= 0;
        if (copies.hasReferences(unit)) {
            references.accept(copies.content(unit), (number, declared) -> find(number));
        }
        again = false;
        openFound();
        int next = choose(unit);
        return bundle.number() == 0 ? NONE : bundle.toArray(next);
    }

    /** Chooses what goes along with a unit. @return the unit that would be the next if there were more room; or -1 */
    private int choose(int unit) {
        Trail trail = trails[to];
        int at = trail.position(unit);
        if (at >= 0 && trail.wasSent(at)) {
            trail.nextTurn(); // it has become stale since
        }
        trail.add(unit);
        if (at >= 0) {
            follow(trail, at);
        }
        refused = 0;
        while (goesOn() && !open[to].isEmpty()) {
            int next = open[to].removeFirst();
            if (offer(next) == Answer.TAKEN) {
                trail.add(next);
            }
        }
        refused = 0;
        int next = behind(unit);
        for (; !isFull() && refused < MOST_IN_VAIN && isKnownThere(next); next = behind(next)) {
            if (offer(next) == Answer.TAKEN) {
                trail.add(next);
            }
        }
        if (bundle.bytes() < room.bytes() / 2) {
            return Bundle.NO_NEXT;
        } else if (withoutRoom >= 0) {
            return withoutRoom;
        }
        for (int i = trail.left(); isFull() && at >= 0 && i < trail.size(); i++) {
            if (!trail.mayRest(i) && mayFollow(trail.unit(i))) {
                return trail.unit(i);
            }
        }
        if (isFull() && !open[to].isEmpty()) {
            return open[to].first();
        }
        return isFull() && isKnownThere(next) && mayFollow(next) ? next : Bundle.NO_NEXT;
    }

    /** The first id behind a unit and the numbers of the objects in it. */
    private int behind(int unit) {
        return unit + directory.entryOfUnit(unit).objectsInUnit();
    }

    /**
     * Offers the units behind a place of the trail. At the end of the trail, goes on where the reply before ended, for
     * what lies between there and the requested unit has not been read yet.
     */
    private void follow(Trail trail, int at) {
        refused = 0;
        resting = 0;
        int next = offer(trail, at + 1, trail.size());
        if (next == trail.size()) {
            next = offer(trail, trail.left(), at);
        }
        trail.leave(next);
    }

    /** Offers the units between two places. @return the place before which that has ended */
    private int offer(Trail trail, int from, int to) {
        int next = from;
        for (; next < to && goesOn() && resting < MOST_RESTING; next++) {
            offer(trail, next);
        }
        return next;
    }

    private void offer(Trail trail, int position) {
        if (trail.mayRest(position)) {
            resting++;
            return;
        }
        resting = 0;
        again = true;
        Answer answer = offer(trail.unit(position));
        again = false;
        if (answer == Answer.TAKEN) {
            trail.isSent(position);
        } else if (answer == Answer.NO_USE) {
            trail.inVain(position);
        }
    }

    /** All workers of this rank have entered a barrier. */
    void intervalEnds() {
        for (Trail trail : trails) {
            if (trail != null) {
                trail.nextTurn();
            }
        }
    }

    private boolean goesOn() {
        return !isFull() && refused < MOST_REFUSED;
    }

    private boolean isFull() {
        return room.bytes() - bundle.bytes() < LEAST_ROOM;
    }

    private boolean isKnownThere(int unit) {
        if (unit < 0 || directory.isLock(unit)) {
            return false;
        }
        SharedEntry entry = directory.entryOfUnit(unit);
        return entry != null && (directory.isInitial(unit) || entry.isDescribedTo(to));
    }

    /** What becomes of a unit that is offered for a reply. */
    private enum Answer {
        TAKEN,
        TOO_LONG,
        NO_USE
    }

    private Answer offer(int unit) {
        int before = bundle.number();
        boolean isShort = isShort(unit);
        if (isShort && mayFollow(unit)) {
            founds = 0;
            try {
                offer.accept(unit);
            } finally {
                copies.unprepare();
            }
        }
        if (bundle.number() == before) {
            refused++;
            if (!isShort && withoutRoom < 0 && hasLength(unit, MOST_UNIT_BYTES) && mayFollow(unit)) {
                withoutRoom = unit;
            }
            return isShort ? Answer.NO_USE : Answer.TOO_LONG;
        }
        refused = 0;
        openFound();
        return Answer.TAKEN;
    }

    /** Whether the job's order has a unit come along at all. All objects in a unit are of one class. */
    private boolean mayFollow(int unit) {
        if (order != FetchOrder.FREQREAD) {
            return true;
        }
        SharedEntry entry = directory.entryOfUnit(unit);
        return entry != null && FreqRead.is(entry.type());
    }

    /** Whether a unit is an object's fields, or an array that is one short unit. */
    private boolean isShort(int unit) {
        return hasLength(unit, Math.min(MOST_UNIT_BYTES, room.bytes() - bundle.bytes()));
    }

    private boolean hasLength(int unit, int mostBytes) {
        SharedEntry entry = directory.entryOfUnit(unit);
        return entry != null && unit == entry.firstUnit() && entry.fixedBytes() > 0 && entry.fixedBytes() <= mostBytes;
    }

    /**
     * Whether copies may come along with the reply about a unit: not if it is part of an array of a primitive type,
     * whose units are requested together, or travels as a whole.
     */
    boolean mayCome(int unit) {
        SharedEntry entry = directory.isLock(unit) ? null : directory.entryOfUnit(unit);
        return entry != null
                && copies.content(unit).elementBytes() > 0
                && (!entry.isArray() || copies.hasReferences(unit));
    }

    /** See {@link jdsm.coherence.Outbox#canTravel}. */
    boolean canTravel(int unit) {
        if (copies.hasTwin(unit) || !copies.hasReferences(unit)) {
            return true;
        }
        return copies.prepare(unit);
    }

    /** Adds a copy to the reply that is being made. */
    void add(CoherenceMessage copy) {
        from = copy.unit();
        bundle.add(copy, this::find);
    }

    private void find(int number) {
        if (number > 0 && !(again && directory.isInitial(number - 1))) {
            if (founds == found.length) {
                found = Arrays.copyOf(found, 2 * founds);
            }
            SharedEntry entry = directory.entryOfUnit(number - 1);
            int unit = entry.firstUnit();
            boolean same = unit == from || founds > 0 && found[founds - 1] == unit; // of objects that share a unit
            if (!same && !HeavyPart.class.isAssignableFrom(entry.type()) && mayFollow(unit)) {
                found[founds++] = unit;
            }
        }
    }

    private void openFound() {
        open[to].add(found, founds);
    }
}
