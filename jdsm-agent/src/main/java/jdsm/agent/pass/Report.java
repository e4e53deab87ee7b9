package jdsm.agent.pass;

import jdsm.agent.analysis.Refusal;

/** Receives the refusals of passes, and the places of the checks that they weave. Used by one thread. */
public interface Report {
    /** Receives a refusal. The pass continues, so that a user sees all refusals of a class at once. */
    void refuse(Refusal refusal);

    /**
     * Receives a woven check.
     *
     * @param method the method, as {@code package.Class.method}
     * @param line the line of the access, or 0
     * @param access the checked access, in the program's words: {@code write(a[i])}
     * @param inLoop whether the check runs in each iteration of a loop
     * @param reason the reason for the check's place
     */
    default void check(String method, int line, String access, boolean inLoop, String reason) {}
}
