package jdsm.node;

import jdsm.SPMD;
import jdsm.UsageException;
import jdsm.config.JdsmConfig;
import jdsm.directory.Directory;
import jdsm.runtime.Woven;

/** What a job requires of its program, and of the classes of this JVM. Each method throws UsageException. */
final class Requirements {
    private final JdsmConfig config;
    private final int ranks;

    Requirements(JdsmConfig config, int ranks) {
        this.config = config;
        this.ranks = ranks;
    }

    /**
     * Requires that the job shares an object. Runs after the comparison of the ranks, so all of them come to the same
     * result.
     */
    void shares(Directory directory) {
        if (ranks > 1 && directory.entries().isEmpty() && !config.allowsNothingShared()) {
            throw new UsageException("nothing is shared, so that each of the " + ranks + " ranks would compute for"
                    + " itself: the program is not woven (no agent) and registers nothing (pool.register in initialize());"
                    + " do either, or say --allow-nothing-shared (JDSM_ALLOW_NOTHING_SHARED=true) if that is meant, for"
                    + " instance because ranks exchange messages only, or values by Collectives");
        }
    }

    void checkable(SPMD program) {
        if (config.check() && !(program instanceof Woven)) {
            throw new UsageException(
                    "--check is for woven programs, and this one is not woven: start it with the agent");
        } else if (config.check() && ranks == 1) {
            throw new UsageException(
                    "--check looks at what ranks share, and there is one rank only: give -p 2 or more");
        }
    }

    /** Requires that the classes of this JVM make checks, if the job has several ranks. */
    void checks() {
        if (ranks > 1 && Boolean.getBoolean(Woven.ALONE)) {
            throw new UsageException("the agent has woven the classes of this JVM for a job of one rank, because the"
                    + " environment says JDSM_RANKS=1, but this job has " + ranks
                    + " ranks: unset JDSM_RANKS, or set it to the number of ranks, before the JVM starts");
        }
    }
}
