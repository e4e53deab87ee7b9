package jdsm.bench.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import jdsm.comm.RegionKey;
import jdsm.comm.RemoteMemory;
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

/** Gets or puts of records in remote memory, one after the other. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class MemoryAccess {
    @Param({"8", "1048576"})
    public int bytes;

    @Param({"true", "false"})
    public boolean gets;

    @Param("ucx")
    public String transport;

    private CommPair pair;
    private RemoteMemory memory;
    private RegionKey key;
    private ByteBuffer own;
    private int operations;

    @Setup(Level.Trial)
    public void start() throws IOException {
        ForkWatch.begin();
        operations = Batch.accesses(bytes);
        own = ByteBuffer.allocateDirect(bytes);
        pair = new CommPair(transport, RegionHost.class, Integer.toString(bytes));
        ByteBuffer encoded = ByteBuffer.allocate(RegionKey.ENCODED_BYTES);
        pair.comm().receive(1, encoded);
        key = RegionKey.decode(encoded.flip());
        memory = pair.comm().remoteMemory().orElseThrow();
    }

    @Benchmark
    public void accesses() {
        for (int i = 0; i < operations; i++) {
            if (gets) {
                memory.getRecord(key, 0, own.clear());
            } else {
                memory.putRecord(key, 0, own.clear());
            }
        }
    }

    @TearDown(Level.Trial)
    public void end() {
        pair.close();
    }
}
