package jdsm.pool;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.codec.CodecException;
import jdsm.codec.References;

/*
 * A value is described to a rank once between two searches for unreachable objects, in which all ranks take part, each
 * behind a barrier. A rank forgets a value that no message has described, and to which it has given no number, for
 * several searches. In between it knows what senders rely on: a message that names a value without its description was
 * sent after one with it and before the sender's next search, and does not stay under way over several barriers.
 */

/**
 * The numbers of values, which are negative. Each rank gives numbers of its own, but for the values that all ranks have from the
 * beginning, and for {@link ImmediateValues}, whose numbers all ranks understand. One thread uses it until {@link #seal}, the
 * service loop after that.
 */
final class NumberedValues {
    /** A value is forgotten when it has not been used since so many searches. */
    private static final int KEPT_SEARCHES = 4;

    /** The numbers below are those of {@link ImmediateValues}. */
    private static final int NUMBERS = 1 << 30;

    /** A value with a number. */
    private static final class Numbered {
        private final Object value;
        /** The number of searches before it was last numbered here or described to this rank. */
        private int used;
        /** The ranks below 64 to which it was described after so many searches. */
        private long described;

        private int describedAfter;

        Numbered(Object value) {
            this.value = value;
        }
    }

    private final Map<Object, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<Integer, Numbered> values = new ConcurrentHashMap<>();
    /** Those of this rank, by the number of its numbers before. */
    private final NumberPages<Numbered> own = new NumberPages<>();

    private int me;
    /** The number of numbers that a rank may give. */
    private int span = NUMBERS;

    private int initial;
    private int last;
    private int searches;

    /** Ends the numbering of values that all ranks have from the beginning. */
    void seal(int rank, int ranks) {
        me = rank;
        initial = last;
        span = (NUMBERS - initial) / ranks;
        last = initial + me * span;
        own.removeIf(any -> true); // the initial ones are all ranks'
    }

    /** The number of values that all ranks have from the beginning: they have the numbers -1, -2 and so on. */
    int initial() {
        return initial;
    }

    /** Whether a number means the same on all ranks from the beginning; that of null does. */
    boolean isInitial(int number) {
        return -number <= initial || ImmediateValues.is(number);
    }

    /** The number of a value, if this rank has given it one or all ranks have it; else that of null. */
    int knownNumberOf(Object key) {
        return numbers.getOrDefault(key, References.NULL);
    }

    /**
     * The number of a value; gives it one if it has none.
     *
     * @param key equal for equal values only
     */
    int numberOf(Object key, Object value) {
        Integer known = numbers.get(key);
        if (known != null) {
            return known;
        }
        if (last - initial >= (long) (me + 1) * span) {
            throw new IllegalStateException("this rank has given all " + span
                    + " numbers to strings, records and other values that left it: keep fewer different ones in shared"
                    + " objects, or numbers in arrays of a primitive type");
        }
        int number = -(++last);
        add(number, value);
        numbers.put(key, number);
        return number;
    }

    /**
     * The value with a number; null if it is not known here.
     *
     * @throws CodecException if no value can have it
     */
    Object valueOf(int number) {
        if (ImmediateValues.is(number)) {
            return ImmediateValues.of(number);
        }
        Numbered known = values.get(number);
        return known == null ? null : known.value;
    }

    /** Notes that another rank describes a value. @return whether it is known here */
    boolean hear(int number) {
        Numbered known = values.get(number);
        if (known != null) {
            known.used = searches;
        }
        return known != null || ImmediateValues.is(number);
    }

    /** Adds a value that has its number: another rank's, or one that has just been numbered. */
    void add(int number, Object value) {
        Numbered numbered = new Numbered(value);
        numbered.used = searches;
        values.put(number, numbered);
        if (isOwn(number) && !isInitial(number)) {
            own.put(place(number), numbered);
        }
    }

    /** Whether no other rank gives a number. */
    boolean isOwn(int number) {
        return isInitial(number) || (-number - initial - 1) / span == me;
    }

    /** The place of a number among those of this rank. */
    private int place(int number) {
        return -number - initial - 1 - me * span;
    }

    private Numbered own(int number) {
        return isOwn(number) && !isInitial(number) ? own.get(place(number)) : null;
    }

    /** Whether a rank knows a value, as far as this rank has recorded it. */
    boolean isDescribedTo(int number, int rank) {
        Numbered known = own(number);
        return known != null
                && rank < Long.SIZE
                && known.describedAfter == searches
                && (known.described >> rank & 1) != 0;
    }

    /** Records that a rank is told of a value. Of those of other ranks nothing is recorded: these may forget them. */
    void describeTo(int number, int rank) {
        Numbered known = own(number);
        if (known != null && rank < Long.SIZE) {
            known.described = (known.describedAfter == searches ? known.described : 0) | 1L << rank;
            known.describedAfter = searches;
        }
    }

    /** A search has ended: each value is described anew from now on. */
    void searched() {
        searches++;
    }

    /**
     * Forgets the values that have long been unused. A value that a content refers to gets another number when the content next leaves
     * its rank. To be called while no twin contains such a number.
     */
    void forget() {
        values.entrySet().removeIf(each -> !isInitial(each.getKey()) && isUnused(each.getValue()));
        own.removeIf(this::isUnused);
        numbers.values().removeIf(number -> !values.containsKey(number));
    }

    private boolean isUnused(Numbered value) {
        return value.used <= searches - KEPT_SEARCHES;
    }
}
