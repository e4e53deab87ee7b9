package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import jdsm.comm.CommException;
import jdsm.comm.pulse.Medium;
import jdsm.comm.pulse.NetworkMedium;
import jdsm.comm.pulse.Pulse;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;
import jdsm.comm.spi.TransportKinds;

/**
 * Sends messages to the peers of a rank, and receives messages from them, by TCP on one event loop. A part of a
 * transport. The transport calls in this order: {@link #begin}, {@link #listen}, {@link #connect} after all ranks have
 * met, {@link #open}, {@link #close}. Messages are delivered from {@code open} on. Sending is thread-safe and does not
 * block.
 */
public final class TcpPeers {
    /**
     * Program messages up to this length are copied at once; the event loop reads longer ones from the caller's buffer.
     */
    private static final int COPY_BYTES = 64 << 10;

    private final CommSettings settings;
    private final Arrivals arrivals;
    private final Turns turns;
    /** Null if the limits require no signs of life. */
    private final NetworkMedium pulses;

    private final long spinNanos;

    /** Held while an address is bound: an event loop that ends meanwhile would never complete that. */
    private final Object binding = new Object();

    private volatile SharedEventLoop loop;
    private volatile TcpJoin join;
    private volatile PeerConnection[] connections = {};

    /**
     * Takes no resource.
     *
     * @param turns decides which thread delivers arrived messages
     */
    public TcpPeers(CommSettings settings, Arrivals arrivals, Turns turns) {
        this.settings = settings;
        this.arrivals = arrivals;
        this.turns = turns;
        pulses = Pulse.isWanted(settings) ? new NetworkMedium(settings, new Connections()) : null;
        NettyRuntime.initialise();
        // A poll of the JDK's selector costs several system calls: with it spinning measured slower than blocking.
        spinNanos = NettyRuntime.usesEpoll() ? settings.spinNanos() : 0;
    }

    /**
     * Makes the event loop, which {@link #close} ends. Does not block. The caller ensures that neither {@link #abort}
     * nor {@link #close} runs meanwhile.
     *
     * @param threadName the name of the event loop's own thread
     */
    public void begin(String threadName) {
        loop = NettyRuntime.eventLoop(threadName, spinNanos);
        join = new TcpJoin(arrivals, turns, settings, loop);
    }

    /** Whether {@link #begin} has been called. */
    public boolean hasBegun() {
        return loop != null;
    }

    /**
     * Starts to listen. Returns the address. Blocks until the address is bound.
     *
     * @throws CommException after {@link #close}
     */
    public InetSocketAddress listen() {
        synchronized (binding) {
            if (loop.isShuttingDown()) {
                throw arrivals.failureOrClosed();
            }
            return join.listen();
        }
    }

    /** Whether the connections are encrypted. After {@link #listen}. */
    public boolean isEncrypted() {
        return join.isEncrypted();
    }

    /**
     * Starts to connect to the peers. Does not block.
     *
     * @param where the addresses of the peers, by rank; null: no peer
     * @return a future that completes when all are connected, or with the {@link CommException} that ends joining
     */
    public CompletableFuture<Void> connect(InetSocketAddress[] where) {
        return join.connect(where);
    }

    /** Returns the peers that are not connected yet. Any thread. */
    public Collection<Integer> absent() {
        return join.absent();
    }

    /** Starts to read from all peers, after all are connected. */
    public void open() {
        PeerConnection[] all = join.connections();
        connections = all;
        for (PeerConnection connection : all) {
            if (connection != null) {
                if (pulses != null) {
                    pulses.add(
                            connection.peer(),
                            (InetSocketAddress) connection.channel().localAddress(),
                            (InetSocketAddress) connection.channel().remoteAddress());
                }
                connection.channel().config().setAutoRead(true);
            }
        }
    }

    /** Whether the connection to a peer is still there. After {@link #open}. Any thread. */
    public boolean isConnected(int peer) {
        return connections[peer].channel().isActive();
    }

    /** Makes a frame that {@link #send(int, OutgoingFrame)} sends without a copy. */
    public OutgoingFrame newFrame(int kind, int lengthBytes) {
        return new TcpFrame(kind, lengthBytes);
    }

    /** Sends a runtime message. Copies a frame that {@link #newFrame} has not made. */
    public void send(int to, OutgoingFrame frame) {
        if (frame instanceof TcpFrame own) {
            connections[to].enqueue(own.message());
        } else {
            sendCopy(to, frame.kind(), frame.buffer().clear());
            frame.recycle();
        }
    }

    private void sendCopy(int to, int kind, ByteBuffer payload) {
        ByteBuf copy = NettyRuntime.buffer(Header.BYTES + payload.remaining());
        Header.write(copy, kind, payload.remaining());
        connections[to].enqueue(copy.writeBytes(payload));
    }

