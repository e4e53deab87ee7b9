package jdsm.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import jdsm.directory.SharedEntry;
import jdsm.runtime.Checks;
import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;

/**
 * Copies of the contents of many objects with fields and arrays of references, one behind the other in a few long
 * arrays, because the garbage collector would trace a copy of its own for each. References to shared objects are their
 * numbers. An array of a primitive type is copied as an array. Service loop only.
 */
final class CopiedContents extends FieldSink {
    private static final long NULL = 0;

    private final IntFunction<SharedEntry> entries;
    private final Longs bits = new Longs();
    /** For each reference 0 for null, the number of a shared object plus 1, or what {@link #values} has at -1 - x. */
    private final Longs referents = new Longs();
    /** What is no shared object: values, private objects, arrays of primitive types. */
    private final List<Object> values = new ArrayList<>();

    /** A growing list, of less than 2^31 values. */
    private static final class Longs {
        private static final int PAGE_BITS = 13;
        private static final int PAGE = 1 << PAGE_BITS;

        private final List<long[]> pages = new ArrayList<>();
        private int size;

        void add(long value) {
            if ((size & PAGE - 1) == 0) {
                pages.add(new long[PAGE]);
            }
            pages.get(size >>> PAGE_BITS)[size & PAGE - 1] = value;
            size = Math.incrementExact(size);
        }

        long get(int index) {
            return pages.get(index >>> PAGE_BITS)[index & PAGE - 1];
        }
    }

    /**
     * A copy of an optional.
     *
     * @param content what {@link #outward} has made of the content
     */
    private record OptionalCopy(Object content) {}

    /** @param entries gives the shared object of a number, or null */
    CopiedContents(IntFunction<SharedEntry> entries) {
        this.entries = entries;
    }

    @Override
    public void put(long value) {
        bits.add(value);
    }

    @Override
    public void put(Object referent) {
        Object outward = referent == null ? null : outward(referent);
        if (outward == null) {
            referents.add(NULL);
        } else if (outward instanceof SharedEntry entry) {
            referents.add(entry.number() + 1L);
        } else {
            values.add(outward);
            referents.add(-values.size());
        }
    }

    private static Object outward(Object value) {
        if (value instanceof Optional<?> optional && optional.isPresent()) {
            return new OptionalCopy(outward(optional.get()));
        }
        return Checks.ofAny(value) instanceof Handle its ? its.entry() : value;
    }

    /** The number of primitive values that have been put: where the next ones will be. */
    int bits() {
        return bits.size;
    }

    /** The number of references that have been put: where the next ones will be. */
    int referents() {
        return referents.size;
    }

    /** Calls {@code found} with each shared object among the references {@code from} to {@code to - 1}. */
    void forEachReferent(int from, int to, Consumer<SharedEntry> found) {
        for (int i = from; i < to; i++) {
            Object referent = referent(i);
            while (referent instanceof OptionalCopy optional) {
                referent = optional.content();
            }
            if (referent instanceof SharedEntry entry) {
                found.accept(entry);
            }
        }
    }

    private Object referent(int index) {
        long code = referents.get(index);
        if (code == NULL) {
            return null;
        } else if (code < 0) {
            return values.get((int) (-1 - code));
        }
        SharedEntry entry = entries.apply((int) (code - 1));
        if (entry == null) {
            throw new IllegalStateException(
                    "unit " + (code - 1) + " was freed, but another shared object refers to it");
        }
        return entry;
    }

    /** Gives what was put from certain places on. */
    FieldSource source(int firstBits, int firstReferent) {
        return new FieldSource() {
            private int nextBits = firstBits;
            private int nextReferent = firstReferent;

            @Override
            public boolean next() {
                return true;
            }

            @Override
            public long bits() {
                return bits.get(nextBits++);
            }

            @Override
            public Object referent() {
                return inward(CopiedContents.this.referent(nextReferent++));
            }
        };
    }

    private static Object inward(Object value) {
        if (value instanceof OptionalCopy optional) {
            return Optional.of(inward(optional.content()));
        }
        if (!(value instanceof SharedEntry entry)) {
            return value;
        } else if (entry.object() == null) {
            throw new IllegalStateException(entry.label() + " was freed, but another shared object refers to it");
        }
        return entry.object();
    }
}
