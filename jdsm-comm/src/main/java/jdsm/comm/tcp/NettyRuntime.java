package jdsm.comm.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.lang.reflect.Method;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.ThreadFactory;
import jdsm.comm.Comm;
import jdsm.comm.memory.AllocatorSettings;
import jdsm.comm.memory.PageAllocator;
import jdsm.comm.memory.PagePolicy;

/**
 * Sets Netty up for this process: no warning on any JDK, native epoll where the JDK allows it, one pool of buffers.
 * This class must be initialised before any class of Netty, because Netty's initialisers read the properties that it
 * sets.
 */
final class NettyRuntime {
    private static final int FIRST_JDK_THAT_WARNS = 24;
    private static final int PAGE_BYTES = 8192;
    /** A chunk has {@code PAGE_BYTES << CHUNK_ORDER} bytes; longer buffers are not pooled. */
    private static final int CHUNK_ORDER = 9;

    private static final String BUFFERS = "jdsm.tcp.buffers";

    private static final ByteBufAllocator POOL;
    private static final boolean NATIVE;
    private static final boolean EPOLL;

    static {
        int jdk = Runtime.version().feature();
        if (jdk >= FIRST_JDK_THAT_WARNS && !"allow".equals(System.getProperty("sun.misc.unsafe.memory.access"))) {
            setDefault("io.netty.noUnsafe", "true");
        }
        setDefault("io.netty.leakDetection.level", "disabled");
        // Loading the classes for flight recorder events of buffers takes 0.15 s of every start.
        setDefault("io.netty.jfr.enabled", "false");
        // The machine id is part of channel names, which stay in this process. By default Netty searches all network
        // interfaces for one, and warns if it finds only one interface.
        setDefault("io.netty.machineId", "02:00:00:00:00:01");
        NATIVE = jdk < FIRST_JDK_THAT_WARNS || isNativeAccessEnabled();
        EPOLL = NATIVE && !Boolean.getBoolean("jdsm.tcp.nio") && Epoll.isAvailable();
        POOL = pool(System.getProperty(BUFFERS, "netty"));
    }

    private NettyRuntime() {}

    /**
     * Makes the pool of a name.
     *
     * @throws IllegalArgumentException if there is none, with the names that there are
     */
    static ByteBufAllocator pool(String name) {
        return switch (name) {
            case "netty" -> nettysPool();
            case "pages" -> new PageBufAllocator(new PageAllocator(AllocatorSettings.of(PagePolicy.lps(1))));
            default -> throw new IllegalArgumentException(BUFFERS + " is \"" + name + "\"; known: netty, pages");
        };
    }

    private static PooledByteBufAllocator nettysPool() {
        return new PooledByteBufAllocator(
                true,
                0,
                Math.min(4, Runtime.getRuntime().availableProcessors()),
                PAGE_BYTES,
                CHUNK_ORDER,
                PooledByteBufAllocator.defaultSmallCacheSize(),
                PooledByteBufAllocator.defaultNormalCacheSize(),
                false);
    }

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** Whether loading a native library prints no warning. The method exists since JDK 22. */
    private static boolean isNativeAccessEnabled() {
        try {
            Method method = Module.class.getMethod("isNativeAccessEnabled");
            return (Boolean) method.invoke(Comm.class.getModule());
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Runs the static initialiser, which sets Netty's properties. */
    static void initialise() {
        // The call itself has run the static initialiser.
    }

    static boolean usesEpoll() {
        return EPOLL;
    }

    /** The provider of TLS: BoringSSL where the JDK allows native libraries, for the JDK's own encrypts slowly until it is compiled. */
    static SslProvider tls() {
        return NATIVE && !Boolean.getBoolean("jdsm.tls.jdk") && OpenSsl.isAvailable()
                ? SslProvider.OPENSSL
                : SslProvider.JDK;
    }

    static ByteBufAllocator pool() {
        return POOL;
    }

    /** Returns a direct buffer of exactly this capacity; the caller releases it. */
    static ByteBuf buffer(int capacityBytes) {
        return POOL.directBuffer(capacityBytes, capacityBytes);
    }

    /**
     * Makes an event loop with a daemon thread of this name. Program threads may drive the loop if {@code spinNanos} is
     * not 0.
     */
    static SharedEventLoop eventLoop(String threadName, long spinNanos) {
        ThreadFactory threads = body -> {
            Thread thread = new FastThreadLocalThread(body, threadName);
            thread.setDaemon(true);
            return thread;
        };
        return SharedEventLoop.create(
                threads,
                spinNanos,
                strategy -> EPOLL
                        ? EpollIoHandler.newFactory(0, strategy)
                        : NioIoHandler.newFactory(SelectorProvider.provider(), strategy));
    }

    static Class<? extends SocketChannel> channelType() {
        return EPOLL ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    static Class<? extends ServerSocketChannel> listenerType() {
        return EPOLL ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }
}
