package jdsm.node;

import org.junit.jupiter.api.Tag;

/** Ranks of this JVM as those of two hosts: even ranks share memory, and odd ones. */
@Tag("once")
class MixedCollectivesTest extends CollectivesContract {
    MixedCollectivesTest() {
        super(TestJob.Transport.MIXED);
    }
}
