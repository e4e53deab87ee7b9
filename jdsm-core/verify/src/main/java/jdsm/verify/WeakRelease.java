package jdsm.verify;

import jdsm.coherence.Publication;
import jdsm.coherence.UnitState;

/** Stands for the unit of a release for which a worker waits outside any lock and barrier. */
final class WeakRelease extends UnitState {
    private final Runnable then;

    /** @param then runs after the release */
    WeakRelease(Runnable then) {
        super(0, INVALID);
        this.then = then;
    }

    void end() {
        then.run();
    }

    @Override
    public boolean isDirty() {
        return false;
    }

    @Override
    public boolean isLowered() {
        return false;
    }

    @Override
    public Publication publication() {
        return Publication.INVALIDATE;
    }
}
