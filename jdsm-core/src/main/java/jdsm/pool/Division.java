package jdsm.pool;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import jdsm.coherence.CoherenceProtocol;
import jdsm.coherence.UnitRanges;
import jdsm.coherence.UnitState;
import jdsm.directory.Directory;
import jdsm.directory.SharedEntry;
import jdsm.lifetime.Steps;
import jdsm.message.DivisionLayout;
import jdsm.observe.Counters;
import jdsm.runtime.Checks;
import jdsm.runtime.Presence;

/*
 * The division runs behind a barrier, while no worker of the job computes, in steps. In each, every rank sends all others
 * a message. In the first, it tells which units of the array it owns, or that it cannot take part. The second tells whether
 * this is still so: what was under way before the first has arrived behind it, and what that has caused. Then each rank gives the
 * array other units, of which the owners have the only copies; where a unit has elements of several owners, one of them
 * gets the others' content in the third step. After the last step, which is empty, all ranks have the new units and their
 * content: before that, a rank that goes on could ask another one for content that has not come there.
 */

/** One rank's part in giving an initial array other units, as a reducer. Service loop only. */
final class Division {
    private static final UnitRanges NO_UNITS = new UnitRanges();
    /** The most bytes of content that a rank sends to others. */
    private static final long MOST_BYTES = 256L << 20;

    private final int me;
    private final int ranks;
    private final Parts parts;
    private final BiConsumer<Integer, DivisionLayout> sender;
    private final Steps<DivisionLayout> steps;

    private BlockWish wish;
    private SharedEntry entry;
    /** Whether no thread of the program may enter. */
    private boolean closed;

    private boolean isDivided;
    /** The owner of each unit until now. */
    private int[] owners;
    /** The owner of each unit from now on. */
    private int[] newOwners;

    private int oldLength;
    private Runnable then;

    /**
     * The parts of the rank that a division changes.
     *
     * @param asksNothing tells whether no request ahead of need is under way or held back
     */
    record Parts(
            Directory directory,
            UnitTable units,
            SharedObjects objects,
            InitialStates initial,
            CoherenceProtocol protocol,
            BlockWishes wishes,
            Lifetimes.Loop loop,
            BooleanSupplier asksNothing,
            Counters counters) {}

    /** @param sender sends a step to a rank */
    Division(int me, int ranks, Parts parts, BiConsumer<Integer, DivisionLayout> sender) {
        this.me = me;
        this.ranks = ranks;
        this.parts = parts;
        this.sender = sender;
        this.steps = new Steps<>(me, ranks);
    }

    /**
     * Begins a division, which must not be under way.
     *
     * @param goOn runs when it has ended on this rank
     */
    void begin(BlockWish what, Runnable goOn) {
        wish = what;
        then = goOn;
        parts.loop().settle(this::begin);
    }

    private void begin() {
        entry = parts.directory().entries().get(wish.key());
        isDivided = false;
        closed = parts.wishes().isPossible(entry, wish.blockLength())
                && !ProgramThreads.exist()
                && isQuiet()
                && Presence.close();
        toAll(new DivisionLayout(0, !closed, 0, closed ? owned() : NO_UNITS, List.of()));
        advance();
    }

    private int newUnits() {
        return (entry.length() - 1) / wish.blockLength() + 1;
    }

    /** Whether nothing is under way that concerns the array, and this rank waits for no copy of anything. */
    private boolean isQuiet() {
        boolean[] quiet = {parts.asksNothing().getAsBoolean()};
        parts.units().forEach(state -> quiet[0] &= !parts.protocol().isAsking(state));
        for (int unit = 0; unit < entry.units(); unit++) {
            quiet[0] &= entry.twin(unit) == null && parts.protocol().isQuiet(entry.state(unit));
        }
        return quiet[0];
    }

    private UnitRanges owned() {
        UnitRanges owned = new UnitRanges();
        for (UnitState state : entry.states()) {
            if (parts.protocol().isOwner(state)) {
                owned.add(state.unit(), 0);
            }
        }
        return owned;
    }

    private void toAll(DivisionLayout message) {
        steps.begin(message.step(), message);
        for (int rank = 0; rank < ranks; rank++) {
            if (rank != me) {
                sender.accept(rank, message);
            }
        }
    }

    /**
     * Takes another rank's step.
     *
     * @throws IllegalArgumentException if no rank can have sent it now
     */
    void onStep(int from, DivisionLayout message) {
        steps.hear(from, message.step(), message);
        advance();
    }

    private void advance() {
        for (List<DivisionLayout> all = steps.take(); all != null; all = steps.take()) {
            end(all);
        }
    }

    /** Ends a step of which all ranks have told their part. */
    private void end(List<DivisionLayout> all) {
        switch (steps.now()) {
            case 0 -> {
                if (all.stream().anyMatch(DivisionLayout::blocked) || !isOwned(all)) {
                    finish();
                    return;
                }
                newOwners = new int[newUnits()];
                oldLength = entry.blockLength();
                Arrays.setAll(newOwners, this::ownerOfMost);
                // Another rank may have come to a unit since this rank's first step.
                boolean can = isQuiet() && bytesToSend() <= MOST_BYTES;
                int first = can && me == 0 ? parts.directory().reserve(newUnits()) : 0;
                toAll(new DivisionLayout(1, !can || first < 0, Math.max(first, 0), NO_UNITS, List.of()));
            }
            case 1 -> {
                if (all.stream().anyMatch(DivisionLayout::blocked)) {
                    finish();
                    return;
                }
                List<List<DivisionLayout.Part>> contents = divide(all.get(0).firstUnit());
                isDivided = true;
                steps.begin(2, new DivisionLayout(2, false, 0, NO_UNITS, List.of()));
                for (int rank = 0; rank < ranks; rank++) {
                    if (rank != me) {
                        sender.accept(rank, new DivisionLayout(2, false, 0, NO_UNITS, contents.get(rank)));
                    }
                }
            }
            case 2 -> {
                for (int rank = 0; rank < ranks; rank++) {
                    for (DivisionLayout.Part part : all.get(rank).parts()) {
                        store(rank, part);
                    }
                }
                toAll(new DivisionLayout(3, false, 0, NO_UNITS, List.of()));
            }
            default -> finish();
        }
    }

