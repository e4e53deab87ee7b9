package jdsm.bench.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import jdsm.comm.Comm;
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

/** Program messages: a thread on each side sends and receives. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CommReceivePingPong {
    @Param({"1", "64", "1024", "8192", "65536", "131072", "1048576"})
    public int bytes;

    @Param("tcp")
    public String transport;

    private CommPair pair;
    private ByteBuffer message;
    private int roundTrips;

    @Setup(Level.Trial)
    public void start() throws IOException {
        ForkWatch.begin();
        roundTrips = Batch.roundTrips(bytes);
        message = ByteBuffer.allocateDirect(bytes);
        pair = new CommPair(transport, (from, payload) -> {}, cause -> {});
    }

    @Benchmark
    public void roundTrips() {
        Comm comm = pair.comm();
        for (int i = 0; i < roundTrips; i++) {
            comm.send(1, message.clear());
            comm.receive(1, message.clear());
        }
    }

    @TearDown(Level.Trial)
    public void end() {
        pair.close();
    }
}
