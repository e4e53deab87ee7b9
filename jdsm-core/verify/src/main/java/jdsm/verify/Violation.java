package jdsm.verify;

/** The violation of a rule in a simulated job. */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final long seed;

    Violation(String message) {
        super(message);
        this.seed = -1;
    }

    /** The violation under a seed: another violation, or an error that the runtime itself has detected. */
    Violation(long seed, RuntimeException what) {
        super("seed " + seed + ": " + text(what), what);
        this.seed = seed;
    }

    /** The message of a violation; for another error its class and message. */
    static String text(RuntimeException what) {
        return what instanceof Violation ? what.getMessage() : what.toString();
    }

    /** The seed that reproduces the violation, or -1. */
    public long seed() {
        return seed;
    }
}
