package jdsm.bench.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
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

/** The yardstick: one thread on each side of a plain connection; both know the length of a message. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class SocketPingPong {
    @Param({"1", "64", "1024", "8192", "65536", "131072", "1048576"})
    public int bytes;

    /** Whether each side polls for bytes and does not block. */
    @Param("false")
    public boolean spins;

    private SocketChannel channel;
    private Partner partner;
    private ByteBuffer message;
    private int roundTrips;

    @Setup(Level.Trial)
    public void start() throws IOException {
        ForkWatch.begin();
        roundTrips = Batch.roundTrips(bytes);
        message = ByteBuffer.allocateDirect(bytes);
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
            partner = Partner.start(
                    SocketEcho.class,
                    Map.of(),
                    Integer.toString(port),
                    Integer.toString(bytes),
                    Boolean.toString(spins));
            partner.onEnd(() -> close(listener));
            channel = listener.accept();
        }
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(!spins);
    }

    private static void close(ServerSocketChannel listener) {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Benchmark
    public void roundTrips() throws IOException {
        for (int i = 0; i < roundTrips; i++) {
            SocketEcho.write(channel, message);
            SocketEcho.read(channel, message);
        }
    }

    @TearDown(Level.Trial)
    public void end() throws IOException {
        channel.close();
        partner.close();
    }
}
