package jdsm.util;

import java.io.Serializable;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;

/**
 * Stands for {@link java.util.EnumSet} in woven code: a bit for each constant. It is no subclass, for nobody else can make
 * one; so woven code has this type wherever it names the JDK's.
 */
public final class EnumSet<E extends Enum<E>> extends AbstractSet<E> implements Cloneable, Serializable {
    private static final long serialVersionUID = 1L;

    private final Class<E> type;

    /** The number of constants. */
    private final int most;

    private long[] words;

    private EnumSet(Class<E> type, int most) {
        this.type = type;
        this.most = most;
        this.words = new long[most + Long.SIZE - 1 >>> 6];
    }

    private static <E extends Enum<E>> E[] constantsOf(Class<E> type) {
        E[] all = type.getEnumConstants();
        if (all == null) {
            throw new ClassCastException(type + " not an enum");
        }
        return all;
    }

    // The static methods of the JDK's class.

    /** As {@link java.util.EnumSet#noneOf}. */
    public static <E extends Enum<E>> EnumSet<E> noneOf(Class<E> type) {
        return new EnumSet<>(type, constantsOf(type).length);
    }

    /** As {@link java.util.EnumSet#allOf}. */
    public static <E extends Enum<E>> EnumSet<E> allOf(Class<E> type) {
        EnumSet<E> all = noneOf(type);
        all.setRange(0, all.most);
        return all;
    }

    /** As {@link java.util.EnumSet#copyOf(java.util.EnumSet)}. */
    public static <E extends Enum<E>> EnumSet<E> copyOf(EnumSet<E> given) {
        return given.clone();
    }

    /** As {@link java.util.EnumSet#copyOf(Collection)}. */
    @SuppressWarnings("unchecked")
    public static <E extends Enum<E>> EnumSet<E> copyOf(Collection<E> given) {
        if (given instanceof EnumSet<?> set) {
            return ((EnumSet<E>) set).clone();
        } else if (given instanceof java.util.EnumSet<?> set) {
            return copyOfJdks((java.util.EnumSet<E>) set);
        } else if (given.isEmpty()) {
            throw new IllegalArgumentException("Collection is empty");
        }
        EnumSet<E> copy = null;
        for (E element : given) {
            copy = copy == null ? noneOf(element.getDeclaringClass()) : copy;
            copy.add(element);
        }
        return copy;
    }

    /** A copy of a set that code which is not woven has made. */
    private static <E extends Enum<E>> EnumSet<E> copyOfJdks(java.util.EnumSet<E> given) {
        java.util.EnumSet<E> some = given.isEmpty() ? java.util.EnumSet.complementOf(given) : given;
        EnumSet<E> copy = noneOf(some.iterator().next().getDeclaringClass());
        copy.addAll(given);
        return copy;
    }

    /** As {@link java.util.EnumSet#complementOf}. */
    public static <E extends Enum<E>> EnumSet<E> complementOf(EnumSet<E> given) {
        EnumSet<E> rest = allOf(given.type);
        rest.removeAll(given);
        return rest;
    }

    /** As {@link java.util.EnumSet#of(Enum)}. */
    public static <E extends Enum<E>> EnumSet<E> of(E e) {
        EnumSet<E> set = noneOf(e.getDeclaringClass());
        set.add(e);
        return set;
    }

    /** As {@link java.util.EnumSet#of(Enum, Enum)}. */
    public static <E extends Enum<E>> EnumSet<E> of(E e1, E e2) {
        EnumSet<E> set = of(e1);
        set.add(e2);
        return set;
    }

    /** As {@link java.util.EnumSet#of(Enum, Enum, Enum)}. */
    public static <E extends Enum<E>> EnumSet<E> of(E e1, E e2, E e3) {
        EnumSet<E> set = of(e1, e2);
        set.add(e3);
        return set;
    }

    /** As {@link java.util.EnumSet#of(Enum, Enum, Enum, Enum)}. */
    public static <E extends Enum<E>> EnumSet<E> of(E e1, E e2, E e3, E e4) {
        EnumSet<E> set = of(e1, e2, e3);
        set.add(e4);
        return set;
    }

    /** As {@link java.util.EnumSet#of(Enum, Enum, Enum, Enum, Enum)}. */
    public static <E extends Enum<E>> EnumSet<E> of(E e1, E e2, E e3, E e4, E e5) {
        EnumSet<E> set = of(e1, e2, e3, e4);
        set.add(e5);
        return set;
    }

    /** As {@link java.util.EnumSet#of(Enum, Enum[])}. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <E extends Enum<E>> EnumSet<E> of(E first, E... rest) {
        EnumSet<E> set = of(first);
        for (E each : rest) {
            set.add(each);
        }
        return set;
    }

    /** As {@link java.util.EnumSet#range}. */
    public static <E extends Enum<E>> EnumSet<E> range(E from, E to) {
        if (from.compareTo(to) > 0) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        EnumSet<E> set = noneOf(from.getDeclaringClass());
        set.setRange(from.ordinal(), to.ordinal() + 1);
        return set;
    }

