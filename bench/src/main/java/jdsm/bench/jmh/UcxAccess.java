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

/** The yardstick of remote memory over {@code ucx}: gets or puts by UCX's Java binding alone. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class UcxAccess {
    @Param({"8", "1048576"})
    public int bytes;

    @Param({"true", "false"})
    public boolean gets;

    private UcxPair pair;
    private int operations;

    @Setup(Level.Trial)
    public void start() throws IOException {
        ForkWatch.begin();
        operations = Batch.accesses(bytes);
        pair = new UcxPair(bytes);
    }

    @Benchmark
    public void accesses() {
        BareUcx side = pair.side();
        for (int i = 0; i < operations; i++) {
            if (gets) {
                side.get();
            } else {
                side.put();
            }
        }
    }

    @TearDown(Level.Trial)
    public void end() throws IOException {
        pair.close();
    }
}
