package jdsm.agent.pass;

/** Receives each woven check, and each method that is too long for the JIT compiler. */
@FunctionalInterface
public interface CheckReport {
    /** Wants no checks, so that nobody looks for their reasons. */
    CheckReport NONE = (method, line, access, inLoop, reason) -> {};

    /**
     * Receives a check.
     *
     * @param method the method, as {@code package.Class.method}
     * @param line the line of the checked access, or 0
     * @param access the checked access, in the program's words: {@code write(a[i])}; for a method that is too long, its
     *     length
     * @param inLoop whether the check runs in each iteration of the innermost loop around the access
     * @param reason the reason for the check's place
     */
    void check(String method, int line, String access, boolean inLoop, String reason);
}
