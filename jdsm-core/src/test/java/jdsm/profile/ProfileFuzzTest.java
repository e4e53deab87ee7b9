package jdsm.profile;

import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import org.junit.jupiter.api.Test;

/** Any bytes in place of a rank's profile. */
class ProfileFuzzTest {
    @Test
    void anyBytes() throws InterruptedException {
        ClassProfile type = new ClassProfile(
                "C",
                "0".repeat(64),
                "",
                3,
                new ClassEvents(1, 2, 3, 4),
                List.of(FieldProfile.of("f", "I", true, 5, 6, 1), FieldProfile.of("g", "J", false, 5, 6, 1)));
        ArrayProfile array = ArrayProfile.of("C.a", "int[]", 5, 1, 2, 3, 4, 1);
        WaitProfile wait = new WaitProfile("C.java:1", "C.a", "for a copy", 3, 4, Ranks.of(3, 1));
        AllocationProfile site = new AllocationProfile("C.java:1", "C", 5, 80, 4, 3);
        byte[] profile = RankProfile.toBytes(new Profile(
                2, 1, Thresholds.DEFAULT, List.of(type, type), List.of(array), List.of(wait), List.of(site)));
        byte[] empty =
                RankProfile.toBytes(new Profile(2, 1, Thresholds.DEFAULT, List.of(), List.of(), List.of(), List.of()));
        Fuzzer.run(FuzzTarget.of(
                        "profile",
                        List.of(profile, empty),
                        input -> RankProfile.ofBytes(1, ByteBuffer.wrap(input)),
                        UncheckedIOException.class)
                .allocating(512 << 10, 64)); // room for a text of the longest length, before it is read
    }
}
