package jdsm.bench.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdsm.comm.CommException;
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

/** Runtime messages from handler to handler; the measuring thread starts a batch and is woken at its end. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CommHandlerPingPong {
    @Param({"1", "64", "1024", "8192", "65536", "131072", "1048576"})
    public int bytes;

    @Param("tcp")
    public String transport;

    private CommPair pair;
    private ByteBuffer message;
    private int roundTrips;
    private volatile Thread waiting;
    private volatile CommException failure;
    /**
     * Number of outstanding answers. The measuring thread owns the field until it has posted, then the delivery thread.
     */
    private int left;

    private volatile boolean done;

    @Setup(Level.Trial)
    public void start() throws IOException {
        ForkWatch.begin();
        roundTrips = Batch.roundTrips(bytes);
        message = ByteBuffer.allocateDirect(bytes);
        pair = new CommPair(transport, this::onMessage, this::onFailure);
    }

    private void onMessage(int from, ByteBuffer payload) {
        if (--left > 0) {
            CommEcho.echo(pair.comm(), from, payload);
        } else {
            done = true;
            LockSupport.unpark(waiting);
        }
    }

    private void onFailure(CommException cause) {
        failure = cause;
        LockSupport.unpark(waiting);
    }

    @Benchmark
    public void roundTrips() {
        waiting = Thread.currentThread();
        left = roundTrips;
        done = false;
        CommEcho.echo(pair.comm(), 1, message.clear());
        while (!done) {
            if (failure != null) {
                throw failure;
            }
            LockSupport.park(this);
        }
    }

    @TearDown(Level.Trial)
    public void end() {
        pair.close();
    }
}
