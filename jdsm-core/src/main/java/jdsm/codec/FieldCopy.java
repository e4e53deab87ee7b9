package jdsm.codec;

import java.util.function.UnaryOperator;
import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;

/** The values of fields: of primitive ones as bits, the others in place. */
record FieldCopy(long[] bits, Object[] referents) {
    FieldCopy(int fields) {
        this(new long[fields], new Object[fields]);
    }

    /**
     * Fills the copy.
     *
     * @param outward gives what the copy has in place of an object
     */
    FieldSink sink(UnaryOperator<Object> outward) {
        return new FieldSink() {
            private int slot;

            @Override
            public void put(long value) {
                bits[slot++] = value;
            }

            @Override
            public void put(Object referent) {
                referents[slot++] = referent == null ? null : outward.apply(referent);
            }
        };
    }

    /**
     * Gives fields the copied values.
     *
     * @param inward gives the object for what the copy has in its place
     */
    FieldSource source(UnaryOperator<Object> inward) {
        return new FieldSource() {
            private int slot = -1;

            @Override
            public boolean next() {
                slot++;
                return true;
            }

            @Override
            public long bits() {
                return bits[slot];
            }

            @Override
            public Object referent() {
                return referents[slot] == null ? null : inward.apply(referents[slot]);
            }
        };
    }
}
