package jdsm.pool;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import jdsm.codec.CannotTravelException;
import jdsm.codec.References;
import jdsm.codec.ThrowableState;
import jdsm.directory.SharedEntry;

/**
 * Encodes the descriptions of numbers that not all ranks have from the beginning, for one message. The layout is that
 * of {@code docs/wire-format.md}. Service loop only.
 */
final class DescriptionWriter {
    /** The receiver of descriptions that any rank may read, at any time. */
    static final int ANYBODY = -1;

    static final int VALUE = 0;
    static final int NEW_CLASS = 1;
    /** Several objects in a unit; the code of their class follows. */
    static final int TOGETHER = 2;

    /** An optional; the number of its content follows. */
    static final int OPTIONAL = 3;

    static final int FIRST_CLASS = 4;

    private final SharedObjects objects;
    private final int to;
    /**
     * The first object of each unit, and the number of each value, that is described to a rank that may not get the
     * message; null where it is certain to.
     */
    private final Set<Object> unsure;
    /** Whether the receiver reads most of what it gets. */
    private final boolean reads;

    private final Map<Class<?>, Integer> classes = new IdentityHashMap<>();
    /** The numbers that are to be described next: what has been described refers to them. */
    private final Deque<Integer> behind = new ArrayDeque<>(2);

    /** The exceptions that this has described: causes may form a ring, and several exceptions may have one cause. */
    private final Set<SharedEntry> exceptions = new HashSet<>(0);

    private int lastNumber;
    private int lastLock;

    /**
     * Makes a writer for one message.
     *
     * @param to the rank that is certain to get the message; an object is described to it once. Or {@link #ANYBODY}
     */
    DescriptionWriter(SharedObjects objects, int to) {
        this(objects, to, false);
    }

    /** Makes a writer for a message to a rank that may not be sent: until {@link #sent} nothing counts as described by it. */
    static DescriptionWriter unsure(SharedObjects objects, int to) {
        return new DescriptionWriter(objects, to, false, new HashSet<>());
    }

    /** @param reads whether the receiver is likely to read the objects */
    DescriptionWriter(SharedObjects objects, int to, boolean reads) {
        this(objects, to, reads, null);
    }

    private DescriptionWriter(SharedObjects objects, int to, boolean reads, Set<Object> unsure) {
        this.objects = objects;
        this.to = to;
        this.unsure = unsure;
        this.reads = reads;
    }

    /** Appends the description of a number, and of what it cannot do without, unless the receiver has it. */
    void add(int number, GrowingBytes out) {
        addAlone(number, out);
        for (Integer next = behind.poll(); next != null; next = behind.poll()) {
            addAlone(next, out);
        }
    }

    private void addAlone(int number, GrowingBytes out) {
        if (objects.isInitial(number)) {
            return;
        }
        if (number < 0) {
            if (!isNewsValue(number)) {
                return;
            }
            begin(number, out);
            Integer content = objects.contentOfOptional(number);
            if (content != null) {
                out.putNumber(OPTIONAL);
                out.putSigned(content);
                behind.add(content);
                return;
            }
            byte[] value = objects.encodedValue(number);
            out.putNumber(VALUE);
            out.putNumber(value.length);
            out.put(value);
            return;
        }
        SharedEntry entry = objects.entryOf(number);
        boolean leaves = leaves(entry);
        if (isNews(entry)) {
            if (leaves) {
                objects.departures().left(entry.type(), entry.objectsInUnit(), reads);
            }
            begin(number, out);
            add(entry, out);
        }
    }

    /** Whether this rank would record that an object leaves it, and has not done so before. */
    private boolean leaves(SharedEntry entry) {
        return unsure == null && to != ANYBODY && to < Long.SIZE && !entry.isDescribed();
    }

    private boolean isNews(SharedEntry entry) {
        if (entry.object() instanceof Throwable && !exceptions.add(entry)) {
            return false;
        } else if (to == ANYBODY) {
            return true;
        } else if (unsure == null) {
            return entry.describeTo(to);
        }
        return !entry.isDescribedTo(to) && unsure.add(entry.first());
    }

    private boolean isNewsValue(int number) {
        if (to == ANYBODY) {
            return true;
        } else if (objects.values().isDescribedTo(number, to)) {
            return false;
        } else if (unsure != null) {
            return unsure.add(number);
        }
        objects.values().describeTo(number, to);
        return true;
    }

    /** The message has been sent. */
    void sent() {
        for (Object each : unsure) {
            if (each instanceof SharedEntry entry) {
                entry.describeTo(to);
            } else {
                objects.values().describeTo((Integer) each, to);
            }
        }
    }

    private void begin(int number, GrowingBytes out) {
        out.putSigned((long) number - lastNumber);
        lastNumber = number;
    }

    private void add(SharedEntry entry, GrowingBytes out) {
        int together = entry.objectsInUnit();
        int place = entry.number() - entry.firstUnit();
        if (together > 1) {
            out.putNumber(TOGETHER);
            out.putNumber(place);
            out.putNumber(together);
        }
        Class<?> type = entry.object().getClass();
        Integer code = classes.putIfAbsent(type, FIRST_CLASS + classes.size());
        if (code != null) {
            out.putNumber(code);
        } else {
            byte[] name = type.getName().getBytes(StandardCharsets.UTF_8);
            out.putNumber(NEW_CLASS);
            out.putNumber(name.length);
            out.put(name);
        }
        int lock = entry.lockUnit() - place;
        out.putSigned((long) lock - lastLock);
        lastLock = lock;
        for (int i = 0; i < together; i++) {
            SharedEntry one = together == 1 ? entry : objects.entryOf(entry.firstUnit() + i + 1);
            out.room(Integer.BYTES).putInt(one.hash());
        }
        if (type.isArray()) {
            out.putSigned(entry.length());
            out.putSigned(entry.blockLength());
        } else if (entry.object() instanceof Throwable thrown) {
            addState(thrown, out);
        }
    }

    /** The part of an exception that is the JDK's; the other exceptions to which it refers are described next. */
    private void addState(Throwable thrown, GrowingBytes out) {
        ThrowableState state = ThrowableState.of(thrown);
        byte[] encoded = state.encode(objects.codec());
        out.putNumber(encoded.length);
        out.put(encoded);
        out.putSigned(state.cause() == null ? References.NULL : numberIn(thrown, state.cause()));
        out.putNumber(state.suppressed().size());
        for (Throwable each : state.suppressed()) {
            out.putSigned(numberIn(thrown, each));
        }
    }

    private int numberIn(Throwable thrown, Throwable other) {
        try {
            int number = objects.numberOf(other);
            behind.add(number);
            return number;
        } catch (CannotTravelException e) {
            throw e.within(thrown);
        }
    }
}
