package jdsm.codec;

import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;
import jdsm.runtime.Woven;

/** Reads and writes the fields of an object that form a unit, in order. Thread-safe. */
interface FieldAccess {
    /** By the generated methods for fields that are not volatile. */
    FieldAccess PLAIN = new FieldAccess() {
        @Override
        public void put(Object target, FieldSink sink) {
            ((Woven) target).$jdsmPlain(sink);
        }

        @Override
        public void set(Object target, FieldSource source) {
            ((Woven) target).$jdsmPlain(source);
        }
    };

    /** By the generated methods for volatile fields. */
    FieldAccess VOLATILES = new FieldAccess() {
        @Override
        public void put(Object target, FieldSink sink) {
            ((Woven) target).$jdsmVolatiles(sink);
        }

        @Override
        public void set(Object target, FieldSource source) {
            ((Woven) target).$jdsmVolatiles(source);
        }
    };

    /** Puts the values of the fields. */
    void put(Object target, FieldSink sink);

    /**
     * Sets the fields for which the source has a value.
     *
     * @throws ClassCastException if an object does not fit its field
     */
    void set(Object target, FieldSource source);
}
