package jdsm.pool;

import jdsm.node.TestJob;

/** Threads of this JVM that meet in memory. */
class InprocCoherenceTest extends CoherenceContract {
    InprocCoherenceTest() {
        super(TestJob.Transport.INPROC);
    }
}
