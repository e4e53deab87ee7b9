package jdsm.agent.pass;

import jdsm.agent.analysis.Refusal;

/** Where passes say what they have found and done. Implementations may be used by one thread. */
public interface Report {
    /** Something that must not run. The pass goes on, so that all such places of a class are told at once. */
    void refuse(Refusal refusal);

    /**
     * A check that was woven.
     *
     * @param method the method, as {@code package.Class.method}
     * @param line its line, or 0
     * @param what what is checked: a field, or an array
     * @param inLoop whether it is executed in each iteration of a loop
     * @param reason why it stands where it stands
     */
    default void check(String method, int line, String what, boolean inLoop, String reason) {}
}
