package jdsm.node;

/** Ranks of this JVM that map the same files. */
class ShmCollectivesTest extends CollectivesContract {
    ShmCollectivesTest() {
        super(TestJob.Transport.SHM);
    }
}
