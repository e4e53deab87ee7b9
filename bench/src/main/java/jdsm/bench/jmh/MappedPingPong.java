package jdsm.bench.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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

/** The yardstick of {@code shm}: two processes map a file, and each side spins, copies out and copies in. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class MappedPingPong {
    private static final Path SHARED = Path.of("/dev/shm");

    @Param({"1", "64", "1024", "8192", "65536", "131072", "1048576"})
    public int bytes;

    private Path file;
    private MappedEcho side;
    private ByteBuffer message;
    private Partner partner;
    private int roundTrips;

    @Setup(Level.Trial)
    public void start() throws IOException {
        ForkWatch.begin();
        roundTrips = Batch.roundTrips(bytes);
        message = ByteBuffer.allocateDirect(bytes);
        Path folder = Files.isDirectory(SHARED) ? SHARED : Path.of(System.getProperty("java.io.tmpdir"));
        file = Files.createTempFile(folder, "jdsm-bench-", ".mapped");
        side = new MappedEcho(file, bytes, 0);
        partner = Partner.start(MappedEcho.class, Map.of(), file.toString(), Integer.toString(bytes));
    }

    @Benchmark
    public void roundTrips() {
        for (int i = 0; i < roundTrips; i++) {
            side.send(message);
            side.receive(message);
        }
    }

    @TearDown(Level.Trial)
    public void end() throws IOException {
        side.end();
        partner.close();
        Files.delete(file);
    }
}
