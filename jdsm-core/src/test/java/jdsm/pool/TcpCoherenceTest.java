package jdsm.pool;

import jdsm.node.TestJob;

/** Ranks of this JVM that meet over sockets of the loopback address. */
class TcpCoherenceTest extends CoherenceContract {
    TcpCoherenceTest() {
        super(TestJob.Transport.TCP);
    }
}
