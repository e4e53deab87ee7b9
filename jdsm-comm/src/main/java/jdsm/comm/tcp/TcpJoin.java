package jdsm.comm.tcp;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.IoEventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.ssl.SslHandler;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.bootstrap.AdmittingHandshake;
import jdsm.comm.bootstrap.Handshake;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.JoiningHandshake;
import jdsm.comm.bootstrap.LocalAddress;
import jdsm.comm.bootstrap.Strangers;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;

/**
 * Makes a rank's connections: it listens, connects to the peers of lower rank, and accepts connections from those of
 * higher rank. Only the event loop accesses fields without a comment that says otherwise.
 */
final class TcpJoin {
    private static final int BACKLOG = 1024;
    private static final long FIRST_PAUSE_MILLIS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 500;
    private static final long EXPIRY_MILLIS = 1_000;
    private static final WriteBufferWaterMark WATER_MARKS = new WriteBufferWaterMark(256 << 10, 512 << 10);

    private final Arrivals arrivals;
    private final Turns turns;
    private final CommSettings settings;
    private final IoEventLoop loop;
    /** Null if the job has one rank. */
    private final JobIdentity job;

    private final SharedBuffer shared = new SharedBuffer();
    private final CompletableFuture<Void> complete = new CompletableFuture<>();
    private final PeerConnection[] connections;
    private final Strangers<Channel> strangers =
            new Strangers<>(Strangers.MOST, Strangers.PATIENCE_NANOS, Channel::close);
    /** Connections whose first bytes are those of a member, but without proof yet. */
    private final Strangers<Channel> greeted;

    /** The encryption of the connections; null if they have none. Set before {@link #connect(InetSocketAddress[])}. */
    private volatile Tls tls;

    /** The peers without a connection; null before {@link #connect(InetSocketAddress[])}. Guarded by this. */
    private Set<Integer> missing;

    private boolean aborted;

    // The joining thread sets the listener, any thread closes it: guarded by this.
    private Channel listener;
    private boolean closed;

    TcpJoin(Arrivals arrivals, Turns turns, CommSettings settings, IoEventLoop loop) {
        this.arrivals = arrivals;
        this.turns = turns;
        this.settings = settings;
        this.loop = loop;
        connections = new PeerConnection[settings.size()];
        greeted = new Strangers<>(Strangers.MOST + settings.size(), Strangers.PATIENCE_NANOS, Channel::close);
        job = settings.size() > 1 ? JobIdentity.of(settings) : null;
    }

    /**
     * Starts to connect to the peers of lower rank, and expects those of higher rank. Does not block.
     *
     * @param where the addresses of the peers, by rank; null: no peer
     * @return a future that completes when all are connected, or with the exception that ends joining
     */
    CompletableFuture<Void> connect(InetSocketAddress[] where) {
        for (int peer = 0; peer < settings.rank(); peer++) {
            if (where[peer] != null) {
                connect(peer, where[peer], FIRST_PAUSE_MILLIS);
            }
        }
        synchronized (this) {
            missing = new TreeSet<>();
            for (int peer = 0; peer < where.length; peer++) {
                if (where[peer] != null && connections[peer] == null) {
                    missing.add(peer);
                }
            }
        }
        lookWhetherComplete();
        return complete;
    }

    private void lookWhetherComplete() {
        synchronized (this) {
            if (missing == null || !missing.isEmpty()) {
                return;
            }
        }
        complete.complete(null);
    }

    /** Stops listening, as all peers are connected. Returns the connections by rank; none of them reads yet. */
    PeerConnection[] connections() {
        closeListener();
        loop.execute(this::closeStrangers);
        return connections;
    }

