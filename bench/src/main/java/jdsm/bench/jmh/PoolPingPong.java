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

/** Two ranks write one array in turn (JDSM paper, figures 6 and 7); a turn there and one back make a round trip. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PoolPingPong {
    @Param({"1", "64", "1024", "8192", "65536", "131072", "1048576"})
    public int bytes;

    @Param("tcp")
    public String transport;

    private PoolPair<TurnProgram> pair;
    private int roundTrips;

    @Setup(Level.Trial)
    public void start() throws IOException {
        ForkWatch.begin();
        roundTrips = Batch.roundTrips(bytes);
        pair = new PoolPair<>(transport, TurnProgram.class, Integer.toString(bytes));
    }

    @Benchmark
    public void roundTrips() {
        TurnProgram program = pair.program();
        for (int i = 0; i < roundTrips; i++) {
            program.turn();
        }
    }

    @TearDown(Level.Trial)
    public void end() {
        pair.close();
    }
}
