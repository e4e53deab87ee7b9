package jdsm.coherence;

/** Two ranks have written a unit whose content changes as a whole in one interval: one of them would be lost. */
public final class WriteConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int unit;

    public WriteConflictException(int unit) {
        super("unit " + unit + " was written by two ranks in one interval");
        this.unit = unit;
    }

    public int unit() {
        return unit;
    }
}
