package jdsm.launcher.host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import jdsm.launcher.plan.Cores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes between the launcher and its helper on a host. */
class HostFuzzTest {
    static List<FuzzTarget> targets() throws IOException {
        HostSetup setup =
                new HostSetup("digest", "/home/me", List.of("a.jar", "b.jar"), 5000, 1L << 40, true, true, "job");
        HostCommand command = new HostCommand(List.of("java", "-version"), Map.of("A", "b"), List.of("C"));
        HostFacts facts = new HostFacts(
                "digest",
                "/usr/bin/java",
                17,
                4,
                Cores.decode("0:0,2;0:1,3"),
                "boot",
                1L << 33,
                "/home/me",
                "/lib",
                "",
                "10.0.0.1",
                "",
                List.of("c.jar"));
        byte[] toHost = frames(
                new Frame(Frame.Type.SETUP, -1, setup.encode()),
                new Frame(Frame.Type.START, 0, command.encode()),
                Frame.of(Frame.Type.ALIVE, -1),
                Frame.of(Frame.Type.ASK_CLOCK, -1),
                Frame.of(Frame.Type.KILL, 0));
        byte[] fromHost = frames(
                new Frame(Frame.Type.HELLO, -1, facts.encode()),
                Frame.of(Frame.Type.OUT, 0, "text"),
                Frame.of(Frame.Type.NOT_STARTED, 1, "why"),
                new Frame(Frame.Type.CLOCK, -1, new byte[8]),
                new Frame(Frame.Type.ENDED, 0, new byte[4]));
        return List.of(
                FuzzTarget.of("host: frames", List.of(toHost, fromHost), HostFuzzTest::frames, IOException.class),
                FuzzTarget.of("host: setup", List.of(setup.encode()), HostSetup::decode, IOException.class),
                FuzzTarget.of("host: command", List.of(command.encode()), HostCommand::decode, IOException.class),
                FuzzTarget.of("host: facts", List.of(facts.encode()), HostFacts::decode, IOException.class));
    }

    private static byte[] frames(Frame... frames) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Frame frame : frames) {
            frame.write(new DataOutputStream(bytes));
        }
        return bytes.toByteArray();
    }

    private static void frames(byte[] input) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(input));
        for (Frame frame = Frame.read(in); frame != null; frame = Frame.read(in)) {
            switch (frame.type()) {
                case SETUP -> HostSetup.decode(frame.content());
                case START -> HostCommand.decode(frame.content());
                case HELLO -> HostFacts.decode(frame.content());
                default -> frame.text();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("targets")
    void anyBytes(FuzzTarget target) throws InterruptedException {
        Fuzzer.run(target);
    }
}