    /**
     * Sends a program message.
     *
     * @return true if the caller may reuse the payload; false if the event loop completes the message later
     */
    public boolean send(int to, OutgoingMessage message) {
        if (message.lengthBytes() > COPY_BYTES) {
            connections[to].enqueue(message);
            return false;
        }
        sendCopy(to, TransportKinds.PROGRAM, message.payload());
        return true;
    }

    /** Sends a message of the transport's own. Drops the message before {@link #open}. */
    public void sendControl(int to, int kind, long value) {
        if (connections.length == 0) {
            return;
        }
        ByteBuf message = NettyRuntime.buffer(Header.BYTES + TransportKinds.PAYLOAD_BYTES);
        Header.write(message, kind, TransportKinds.PAYLOAD_BYTES);
        message.writeLongLE(value);
        if (kind == TransportKinds.GOODBYE) {
            connections[to].enqueueLast(message);
        } else {
            connections[to].enqueue(message);
        }
        if (kind == TransportKinds.LOST && pulses != null) {
            pulses.lastWords(to, (int) value);
        }
    }

    /** Gives signs of life access to the connections. */
    private final class Connections implements NetworkMedium.Connections {
        @Override
        public void tell(int peer, int kind, long value) {
            sendControl(peer, kind, value);
        }

        @Override
        public int reads(int peer) {
            return connections[peer].reads();
        }
    }

    /**
     * Returns the medium that carries signs of life between this rank and its peers, if there is one. After
     * {@link #open}.
     */
    public List<Medium> pulses() {
        return pulses == null ? List.of() : List.of(pulses);
    }

    /** A peer has sent the port on which it receives signs of life. */
    public void pulseAt(int peer, long port) {
        if (pulses != null) {
            pulses.meet(peer, port);
        }
    }

    /** Returns the rank whose loss a peer gave, beside its connection, as the reason of its own end; -1: none. */
    public int lastWord(int peer) {
        return pulses == null ? -1 : pulses.lost(peer);
    }

    /** Returns a future that completes when all messages sent before have left this process. */
    public CompletableFuture<Void> flush() {
        List<CompletableFuture<Void>> written = new ArrayList<>();
        for (PeerConnection connection : connections) {
            if (connection != null) {
                written.add(connection.flush());
            }
        }
        return CompletableFuture.allOf(written.toArray(CompletableFuture[]::new));
    }

    /** Runs a task on the event loop; drops the task if the loop has ended. Any thread. */
    void execute(Runnable task) {
        try {
            loop.execute(task);
            loop.runPending();
        } catch (RejectedExecutionException e) {
            // The loop has ended.
        }
    }

    /**
     * Writes queued messages if no thread drives the event loop. The caller must hold no lock that a handler may take.
     */
    public void runPending() {
        loop.runPending();
    }

    /** Drives the event loop until {@code done} or for some nanoseconds. Returns the last result of {@code done}. */
    boolean progress(BooleanSupplier done, long nanos) {
        SharedEventLoop running = loop;
        return running == null ? done.getAsBoolean() : running.drive(done, nanos);
    }

    /** Reads messages if no thread drives the event loop. The caller must hold no lock that a handler may take. */
    public void poll() {
        SharedEventLoop running = loop;
        if (running != null) {
            running.poll();
        }
    }

    /** Whether the calling thread drives the event loop. */
    boolean isDriving() {
        SharedEventLoop running = loop;
        return running != null && running.inEventLoop();
    }

    /** Whether the event loop's own thread drives it, which {@link #look} would have to wake. */
    public boolean isWithItsThread() {
        return loop.isWithItsThread();
    }

    /** Whether waiting threads may drive the event loop: not if ranks share processors. */
    public boolean mayBeLookedAt() {
        return loop.isShared();
    }

    /**
     * The calling thread waits for a message: until {@link #wantNoLonger}, {@link #look} reads messages. Only if
     * {@link #mayBeLookedAt}.
     */
    public void want() {
        loop.want();
    }

    /**
     * Ends {@link #want}.
     *
     * @param finished whether the awaited message has arrived
     */
    public void wantNoLonger(boolean finished) {
        loop.wantNoLonger(finished);
    }

    /** Reads messages if a thread {@link #want wants} them and no thread drives the event loop. Does not block. */
    public void look() {
        loop.look();
    }

    /** Ends joining and all connections. Does not block. Any thread. */
    public void abort() {
        if (join != null) {
            join.abort();
        }
    }

    /** As {@link #abort}; also ends the event loop once its queue is empty. Blocks. Not on the event loop. */
    public void close() {
        if (loop == null) {
            return;
        }
        abort();
        if (pulses != null) {
            pulses.close();
        }
        synchronized (binding) {
            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        }
        boolean interrupted = false;
        while (!loop.isTerminated()) {
            try {
                loop.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (join != null) {
            join.release();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
