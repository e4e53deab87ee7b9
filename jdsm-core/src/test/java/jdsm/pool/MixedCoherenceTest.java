package jdsm.pool;

import jdsm.node.TestJob;

/** Ranks of this JVM as those of two hosts: of three, two share memory and the third is elsewhere. */
class MixedCoherenceTest extends CoherenceContract {
    MixedCoherenceTest() {
        super(TestJob.Transport.MIXED);
    }
}