    // The bits.

    private void setRange(int from, int to) {
        for (int i = from; i < to; i++) {
            words[i >>> 6] |= 1L << i;
        }
    }

    /** The place of an element that the set may have, or -1. */
    private int place(Object element) {
        return element instanceof Enum<?> constant && constant.getDeclaringClass() == type ? constant.ordinal() : -1;
    }

    private boolean has(int place) {
        return place >= 0 && (words[place >>> 6] & 1L << place) != 0;
    }

    /** Changes a word where the change matters, so that sets which have the elements stay unchanged on other ranks. */
    private boolean put(int word, long bits) {
        boolean changes = words[word] != bits;
        if (changes) {
            words[word] = bits;
        }
        return changes;
    }

    // The set.

    @Override
    public int size() {
        int size = 0;
        for (long word : words) {
            size += Long.bitCount(word);
        }
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size() == 0;
    }

    @Override
    public boolean contains(Object element) {
        return has(place(element));
    }

    @Override
    public boolean add(E element) {
        int place = place(Objects.requireNonNull(element));
        if (place < 0) {
            throw new ClassCastException(element.getClass() + " != " + type);
        }
        return put(place >>> 6, words[place >>> 6] | 1L << place);
    }

    @Override
    public boolean remove(Object element) {
        int place = place(element);
        return has(place) && put(place >>> 6, words[place >>> 6] & ~(1L << place));
    }

    @Override
    public void clear() {
        for (int i = 0; i < words.length; i++) {
            put(i, 0);
        }
    }

    /** The set of bits of another collection, if that is such a set for the same enum; or null. */
    private long[] wordsOf(Collection<?> others) {
        return others instanceof EnumSet<?> set && set.type == type ? set.words : null;
    }

    @Override
    public boolean containsAll(Collection<?> others) {
        long[] bits = wordsOf(others);
        if (bits == null) {
            return super.containsAll(others);
        }
        for (int i = 0; i < words.length; i++) {
            if ((bits[i] & ~words[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        long[] bits = wordsOf(others);
        if (bits == null) {
            return super.addAll(others);
        }
        boolean changed = false;
        for (int i = 0; i < words.length; i++) {
            changed |= put(i, words[i] | bits[i]);
        }
        return changed;
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        long[] bits = wordsOf(others);
        if (bits == null) {
            return super.removeAll(others);
        }
        boolean changed = false;
        for (int i = 0; i < words.length; i++) {
            changed |= put(i, words[i] & ~bits[i]);
        }
        return changed;
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        long[] bits = wordsOf(others);
        if (bits == null) {
            return super.retainAll(others);
        }
        boolean changed = false;
        for (int i = 0; i < words.length; i++) {
            changed |= put(i, words[i] & bits[i]);
        }
        return changed;
    }

    /** An iterator over the elements that each word has when the iterator comes to it, as the JDK's. */
    private static final class Elements<E extends Enum<E>> implements Iterator<E> {
        private final EnumSet<E> set;
        private final E[] constants;
        private int word;
        private long left;
        private int last = -1;

        private Elements(EnumSet<E> set) {
            this.set = set;
            this.constants = set.type.getEnumConstants();
            this.left = set.words.length == 0 ? 0 : set.words[0];
        }

        @Override
        public boolean hasNext() {
            while (left == 0 && word < set.words.length - 1) {
                left = set.words[++word];
            }
            return left != 0;
        }

        @Override
        public E next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            last = word << 6 | Long.numberOfTrailingZeros(left);
            left &= left - 1;
            return constants[last];
        }

        @Override
        public void remove() {
            if (last < 0) {
                throw new IllegalStateException();
            }
            set.remove(constants[last]);
            last = -1;
        }
    }

    @Override
    public Iterator<E> iterator() {
        return new Elements<>(this);
    }

    @Override
    public Object[] toArray() {
        return Copies.of(this);
    }

    @Override
    public <T> T[] toArray(T[] given) {
        return Copies.of(this, given);
    }

    @Override
    public boolean equals(Object other) {
        long[] bits = other instanceof EnumSet<?> set ? wordsOf(set) : null;
        return bits != null
                ? java.util.Arrays.equals(words, bits)
                : other instanceof Set<?> set && set.size() == size() && containsAll(set);
    }

    @Override
    public int hashCode() {
        return Hashing.sum(this);
    }

    @Override
    @SuppressWarnings("unchecked")
    public EnumSet<E> clone() {
        try {
            EnumSet<E> copy = (EnumSet<E>) super.clone();
            copy.words = new long[words.length];
            System.arraycopy(words, 0, copy.words, 0, words.length);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    /** Serialisation writes the JDK's own set, for readers without JDSM. */
    private Object writeReplace() {
        java.util.EnumSet<E> copy = java.util.EnumSet.noneOf(type);
        copy.addAll(this);
        return copy;
    }
}