    /** Starts to listen. Returns the address. Blocks until the event loop has bound it. */
    InetSocketAddress listen() {
        InetSocketAddress local = new InetSocketAddress(LocalAddress.of(settings.device()), 0);
        if (settings.size() > 1 && settings.encryption().appliesTo(local.getAddress())) {
            tls = Tls.of(settings.certificates());
        }
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loop, loop)
                .channel(NettyRuntime.listenerType())
                .option(ChannelOption.SO_BACKLOG, Math.max(BACKLOG, settings.size()))
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        admit(channel, AdmittingHandshake.atRank(job, settings.rank(), TcpJoin.this::isExpected));
                    }
                });
        ChannelFuture bound = bootstrap.bind(local).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new CommException(
                    Reason.JOIN,
                    -1,
                    "cannot listen at " + local + ": " + bound.cause().getMessage(),
                    bound.cause());
        }
        loop.execute(this::expire);
        synchronized (this) {
            listener = bound.channel();
            if (closed) {
                listener.close();
            }
        }
        return (InetSocketAddress) bound.channel().localAddress();
    }

    /** Whether the connections are encrypted. After {@link #listen}. */
    boolean isEncrypted() {
        return tls != null;
    }

    /** @param pauseMillis the pause before the next attempt, if this one fails and the peer may still listen */
    private void connect(int peer, InetSocketAddress address, long pauseMillis) {
        Joining joining = new Joining(peer, address, pauseMillis);
        Bootstrap bootstrap = new Bootstrap()
                .group(loop)
                .channel(NettyRuntime.channelType())
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        Handshake handshake = JoiningHandshake.toRank(job, settings.rank(), peer, joining.where());
                        prepare(channel, handshake, true, joining);
                    }
                });
        bootstrap.connect(address).addListener(connected -> {
            if (!connected.isSuccess()) {
                joining.notConnected(connected.cause());
            }
        });
    }

    private void admit(Channel channel, Handshake handshake) {
        long now = System.nanoTime();
        strangers.expire(now);
        strangers.add(channel, now);
        prepare(channel, handshake, false, new Admitting());
    }

    private void expire() {
        long now = System.nanoTime();
        strangers.expire(now);
        greeted.expire(now);
        if (!complete.isDone()) {
            loop.schedule(this::expire, EXPIRY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void prepare(Channel channel, Handshake handshake, boolean joins, HandshakeHandler.Outcome outcome) {
        Tls encryption = tls;
        SslHandler encrypted = encryption == null ? null : encryption.handler(channel, joins);
        HandshakeHandler handler = new HandshakeHandler(handshake, outcome, joins, encrypted);
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        channel.config().setOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS);
        channel.config().setAllocator(NettyRuntime.pool());
        channel.config()
                .setRecvByteBufAllocator(new TargetedReads(encrypted == null ? handler : DecryptedReads::encrypted));
        if (encrypted != null) {
            channel.pipeline().addLast(encrypted, new DecryptedReads(handler));
        }
        channel.pipeline().addLast(handler);
    }

    private boolean isExpected(int peer) {
        return peer > settings.rank() && connections[peer] == null;
    }

    private void authenticated(int peer, ChannelHandlerContext context) {
        Channel channel = context.channel();
        PeerConnection connection = new PeerConnection(peer, channel);
        MessageReader reader = new MessageReader(arrivals, turns, connection, shared);
        DecryptedReads decrypted = channel.pipeline().get(DecryptedReads.class);
        if (decrypted != null) {
            decrypted.target(reader);
        } else {
            TargetedReads reads = channel.config().getRecvByteBufAllocator();
            reads.target(reader);
        }
        channel.pipeline().replace(context.handler(), "messages", reader);
        if (aborted) {
            channel.close();
        }
        synchronized (this) {
            connections[peer] = connection;
            if (missing != null) {
                missing.remove(peer);
            }
        }
        lookWhetherComplete();
    }

    private void fail(CommException cause) {
        complete.completeExceptionally(cause);
    }

    synchronized List<Integer> absent() {
        return missing == null ? List.of() : List.copyOf(missing);
    }

    private synchronized void closeListener() {
        if (listener != null) {
            listener.close();
        }
    }

    /** Ends joining and all connections. Does not block. Any thread. */
    void abort() {
        complete.completeExceptionally(arrivals.failureOrClosed());
        synchronized (this) {
            closed = true;
        }
        closeListener();
        try {
            loop.execute(this::closeConnections);
        } catch (RejectedExecutionException e) {
            // The loop has ended and has closed its channels.
        }
    }

    private void closeStrangers() {
        strangers.close();
        greeted.close();
    }

    private void closeConnections() {
        aborted = true;
        closeStrangers();
        for (PeerConnection connection : connections) {
            if (connection != null) {
                connection.channel().close();
            }
        }
    }

    /** Frees the shared buffer, after the event loop has ended. */
    void release() {
        shared.release();
    }

    private final class Joining implements HandshakeHandler.Outcome {
        private final int peer;
        private final InetSocketAddress address;
        private final long pauseMillis;

        Joining(int peer, InetSocketAddress address, long pauseMillis) {
            this.peer = peer;
            this.address = address;
            this.pauseMillis = pauseMillis;
        }

        String where() {
            return address.getHostString() + ":" + address.getPort();
        }

        @Override
        public void authenticated(int rank, ChannelHandlerContext context) {
            TcpJoin.this.authenticated(rank, context);
        }

        @Override
        public void failed(ChannelHandlerContext context, CommException cause) {
            if (cause != null) {
                TcpJoin.this.fail(cause);
            } else {
                again(); // a flood of strangers displaced this connection
            }
        }

        @Override
        public void notEncrypted(ChannelHandlerContext context, Throwable cause) {
            if (cause instanceof ClosedChannelException) {
                again();
            } else {
                fail(
                        Tls.refusal(cause)
                                .map(why -> "shows a certificate that this rank does not accept: " + why)
                                .orElse("does not encrypt as this rank does: " + cause.getMessage()),
                        cause);
            }
        }

        @Override
        public void refused(ChannelHandlerContext context, Throwable cause) {
            Tls.alert(cause)
                    .ifPresentOrElse(
                            alert -> fail(
                                    "does not accept the certificate of this rank, " + tls.ownName() + ": " + alert,
                                    cause),
                            this::again);
        }

        private void fail(String what, Throwable cause) {
            TcpJoin.this.fail(
                    new CommException(Reason.JOIN, peer, "rank " + peer + " at " + where() + " " + what, cause));
        }

        /** A peer listens before its address is known: a refused connection means that the peer has ended. */
        void notConnected(Throwable cause) {
            boolean refused = cause instanceof ConnectException && !(cause instanceof ConnectTimeoutException);
            if (refused) {
                TcpJoin.this.fail(new CommException(
                        Reason.JOIN,
                        peer,
                        "rank " + peer + " is not reached at " + where() + ": " + cause.getMessage(),
                        cause));
            } else {
                again();
            }
        }

        private void again() {
            if (!aborted && !complete.isDone()) {
                loop.schedule(
                        () -> connect(peer, address, Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS)),
                        pauseMillis,
                        TimeUnit.MILLISECONDS);
            }
        }
    }

    private final class Admitting implements HandshakeHandler.Outcome {
        @Override
        public void greeted(ChannelHandlerContext context) {
            if (strangers.remove(context.channel())) {
                greeted.add(context.channel(), System.nanoTime());
            }
        }

        @Override
        public void authenticated(int rank, ChannelHandlerContext context) {
            remove(context.channel());
            TcpJoin.this.authenticated(rank, context);
        }

        @Override
        public void failed(ChannelHandlerContext context, CommException cause) {
            remove(context.channel());
        }

        private void remove(Channel channel) {
            strangers.remove(channel);
            greeted.remove(channel);
        }
    }
}
