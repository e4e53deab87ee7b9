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

/**
 * Updates invalid objects, {@link Batch#UPDATES} one after the other; the time of their invalidation does not count.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PoolUpdate {
    @Param({"8", "1024", "131072"})
    public int bytes;

    @Param("tcp")
    public String transport;

    private PoolPair<CopyProgram> pair;

    @Setup(Level.Trial)
    public void start() throws IOException {
        ForkWatch.begin();
        pair = new PoolPair<>(transport, CopyProgram.class, Integer.toString(bytes));
    }

    @Setup(Level.Invocation)
    public void invalidate() {
        pair.program().invalidate();
    }

    @Benchmark
    public void update() {
        pair.program().update();
    }

    @TearDown(Level.Trial)
    public void end() {
        pair.close();
    }
}
