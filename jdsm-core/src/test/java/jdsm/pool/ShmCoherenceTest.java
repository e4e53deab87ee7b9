package jdsm.pool;

import jdsm.node.TestJob;

/** Ranks of this JVM that share memory by files, as processes do. */
class ShmCoherenceTest extends CoherenceContract {
    ShmCoherenceTest() {
        super(TestJob.Transport.SHM);
    }
}
