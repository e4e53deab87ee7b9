package jdsm.agent.pass.access;

/** Hears of each check that is woven. */
@FunctionalInterface
public interface CheckReport {
    /** Hears nothing. */
    CheckReport NONE = (method, line, what, inLoop, reason) -> {};

    /**
     * A check.
     *
     * @param method the method, as {@code package.Class.method}
     * @param line the line of the access that it is for, or 0
     * @param what what is checked, in the program's words: {@code write(a, i)}
     * @param inLoop whether it is executed in each iteration of the innermost loop around the access
     * @param reason why it stands where it stands
     */
    void check(String method, int line, String what, boolean inLoop, String reason);
}
