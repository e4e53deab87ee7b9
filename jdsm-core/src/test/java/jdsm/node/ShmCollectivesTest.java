package jdsm.node;

import org.junit.jupiter.api.Tag;

/** Ranks of this JVM that map the same files. */
@Tag("once")
class ShmCollectivesTest extends CollectivesContract {
    ShmCollectivesTest() {
        super(TestJob.Transport.SHM);
    }
}
