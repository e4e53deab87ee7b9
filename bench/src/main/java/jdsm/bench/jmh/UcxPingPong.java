package jdsm.bench.jmh;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The yardstick of {@code ucx}: tagged messages by UCX's Java binding alone, there and back. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class UcxPingPong {
    @Param({"8", "1048576"})
    public int bytes;

    private UcxPair pair;
    private int operations;

    @Setup(Level.Trial)
    public void start() throws IOException {
        ForkWatch.begin();
        operations = Batch.roundTrips(bytes);
        pair = new UcxPair(bytes);
    }

    @Benchmark
    public void roundTrips() {
        BareUcx side = pair.side();
        for (int i = 0; i < operations; i++) {
            side.send();
            side.receive();
        }
    }

    @TearDown(Level.Trial)
    public void end() throws IOException {
        pair.close();
    }
}