    private void finish() {
        parts.wishes().tried(entry, isDivided);
        if (closed) {
            Presence.open();
        }
        steps.end();
        Runnable next = then;
        then = null;
        next.run();
    }

    /** Notes the owners, and returns whether each unit has one. */
    private boolean isOwned(List<DivisionLayout> all) {
        owners = new int[entry.units()];
        Arrays.fill(owners, -1);
        for (int rank = 0; rank < ranks; rank++) {
            int owner = rank;
            all.get(rank).owned().forEach((unit, version) -> {
                int place = unit - entry.firstUnit();
                if (place < 0 || place >= owners.length || owners[place] >= 0) {
                    throw new IllegalArgumentException("rank " + owner + " owns unit " + unit + " of " + entry.label());
                }
                owners[place] = owner;
            });
        }
        return Arrays.stream(owners).allMatch(owner -> owner >= 0);
    }

    // The division itself.

    /** Divides the array on this rank, and returns the contents that each other rank needs. */
    private List<List<DivisionLayout.Part>> divide(int firstUnit) {
        List<List<DivisionLayout.Part>> contents = contents();
        Set<UnitState> gone = Collections.newSetFromMap(new IdentityHashMap<>());
        UnitState[] before = entry.states();
        for (UnitState state : before) {
            parts.loop().unit(state.unit());
            gone.add(state);
        }
        parts.loop().states(gone);
        parts.directory().replacement().divide(entry, wish.blockLength(), firstUnit, parts.objects());
        parts.initial().add(entry, unit -> newOwners[unit]);
        ((Handle) Checks.ofAny(entry.object())).divided();
        parts.units().divided(entry, before);
        parts.counters().add(Counters.Counter.DIVISIONS, 1);
        return contents;
    }

    /** The first element behind a block of a length. */
    private int end(int block, int length) {
        return (int) Math.min((long) (block + 1) * length, entry.length());
    }

    /** The rank that owns the most elements of a new unit. */
    private int ownerOfMost(int unit) {
        int[] elements = new int[ranks];
        int most = -1;
        int end = end(unit, wish.blockLength());
        for (int from = unit * wish.blockLength(); from < end; from = end(from / oldLength, oldLength)) {
            int owner = owners[from / oldLength];
            elements[owner] += Math.min(end(from / oldLength, oldLength), end) - from;
            most = most < 0 || elements[owner] > elements[most] ? owner : most;
        }
        return most;
    }

    /** Receives elements of an old unit of this rank that lie in a new unit of another one. */
    private interface Moves {
        void move(int old, int from, int to, int newOwner);
    }

    private void forEachMove(Moves receiver) {
        for (int old = 0; old < owners.length; old++) {
            int end = end(old, oldLength);
            for (int from = old * oldLength; owners[old] == me && from < end; ) {
                int unit = from / wish.blockLength();
                int to = Math.min(end, end(unit, wish.blockLength()));
                if (newOwners[unit] != me) {
                    receiver.move(old, from, to, newOwners[unit]);
                }
                from = to;
            }
        }
    }

    private long bytesToSend() {
        long[] elements = {0};
        forEachMove((old, from, to, newOwner) -> elements[0] += to - from);
        return elements[0] * entry.unitContent(0).elementBytes();
    }

    /** This rank's content of units that other ranks will own, for each rank. */
    private List<List<DivisionLayout.Part>> contents() {
        List<List<DivisionLayout.Part>> contents = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            contents.add(new ArrayList<>());
        }
        forEachMove((old, from, to, newOwner) -> contents.get(newOwner).add(part(old, from, to)));
        return contents;
    }

    private DivisionLayout.Part part(int old, int from, int to) {
        int width = entry.unitContent(old).elementBytes();
        ByteBuffer all =
                ByteBuffer.allocate(entry.unitContent(old).encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        entry.unitContent(old).encode(all);
        int begin = (from - old * oldLength) * width;
        return new DivisionLayout.Part(from, Arrays.copyOfRange(all.array(), begin, begin + (to - from) * width));
    }

    /** Stores another owner's part of a unit that this rank owns. */
    private void store(int rank, DivisionLayout.Part part) {
        int width = entry.unitContent(0).elementBytes();
        long end = (long) part.from() + part.content().length / width;
        int unit = part.from() / wish.blockLength();
        boolean right = part.content().length % width == 0
                && end <= entry.length()
                && newOwners[unit] == me
                && end <= end(unit, wish.blockLength())
                && owners[part.from() / oldLength] == rank
                && end <= end(part.from() / oldLength, oldLength);
        if (!right) {
            throw new IllegalArgumentException("rank " + rank + " sent " + part.content().length
                    + " bytes of the elements from " + part.from() + " on of " + entry.label());
        }
        entry.unitContent(unit)
                .decode(
                        (part.from() - unit * wish.blockLength()) * width,
                        ByteBuffer.wrap(part.content()).order(ByteOrder.LITTLE_ENDIAN));
    }
}
