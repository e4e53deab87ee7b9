package jdsm.runtime;

/**
 * The continuation of a check that fails, kept out of the compiled code of the check.
 *
 * <p>A JIT compiler that has seen checks fail, as in the first repetition of every kernel, would inline the whole
 * continuation into the loops of the program: thousands of bytecodes that take registers from the loop and half a
 * second of C2's time. HotSpot has no public way to forbid inlining, but it never inlines a method of an exception
 * class into a method of another class ({@code bytecodeInfo.cpp}: "exception method"). This class is therefore an
 * exception class; it has no instance.
 */
final class SlowPath extends Throwable {
    private static final long serialVersionUID = 1;

    private SlowPath() {}

    /** Begins a volatile read; {@code shared} if the read holds the unit, else null. */
    static Shared enterRead(Shared shared, int index) {
        return shared.enterRead(index) ? shared : null;
    }

    /** Makes units {@code from} to {@code to - 1} readable, or writable, for the calling thread. */
    static void bring(Shared shared, int from, int to, boolean write) {
        if (write) {
            shared.bringWritable(from, to);
        } else {
            shared.bringReadable(from, to);
        }
    }

    /** See {@link Shared#settle}. */
    static boolean settle(Shared shared, boolean write) {
        return shared.settle(write);
    }
}
