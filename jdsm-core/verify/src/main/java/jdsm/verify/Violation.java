package jdsm.verify;

/** What must never happen has happened in a simulated job. */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long seed;

    Violation(String message) {
        super(message);
        this.seed = -1;
    }

    /** What happened under a seed. */
    Violation(long seed, RuntimeException what) {
        super("seed " + seed + ": " + text(what), what);
        this.seed = seed;
    }

    /** A violation's words, or what the runtime itself noticed and what that is. */
    static String text(RuntimeException what) {
        return what instanceof Violation ? what.getMessage() : what.toString();
    }

    /** The seed that shows it again, or -1. */
    public long seed() {
        return seed;
    }
}
