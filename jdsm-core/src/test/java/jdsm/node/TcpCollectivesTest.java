package jdsm.node;

/** Ranks of this JVM that meet over sockets of the loopback address. */
class TcpCollectivesTest extends CollectivesContract {
    TcpCollectivesTest() {
        super(TestJob.Transport.TCP);
    }
}
