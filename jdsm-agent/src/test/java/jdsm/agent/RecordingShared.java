package jdsm.agent;

import java.util.ArrayList;
import java.util.List;
import jdsm.runtime.Shared;
import jdsm.runtime.UnitAccess;

/** Writes down what woven code asks for. Units are not here at first, and then as they were asked for. */
final class RecordingShared extends Shared {
    /** Of all of them. */
    static final int HASH = 4711;

    private final UnitAccess[] units;
    private final List<String> events = new ArrayList<>();
    private String failing = "";
    private Object target;
    private int depth;

    private RecordingShared(UnitAccess[] units, int blockLength) {
        super(units, blockLength);
        this.units = units;
    }

    static RecordingShared object() {
        return array(1, 0);
    }

    static RecordingShared array(int blocks, int blockLength) {
        UnitAccess[] units = new UnitAccess[blocks];
        for (int i = 0; i < blocks; i++) {
            units[i] = new Unit();
        }
        return new RecordingShared(units, blockLength);
    }

    /** The handle of an object that is to become shared. */
    static RecordingShared of(Object target) {
        RecordingShared handle = object();
        handle.target = target;
        return handle;
    }

    @Override
    protected Object target() {
        return target;
    }

    /** An object with one unit. */
    static RecordingShared of(UnitAccess unit) {
        return new RecordingShared(new UnitAccess[] {unit}, 0);
    }

    private static final class Unit extends UnitAccess {
        private Unit() {
            super(INVALID);
        }
    }

    /** An event that is to throw, whenever it happens. */
    RecordingShared failing(String event) {
        failing = event;
        return this;
    }

    List<String> events() {
        return events;
    }

    /** What a synchronisation may do: no unit is here any more. */
    void lose() {
        set(0, units.length, UnitAccess.INVALID);
    }

    /** Those that are no checks. */
    List<String> synchronizations() {
        return events.stream()
                .filter(event -> !event.startsWith("read ") && !event.startsWith("write "))
                .toList();
    }

    private void happens(String event) {
        events.add(event);
        if (event.equals(failing)) {
            throw new IllegalStateException(event + " failed");
        }
    }

    private void set(int from, int to, int access) {
        for (int i = from; i < to; i++) {
            units[i].access(access);
        }
    }

    @Override
    protected int hash() {
        return HASH;
    }

    @Override
    protected void bringReadable(int from, int to) {
        happens("read " + from + "-" + to);
        set(from, to, UnitAccess.READ);
    }

    @Override
    protected void bringWritable(int from, int to) {
        happens("write " + from + "-" + to);
        set(from, to, UnitAccess.WRITE);
    }

    @Override
    protected void lock() {
        happens("lock");
        depth++;
    }

    @Override
    protected void unlock() {
        happens("unlock");
        depth--;
    }

    @Override
    protected boolean isLocked() {
        return depth > 0;
    }

    @Override
    protected void await(long nanos) {
        happens("await " + nanos);
    }

    @Override
    protected void signal(boolean all) {
        happens(all ? "signal all" : "signal");
    }

    @Override
    protected void enterVolatile(int index) {
        happens("enter " + index);
    }

    @Override
    protected void exitVolatile(int index) {
        happens("exit " + index);
    }
}
