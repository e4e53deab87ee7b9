package jdsm.agent.pass;

import jdsm.agent.analysis.Refusal;

/** Receives the refusals of passes, and if wanted the checks that they weave. Used by one thread. */
public interface Report {
    /** Receives a refusal. The pass continues, so that a user sees all refusals of a class at once. */
    void refuse(Refusal refusal);

    /** The receiver of woven checks. Their reasons take long to find, so none is wanted unless a report says so. */
    default CheckReport checks() {
        return CheckReport.NONE;
    }
}
