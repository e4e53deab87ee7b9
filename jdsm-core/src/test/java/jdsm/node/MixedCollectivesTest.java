package jdsm.node;

/** Ranks of this JVM as those of two hosts: even ranks share memory, and odd ones. */
class MixedCollectivesTest extends CollectivesContract {
    MixedCollectivesTest() {
        super(TestJob.Transport.MIXED);
    }
}
