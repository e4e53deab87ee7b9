package jdsm.remote.door;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes at the door of a memory server, and from it. */
class DoorFuzzTest {
    private static final byte[] NONCE = new byte[Proof.NONCE_BYTES];

    static List<FuzzTarget> targets() throws IOException {
        ByteArrayOutputStream wish = new ByteArrayOutputStream();
        new Wish(4 << 10, 100, "tcp", 1).write(new DataOutputStream(wish));
        ByteArrayOutputStream visit = new ByteArrayOutputStream();
        Proof.greet(new DataOutputStream(visit), NONCE);
        proof(NONCE).send(new DataOutputStream(visit), Visit.CLIENT_SIDE, wish.toByteArray());
        return List.of(
                FuzzTarget.of(
                                "memory: wish",
                                List.of(wish.toByteArray()),
                                input -> Wish.read(in(input)),
                                IOException.class,
                                java.io.EOFException.class,
                                java.io.UTFDataFormatException.class,
                                IllegalArgumentException.class)
                        .allocating(512 << 10, 64), // room for a text of the longest length, before it is read
                FuzzTarget.of(
                                "memory: visit",
                                List.of(visit.toByteArray()),
                                DoorFuzzTest::visited,
                                IOException.class,
                                java.io.EOFException.class,
                                java.io.UTFDataFormatException.class,
                                IllegalArgumentException.class)
                        .allocating(512 << 10, 64));
    }

    private static Proof proof(byte[] nonce) {
        return new Proof("a secret of some length".getBytes(StandardCharsets.UTF_8), nonce, NONCE);
    }

    private static DataInputStream in(byte[] input) {
        return new DataInputStream(new ByteArrayInputStream(input));
    }

    private static void visited(byte[] input) throws IOException {
        DataInputStream in = in(input);
        Wish.read(in(proof(Proof.greeted(in)).receive(in, Visit.CLIENT_SIDE)));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void anyBytes(FuzzTarget target) throws InterruptedException {
        Fuzzer.run(target);
    }
}
