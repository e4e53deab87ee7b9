package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import jdsm.comm.CommException;
import jdsm.comm.spi.AbstractComm;
import jdsm.comm.spi.ArrivedMessage;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.HeapMessage;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;
import jdsm.comm.spi.PostedReceive;
import jdsm.comm.spi.TransportKinds;

/** A rank connected to each other rank by TCP; its event loop's thread is the delivery thread. */
final class TcpComm extends AbstractComm {
    /** Program messages up to this are copied at once; longer ones are read from the caller's buffer by the event loop. */
    private static final int COPY_BYTES = 64 << 10;

    private final long spinNanos;
    /** Held while the event loop is made: who closes meanwhile finds all of it or nothing. */
    private final Object setUp = new Object();

    private volatile SharedEventLoop loop;
    private volatile TcpJoin join;
    private volatile PeerConnection[] connections;

    TcpComm(CommSettings settings) {
        super(settings);
        NettyRuntime.initialise();
        // A look at the JDK's selector costs several system calls: there spinning has measured slower than blocking.
        spinNanos = NettyRuntime.usesEpoll() ? settings.spinNanos() : 0;
    }

    @Override
    protected void join() {
        synchronized (setUp) {
            CommException failure = failure();
            if (failure != null) {
                throw failure;
            }
            loop = NettyRuntime.eventLoop("jdsm-delivery-" + rank(), spinNanos);
            join = new TcpJoin(this, settings(), loop);
        }
        join.run();
    }

    /** All connections are there. On the event loop, before any of them reads. */
    void connected(PeerConnection[] all) {
        connections = all;
    }

    // What connections call, on the event loop.

    boolean knows(int kind) {
        return accepts(kind);
    }

    void runtimeMessage(int from, int kind, ByteBuffer payload) {
        deliver(from, kind, payload);
    }

    void controlMessage(int from, int kind, long value) {
        deliverControl(from, kind, value);
    }

    void programMessage(int from, ByteBuffer payload) {
        programMessage(HeapMessage.copyOf(from, payload));
    }

    void programMessage(ArrivedMessage message) {
        deliverProgram(message);
    }

    PostedReceive posted(int from, int lengthBytes) {
        return postedReceive(from, lengthBytes);
    }

    void connectionEnded(int peer) {
        peerEnded(peer);
    }

    void failed(CommException cause) {
        fail(cause);
    }

    // What AbstractComm calls.

    @Override
    protected OutgoingFrame newFrame(int kind, int lengthBytes) {
        return new TcpFrame(kind, lengthBytes);
    }

    @Override
    protected void transmitFrame(int to, OutgoingFrame frame) {
        connections[to].enqueue(((TcpFrame) frame).message());
    }

    @Override
    protected boolean transmitProgram(int to, OutgoingMessage message) {
        int lengthBytes = message.lengthBytes();
        if (lengthBytes > COPY_BYTES) {
            connections[to].enqueue(message);
            return false;
        }
        ByteBuf copy = NettyRuntime.buffer(Header.BYTES + lengthBytes);
        Header.write(copy, TransportKinds.PROGRAM, lengthBytes);
        copy.writeBytes(message.payload());
        connections[to].enqueue(copy);
        return true;
    }

    @Override
    protected void transmitControl(int to, int kind, long value) {
        ByteBuf message = NettyRuntime.buffer(Header.BYTES + TransportKinds.PAYLOAD_BYTES);
        Header.write(message, kind, TransportKinds.PAYLOAD_BYTES);
        connections[to].enqueue(message.writeLongLE(value));
    }

    @Override
    public void execute(Runnable task) {
        SharedEventLoop running = loop;
        if (running == null) {
            throw new IllegalStateException("this Comm is not started");
        }
        try {
            running.execute(() -> runTask(task));
            running.runPending();
        } catch (RejectedExecutionException e) {
            // Closed: the task is dropped, as documented.
        }
    }

    @Override
    protected void submitted() {
        loop.runPending();
    }

    @Override
    public boolean progress(BooleanSupplier done) {
        SharedEventLoop running = loop;
        return running == null ? done.getAsBoolean() : running.drive(done, waitNanos());
    }

    @Override
    public void poll() {
        SharedEventLoop running = loop;
        if (running != null) {
            running.poll();
        }
    }

    @Override
    public boolean onDeliveryThread() {
        SharedEventLoop running = loop;
        return running != null && running.inEventLoop();
    }

    @Override
    protected CompletableFuture<Void> flushTransport() {
        List<CompletableFuture<Void>> written = new ArrayList<>();
        for (PeerConnection connection : connections) {
            if (connection != null) {
                written.add(connection.flush());
            }
        }
        return CompletableFuture.allOf(written.toArray(CompletableFuture[]::new));
    }

    @Override
    protected void abort() {
        TcpJoin joining;
        synchronized (setUp) {
            joining = join;
        }
        if (joining != null) {
            joining.abort();
        }
    }

    @Override
    protected void shutDown() {
        synchronized (setUp) {
            if (loop == null) {
                return;
            }
        }
        if (failure() == null) {
            awaitWritten();
        }
        join.close();
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        boolean interrupted = false;
        while (!loop.isTerminated()) {
            try {
                loop.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        join.release();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
