package jdsm.node;

import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdsm.SPMD;
import jdsm.codec.Instances;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import jdsm.directory.Directory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes in the messages of a rank's parts. */
class NodeFuzzTest {
    static List<FuzzTarget> targets() {
        ThreadState waits =
                new ThreadState("worker 0", 7, "for a while", 6, 2, "", true, 3, List.of("A.b(A.java:1)"), "a hint");
        RankState state = new RankState(
                1, 2, List.of(waits, ThreadState.running("x", new StackTraceElement[0], "")), Map.of(6, "y"));
        ByteBuffer loop = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        new BlockCounter.Loop(1, 0, 100, 10).encode(loop);
        RegistrationTable table = table();
        return List.of(
                FuzzTarget.of(
                                "stall: state",
                                List.of(state.toBytes(), new RankState(0, 0, List.of(), Map.of()).toBytes()),
                                input -> StallReport.of(List.of(state, RankState.of(input)), List.of(), 1, 1),
                                UncheckedIOException.class)
                        .allocating(512 << 10, 256),
                FuzzTarget.of(
                        "block",
                        List.of(loop.array()),
                        input -> BlockCounter.Loop.decode(ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN)),
                        IllegalArgumentException.class,
                        BufferUnderflowException.class),
                FuzzTarget.of(
                        "registration: table",
                        List.of(table.toBytes()),
                        input -> table.firstDifference(RegistrationTable.ofBytes(ByteBuffer.wrap(input))),
                        UncheckedIOException.class,
                        IllegalArgumentException.class));
    }

    private static final class Nothing extends SPMD {
        @Override
        public void start() {}
    }

    private static RegistrationTable table() {
        Directory directory = new Directory();
        directory.add(new int[100], 10, Optional.empty());
        directory.add(new long[3], 0, Optional.empty());
        return RegistrationTable.of(
                directory,
                new ProgramFields(Instances.of(Nothing.class), List.of(), directory, 2),
                List.of(new byte[] {1, 1, 0, 0, 0, 1, 65}));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void anyBytes(FuzzTarget target) throws InterruptedException {
        Fuzzer.run(target);
    }
}
