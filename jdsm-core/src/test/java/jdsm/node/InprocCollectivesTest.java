package jdsm.node;

/** Ranks of this JVM that hand bytes to each other. */
class InprocCollectivesTest extends CollectivesContract {
    InprocCollectivesTest() {
        super(TestJob.Transport.INPROC);
    }
}
