package jobs;

import jdsm.SPMD;

/** Fails in a way that its first argument names, on its last worker. */
public final class Failing extends SPMD {
    /** An exception of the program, which the caller has, too. */
    public static final class Overheated extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int degrees;

        Overheated(int degrees) {
            super("at " + degrees + " degrees", new IllegalStateException("too hot"));
            this.degrees = degrees;
        }

        public int degrees() {
            return degrees;
        }
    }

    /** An exception that cannot be serialised. */
    @SuppressWarnings("serial")
    private static final class Unserialisable extends RuntimeException {
        private final Object place = new Object();

        Unserialisable() {
            super("as told", new IllegalArgumentException("the cause"));
        }

        @Override
        public String toString() {
            return "Unserialisable: " + (place == null ? "" : getMessage());
        }
    }

    /** Shared, so that there is something to fail about. */
    private int unprotected;

    @Override
    public void start() throws InterruptedException {
        if (worker() != workers() - 1) {
            if (args()[0].equals("race")) {
                unprotected++;
            }
            barrier();
            return;
        }
        switch (args()[0]) {
            case "own" -> throw new Overheated(451);
            case "unserialisable" -> throw new Unserialisable();
            case "exit" -> System.exit(3);
            case "halt" -> {
                try {
                    Runtime.getRuntime().halt(4);
                } catch (UnsupportedOperationException e) {
                    unprotected = 1; // a refusal that is caught fails the job all the same
                }
            }
            case "race" -> unprotected++;
            case "hang" -> {
                synchronized (this) {
                    wait();
                }
            }
            default -> throw new jdsm.UsageException("no such thing: " + args()[0]);
        }
        barrier();
    }
}
