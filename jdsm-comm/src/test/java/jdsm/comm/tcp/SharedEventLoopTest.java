package jdsm.comm.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedEventLoopTest {
    private static final int SECONDS = 30;

    /** As the handler of TLS does while bytes wait to be sent. */
    private static final class ClosesLater extends ChannelOutboundHandlerAdapter {
        @Override
        public void close(ChannelHandlerContext context, ChannelPromise promise) {}
    }

    /** The end of the loop closes what only begins to close, whatever the loop does when it is told to end. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noConnectionOutlivesTheLoop(boolean whileTasksRun) throws Exception {
        NettyRuntime.initialise();
        SharedEventLoop loop = NettyRuntime.eventLoop("test-loop", 0);
        CompletableFuture<Channel> accepted = new CompletableFuture<>();
        Channel listener = new ServerBootstrap()
                .group(loop, loop)
                .channel(NettyRuntime.listenerType())
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new ClosesLater());
                        accepted.complete(channel);
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .sync()
                .channel();
        InetSocketAddress address = (InetSocketAddress) listener.localAddress();
        try (Socket peer = new Socket(address.getAddress(), address.getPort())) {
            peer.setSoTimeout((int) TimeUnit.SECONDS.toMillis(SECONDS));
            Channel channel = accepted.get(SECONDS, TimeUnit.SECONDS);
            channel.close();
            if (whileTasksRun) {
                loop.submit(() -> {
                            loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
                            loop.execute(() -> {});
                        })
                        .sync();
            } else {
                loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
            }
            assertThat(loop.awaitTermination(SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(channel.isOpen()).isFalse();
            assertThat(hasEnded(peer)).isTrue();
        }
    }

    private static boolean hasEnded(Socket peer) {
        try {
            return peer.getInputStream().read() < 0;
        } catch (IOException e) {
            return e.getMessage().contains("reset");
        }
    }

    @Test
    void aLoopWithoutConnectionsEnds() throws Exception {
        SharedEventLoop loop = NettyRuntime.eventLoop("test-loop", 0);
        loop.submit(() -> {}).sync();
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        assertThat(loop.awaitTermination(SECONDS, TimeUnit.SECONDS)).isTrue();
    }
}
