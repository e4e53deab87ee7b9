package jdsm.node;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import jdsm.sync.CallSite;
import jdsm.sync.Waits;

/**
 * What a thread of the program does at a moment, for a report.
 *
 * @param name for instance {@code worker 3}
 * @param millis how long it has waited; {@link #RUNS}: it does not wait
 * @param what what it waits for, in words; empty where it does not
 * @param unit the unit that the wait is for, or {@link Waits#NONE}
 * @param barrier the number of the barrier that it waits in, or {@link Waits#NONE}
 * @param owner the thread of the same rank that it waits for, or empty
 * @param ends whether the wait ends by itself
 * @param stack the program's frames, innermost first
 * @param hint what else is known of where it is, or empty
 */
record ThreadState(
        String name,
        long millis,
        String what,
        int unit,
        int barrier,
        String owner,
        boolean ends,
        List<String> stack,
        String hint) {
    /** How the name of a worker begins. */
    public static final String WORKER = "worker ";

    /** The name of the thread that runs what is no worker's. */
    public static final String MAIN = "main thread";

    /** In place of a time. */
    public static final long RUNS = -1;

    /** Copies what it is given. */
    public ThreadState {
        stack = List.copyOf(stack);
    }

    /** Of a wait. */
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
                CallSite.frames(stack),
                hint);
    }

    /** Of a thread that waits for a monitor which another thread of its rank has. */
    public static ThreadState blocked(String name, long millis, String what, String owner, StackTraceElement[] stack) {
        return new ThreadState(name, millis, what, Waits.NONE, Waits.NONE, owner, false, CallSite.frames(stack), "");
    }

    /** Of a thread that waits for nothing that is known here. */
    public static ThreadState running(String name, StackTraceElement[] stack, String hint) {
        return new ThreadState(name, RUNS, "", Waits.NONE, Waits.NONE, "", false, CallSite.frames(stack), hint);
    }

    /** Whether barriers wait for it. */
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
        List<String> stack = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            stack.add(in.readUTF());
        }
        return new ThreadState(name, millis, what, unit, barrier, owner, ends, stack, in.readUTF());
    }
}
