package jdsm.runtime;

import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;

/**
 * An access by a {@link VarHandle} that has begun and has yet to end. Whatever its mode, it is an access to a volatile
 * field or element: one that may store holds the unit, one that only reads shares copies. Thread-safe; to begin an
 * access blocks.
 */
final class HandleAccess {
    /** An access that has nothing to end. */
    private static final HandleAccess DONE = new HandleAccess(End.NONE, null, null, null, 0);

    private enum End {
        NONE,
        FIELD,
        ELEMENT,
        ELEMENT_READ
    }

    private final End end;
    private final Shared held;
    private final VarHandle handle;
    private final Object target;
    private final int index;

    private HandleAccess(End end, Shared held, VarHandle handle, Object target, int index) {
        this.end = end;
        this.held = held;
        this.handle = handle;
        this.target = target;
        this.index = index;
    }

    /** Whether a mode may store. */
    static boolean mayStore(AccessMode mode) {
        return switch (mode) {
            case GET, GET_VOLATILE, GET_ACQUIRE, GET_OPAQUE -> false;
            default -> true;
        };
    }

    /** Begins an access to a field of an object; for null, the access throws. */
    static HandleAccess ofField(AccessMode mode, VarHandle handle, Object object, Object next) {
        boolean stores = mayStore(mode);
        if (stores) {
            requireChangeable(object);
        }
        return ofField(handle, object, stores, next);
    }

    static HandleAccess ofField(VarHandle handle, Object object, boolean stores, Object next) {
        if (!stores && !Observed.isRecording()) {
            Volatiles.beginRead(object);
            return DONE;
        }
        return new HandleAccess(End.FIELD, Atomics.enter(object, next), handle, object, 0);
    }

    /**
     * Refuses a change of an object that each rank has of its own.
     *
     * @throws UnsupportedOperationException if the object is an enum constant, or a static field leads to it
     */
    static void requireChangeable(Object object) {
        if (object instanceof Enum<?> constant) {
            Statics.changing(
                    constant.getDeclaringClass().getName(), constant.name() + "'s field of a VarHandle or updater");
        } else if (!(object instanceof Woven)) {
            Statics.changing(object);
        }
    }

    /** Begins an access to an element; for null and for an index outside the array, the access throws. */
    static HandleAccess ofElement(AccessMode mode, VarHandle handle, Object array, int index, Object next) {
        Class<?> element = array == null ? null : array.getClass().getComponentType();
        if (element == null) {
            return DONE; // null, or a buffer's element
        }
        if (element.isPrimitive() && element != handle.varType()) {
            return ofView(mode, handle, (byte[]) array, index);
        }
        boolean recording = Observed.isRecording();
        if (!mayStore(mode) && !recording) {
            return new HandleAccess(End.ELEMENT_READ, Volatiles.enterRead(array, index), handle, array, index);
        }
        if (recording) {
            Observed.begins(array, index);
        }
        Shared held = Volatiles.enter(array, index);
        if (recording) {
            Observed.publishes(array, next);
        }
        return new HandleAccess(End.ELEMENT, held, handle, array, index);
    }

    /** Begins an access to several bytes, which may belong to two units: only a plain one is possible. */
    private static HandleAccess ofView(AccessMode mode, VarHandle handle, byte[] array, int index) {
        Shared shared = Checks.of(array);
        if (shared == null) {
            return DONE;
        }
        if (mode != AccessMode.GET && mode != AccessMode.SET) {
            throw Refusal.of(
                    "VarHandle." + mode.methodName() + " by a view of a shared byte array is not kept coherent:"
                            + " use get and set, with synchronized where several workers access the bytes, or an array of "
                            + handle.varType());
        }
        int end = index + bytes(handle.varType());
        if (mode == AccessMode.GET) {
            Checks.readRange(shared, index, end);
        } else {
            Checks.writeRange(shared, index, end);
        }
        return DONE;
    }

    private static int bytes(Class<?> type) {
        return type == long.class || type == double.class
                ? Long.BYTES
                : type == int.class || type == float.class ? Integer.BYTES : Short.BYTES;
    }

    /** Ends the access, also if it threw. */
    void end() {
        switch (end) {
            case NONE -> {}
            case FIELD -> Atomics.exit(held, target, handle);
            case ELEMENT_READ -> Volatiles.exitRead(held, index);
            case ELEMENT -> {
                boolean recording = Observed.isRecording();
                boolean inside = recording && index >= 0 && index < java.lang.reflect.Array.getLength(target);
                if (inside) {
                    Observed.readsVolatile(target, index);
                    Observed.writesVolatile(target, index);
                }
                Volatiles.exit(held, index);
                if (recording) {
                    Observed.ended(held, index);
                }
            }
        }
    }
}
