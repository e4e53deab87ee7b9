package jdsm.coherence;

/** A unit that is no more than what workers look at, and clean or dirty. */
public final class PlainUnit extends UnitState {
    /** What the state stands for. */
    int content;

    public boolean dirty;
    public boolean lowered;

    public PlainUnit(int unit, int access) {
        super(unit, access);
    }

    @Override
    public boolean isDirty() {
        return dirty;
    }

    @Override
    public boolean isLowered() {
        return lowered;
    }

    @Override
    public Publication publication() {
        return Publication.NOTIFY;
    }
}
