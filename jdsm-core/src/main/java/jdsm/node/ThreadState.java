package jdsm.node;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import jdsm.sync.CallSite;
import jdsm.sync.SyncPoint;
import jdsm.sync.Waits;

/**
 * The state of a thread of the program at a moment, for a report. Immutable.
 *
 * @param name the name, such as {@code worker 3}
 * @param millis the time for which the thread has waited, in milliseconds; {@link #RUNS} if it does not wait
 * @param what the reason of the wait, in words; empty if the thread does not wait
 * @param unit the unit for which the thread waits, or {@link Waits#NONE}
 * @param barrier the number of the barrier in which the thread waits, or {@link Waits#NONE}
 * @param owner the thread of the same rank for which the thread waits, or empty
 * @param ends whether the wait has a time limit
 * @param number tells the wait from all other waits of the thread; 0 if the thread does not wait
 * @param stack the program's frames, innermost first
 * @param hint a hint on the loop that the thread executes, or empty
 */
record ThreadState(
        String name,
        long millis,
        String what,
        int unit,
        int barrier,
        String owner,
        boolean ends,
        long number,
        List<String> stack,
        String hint) {
    /** The beginning of a worker's name. */
    public static final String WORKER = "worker ";

    /** The name of the thread that runs all phases of the program but {@code start}. */
    public static final String MAIN = "main thread";

    /** Stands for the time of a wait in the state of a thread that does not wait. */
    public static final long RUNS = -1;

    /** Copies the list of frames. */
    public ThreadState {
        stack = List.copyOf(stack);
    }

    /** The state of a thread that waits in the runtime. */
    public static ThreadState waiting(
            String name, Waits.Waiting wait, String what, StackTraceElement[] stack, String hint) {
        return new ThreadState(
                name,
                wait.nanos() / 1_000_000,
                what,
                wait.unit(),
                wait.barrier(),
                "",
                wait.ends(),
                wait.number(),
                CallSite.frames(stack),
                hint);
    }

    /**
     * The state of a thread that waits in the runtime, for a search for deadlocks: without a stack, and with a unit
     * only if the wait lasts until the unit's holder lets go.
     */
    public static ThreadState brief(String name, Waits.Waiting wait) {
        int unit = wait.exclusive() ? wait.unit() : Waits.NONE;
        long millis = wait.nanos() / 1_000_000;
        return new ThreadState(
                name, millis, wait.what(), unit, wait.barrier(), "", wait.ends(), wait.number(), List.of(), "");
    }

    /**
     * The state of a thread that waits for a monitor, which another thread of its rank has.
     *
     * @param number tells the wait from all other waits of the thread for monitors
     */
    public static ThreadState blocked(
            String name, long millis, String what, String owner, long number, StackTraceElement[] stack) {
        return new ThreadState(
                name, millis, what, Waits.NONE, Waits.NONE, owner, false, number, CallSite.frames(stack), "");
    }

    /** The state of a thread without a wait known to the runtime. */
    public static ThreadState running(String name, StackTraceElement[] stack, String hint) {
        return new ThreadState(name, RUNS, "", Waits.NONE, Waits.NONE, "", false, 0, CallSite.frames(stack), hint);
    }

    /** Whether the thread waits in a barrier for the end of {@code start} of all workers. */
    boolean hasEndedStart() {
        return hasEndedStart(what);
    }

    /** Whether this is the reason of a wait for the end of {@code start} of all workers. */
    static boolean hasEndedStart(String what) {
        return what.endsWith("(" + SyncPoint.END_OF_START + ")");
    }

    /** Whether this is a wait that {@code other} shows as well. */
    boolean isSameWait(ThreadState other) {
        return waits() && other.waits() && number == other.number;
    }

    /** Whether barriers wait for the thread. */
    boolean isParty() {
        return name.startsWith(WORKER) || name.equals(MAIN);
    }

    boolean waits() {
        return millis != RUNS;
    }

    void write(DataOutputStream out) throws IOException {
        out.writeUTF(name);
        out.writeLong(millis);
        out.writeUTF(what);
        out.writeInt(unit);
        out.writeInt(barrier);
        out.writeUTF(owner);
        out.writeBoolean(ends);
        out.writeLong(number);
        out.writeInt(stack.size());
        for (String frame : stack) {
            out.writeUTF(frame);
        }
        out.writeUTF(hint);
    }

    static ThreadState read(DataInputStream in) throws IOException {
        String name = in.readUTF();
        long millis = in.readLong();
        String what = in.readUTF();
        int unit = in.readInt();
        int barrier = in.readInt();
        String owner = in.readUTF();
        boolean ends = in.readBoolean();
        long number = in.readLong();
        List<String> stack = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            stack.add(in.readUTF());
        }
        return new ThreadState(name, millis, what, unit, barrier, owner, ends, number, stack, in.readUTF());
    }
}
