package jdsm.pool;

import java.util.Arrays;
import java.util.function.Supplier;
import jdsm.check.Recorder;
import jdsm.check.Watch;
import jdsm.check.Watched;
import jdsm.directory.SharedEntry;
import jdsm.runtime.UnitAccess;

/**
 * A handle that records every check of woven code for the race detector. Its states make each inline check fail, so
 * that the check arrives here; the handle records it and then does the work of an ordinary check.
 */
final class AuditedHandle extends Handle implements Watched {
    private final Watch watch;
    private final Recorder recorder;

    private static final class AlwaysChecked extends UnitAccess {
        private AlwaysChecked() {
            super(INVALID);
        }
    }

    /** @param path the object's name in findings, or empty */
    AuditedHandle(SharedEntry entry, WovenAccess access, Supplier<String> path, Recorder recorder) {
        super(entry, alwaysChecked(entry.units()), access);
        this.recorder = recorder;
        this.watch = recorder.watch(
                entry.number(),
                entry.units(),
                entry.blockLength(),
                path,
                () -> path.get().isEmpty() ? entry.label() : entry.typeName());
    }

    private static UnitAccess[] alwaysChecked(int units) {
        UnitAccess[] states = new UnitAccess[units];
        Arrays.setAll(states, unit -> new AlwaysChecked());
        return states;
    }

    /** The recorder knows the units from the beginning on. */
    @Override
    protected boolean canDivide() {
        return false;
    }

    @Override
    public Watch watch() {
        return watch;
    }

    /**
     * Tells the recorder that the object is shared: from now on if a worker of this rank has made it, otherwise from the
     * beginning.
     */
    void revealed(boolean madeHere) {
        if (madeHere) {
            recorder.shared(watch);
        } else {
            recorder.sharedFromTheBeginning(watch);
        }
    }

    @Override
    protected void bringReadable(int from, int to) {
        for (int unit = from; unit < to; unit++) {
            if (!entry().state(unit).isReadable()) {
                super.bringReadable(unit, to);
                break;
            }
        }
        recorder.checked(watch, from, to, false);
    }

    @Override
    protected void bringWritable(int from, int to) {
        for (int unit = from; unit < to; unit++) {
            if (!entry().state(unit).isWritable()) {
                super.bringWritable(unit, to);
                break;
            }
        }
        recorder.checked(watch, from, to, true);
    }
}
