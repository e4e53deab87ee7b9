package jdsm.runtime;

/**
 * What happens where a check fails, kept out of the code that checks.
 *
 * <p>A compiler that has seen checks fail, as in each first repetition, would inline all that follows into the loops of the
 * program: thousands of bytecodes that take registers from the loop and half a second of C2's time. HotSpot has no public way to
 * forbid that, but inlines no method of an exception's class into one of another class ({@code bytecodeInfo.cpp}: "exception
 * method"). So this is one, of which there is no instance.
 */
final class SlowPath extends Throwable {
    private static final long serialVersionUID = 1;

    private SlowPath() {}

    /** Lets the calling thread read, or write, units {@code from} to {@code to - 1}. */
    static void bring(Shared shared, int from, int to, boolean write) {
        if (write) {
            shared.bringWritable(from, to);
        } else {
            shared.bringReadable(from, to);
        }
    }
}
