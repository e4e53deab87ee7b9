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
 * The peers to which a rank is connected by TCP: what goes to them and comes from them, on an event loop. A part of a transport,
 * in the order: {@link #begin}, {@link #listen}, the meeting of all ranks, {@link #connect}, {@link #open}, {@link #close}.
 * Messages are delivered from {@code open} on.
 */
public final class TcpPeers {
    /** Program messages up to this are copied at once; longer ones are read from the caller's buffer by the event loop. */
    private static final int COPY_BYTES = 64 << 10;

    private final CommSettings settings;
    private final Arrivals arrivals;
    private final Turns turns;
    /** Null where ranks need not give signs of life. */
    private final NetworkMedium pulses;

    private final long spinNanos;

    private volatile SharedEventLoop loop;
    private volatile TcpJoin join;
    private volatile PeerConnection[] connections = {};

    /**
     * Takes no resource.
     *
     * @param turns when what comes is delivered
     */
    public TcpPeers(CommSettings settings, Arrivals arrivals, Turns turns) {
        this.settings = settings;
        this.arrivals = arrivals;
        this.turns = turns;
        pulses = Pulse.isWanted(settings) ? new NetworkMedium(settings, new Connections()) : null;
        NettyRuntime.initialise();
        // A look at the JDK's selector costs several system calls: there spinning has measured slower than blocking.
        spinNanos = NettyRuntime.usesEpoll() ? settings.spinNanos() : 0;
    }

    /**
     * From here on there is something to {@link #abort} and {@link #close}; the caller sees to it that neither runs meanwhile.
     *
     * @param threadName of the event loop's own thread
     */
    public void begin(String threadName) {
        loop = NettyRuntime.eventLoop(threadName, spinNanos);
        join = new TcpJoin(arrivals, turns, settings, loop);
    }

    /** Whether {@link #begin} has been called. */
    public boolean hasBegun() {
        return loop != null;
    }

    /** Lets others connect. @return where */
    public InetSocketAddress listen() {
        return join.listen();
    }

    /**
     * Connects to the peers.
     *
     * @param where they listen, by rank; null: no peer
     * @return what ends when all are there, or with the {@link CommException} that ends joining
     */
    public CompletableFuture<Void> connect(InetSocketAddress[] where) {
        return join.connect(where);
    }

    /** The peers that have not connected yet. */
    public Collection<Integer> absent() {
        return join.absent();
    }

    /** All are connected: they may send. */
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

    /** A frame that is sent without being copied. */
    public OutgoingFrame newFrame(int kind, int lengthBytes) {
        return new TcpFrame(kind, lengthBytes);
    }

    /** Sends a runtime message; a frame of another part is copied. */
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

    /** Sends a program message. @return whether its payload is free again; else the message is completed later */
    public boolean send(int to, OutgoingMessage message) {
        if (message.lengthBytes() > COPY_BYTES) {
            connections[to].enqueue(message);
            return false;
        }
        sendCopy(to, TransportKinds.PROGRAM, message.payload());
        return true;
    }

    /** Sends a message of the transport's own, if there is a way yet. */
    public void sendControl(int to, int kind, long value) {
        if (connections.length == 0) {
            return;
        }
        ByteBuf message = NettyRuntime.buffer(Header.BYTES + TransportKinds.PAYLOAD_BYTES);
        Header.write(message, kind, TransportKinds.PAYLOAD_BYTES);
        connections[to].enqueue(message.writeLongLE(value));
        if (kind == TransportKinds.LOST && pulses != null) {
            pulses.lastWords(to, (int) value);
        }
    }

    /** The connections as signs of life see them. */
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

    /** How signs of life go to these peers and come from them. After {@link #open}. */
    public List<Medium> pulses() {
        return pulses == null ? List.of() : List.of(pulses);
    }

    /** A peer has told where it receives signs of life. */
    public void pulseAt(int peer, long port) {
        if (pulses != null) {
            pulses.meet(peer, port);
        }
    }

    /** Because of whose loss a peer has said that it ends, beside its connection; -1: it has said nothing. */
    public int lastWord(int peer) {
        return pulses == null ? -1 : pulses.lost(peer);
    }

    /** Completes when all that was sent before has left this process. */
    public CompletableFuture<Void> flush() {
        List<CompletableFuture<Void>> written = new ArrayList<>();
        for (PeerConnection connection : connections) {
            if (connection != null) {
                written.add(connection.flush());
            }
        }
        return CompletableFuture.allOf(written.toArray(CompletableFuture[]::new));
    }

    /** Runs a task on the event loop, or drops it if that has ended. */
    void execute(Runnable task) {
        try {
            loop.execute(task);
            loop.runPending();
        } catch (RejectedExecutionException e) {
            // Closed.
        }
    }

    /** Writes what was sent, where nobody drives the event loop. Not with a lock held that a handler may want. */
    public void runPending() {
        loop.runPending();
    }

    /** Drives the event loop until done, or for a while. @return whether it is done */
    boolean progress(BooleanSupplier done, long nanos) {
        SharedEventLoop running = loop;
        return running == null ? done.getAsBoolean() : running.drive(done, nanos);
    }

    /** Looks for messages, if nobody drives the event loop. Not with a lock held that a handler may want. */
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

    /** Whether a thread that {@link #want wants} to look has to wake another one for it. */
    public boolean isWithItsThread() {
        return loop.isWithItsThread();
    }

    /** Whether threads that wait may look here themselves: not where ranks share processors. */
    public boolean mayBeLookedAt() {
        return loop.isShared();
    }

    /** The calling thread waits for something that may come from here, and {@link #mayBeLookedAt may look}: up to {@link #wantNoLonger} somebody is to {@link #look}. */
    public void want() {
        loop.want();
    }

    /** @param finished whether what it has waited for is there */
    public void wantNoLonger(boolean finished) {
        loop.wantNoLonger(finished);
    }

    /** Looks for messages, if a thread {@link #want wants} them; never waits. */
    public void look() {
        loop.look();
    }

    /** Ends joining and all connections, without waiting for anything. Any thread. */
    public void abort() {
        if (join != null) {
            join.abort();
        }
    }

    /** As {@link #abort}, and ends the event loop behind what is queued there. Not on the event loop. */
    public void close() {
        if (loop == null) {
            return;
        }
        abort();
        if (pulses != null) {
            pulses.close();
        }
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
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
