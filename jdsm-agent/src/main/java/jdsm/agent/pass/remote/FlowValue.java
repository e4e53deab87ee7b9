package jdsm.agent.pass.remote;

import org.objectweb.asm.Type;
import org.objectweb.asm.tree.analysis.Value;

/**
 * A value of a method: its size, and for an array of primitives its type and kind. All other references are one value. Immutable,
 * but for what becomes known of the kind.
 */
record FlowValue(Sort sort, Type type, Kind kind) implements Value {
    enum Sort {
        NONE,
        ONE,
        TWO,
        NULL,
        REFERENCE,
        ARRAY
    }

    static final FlowValue UNSET = new FlowValue(Sort.NONE, null, null);
    static final FlowValue SINGLE = new FlowValue(Sort.ONE, null, null);
    static final FlowValue DOUBLE = new FlowValue(Sort.TWO, null, null);
    static final FlowValue NULL = new FlowValue(Sort.NULL, null, null);
    static final FlowValue OTHER = new FlowValue(Sort.REFERENCE, null, null);

    static FlowValue array(Type type, Kind kind) {
        return new FlowValue(Sort.ARRAY, type, kind);
    }

    boolean isReference() {
        return sort.compareTo(Sort.NULL) >= 0;
    }

    boolean isRemote() {
        return kind != null && kind.isRemote();
    }

    /** Whether this is a remote array of one dimension. */
    boolean isRemoteRow() {
        return isRemote() && type.getDimensions() == 1;
    }

    @Override
    public int getSize() {
        return sort == Sort.TWO ? 2 : 1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FlowValue value
                && sort == value.sort
                && (type == null ? value.type == null : type.equals(value.type))
                && (kind == null ? value.kind == null : kind.isSame(value.kind));
    }

    @Override
    public int hashCode() {
        return sort.hashCode();
    }
}
