package jdsm.runtime;

/** Calls of a program that would end the JVM, where the ranks of a job share a JVM that is not theirs. */
public final class Exits {
    private Exits() {}

    /** In place of {@code System.exit}: fails the job. */
    public static void exit(int status) {
        throw Refusal.of(
                "the program calls exit(" + status + "), which would end the JVM of all ranks and of their caller;"
                        + " return from start() and call exitStatus(" + status + ") in its place");
    }

    /** In place of {@code exit} and {@code halt} of a {@code Runtime}: fails the job. */
    public static void exit(Runtime runtime, int status) {
        exit(status);
    }
}
