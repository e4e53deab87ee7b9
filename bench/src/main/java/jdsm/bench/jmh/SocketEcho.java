package jdsm.bench.jmh;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The partner process of {@link SocketPingPong}: sends every message back over a socket. */
final class SocketEcho {
    private SocketEcho() {}

    /** @param args port, length of a message in bytes, whether to spin */
    public static void main(String[] args) throws IOException {
        Partner.endWithParent();
        ByteBuffer message = ByteBuffer.allocateDirect(Integer.parseInt(args[1]));
        try (SocketChannel channel = SocketChannel.open()) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])));
            channel.configureBlocking(!Boolean.parseBoolean(args[2]));
            while (true) {
                read(channel, message);
                write(channel, message);
            }
        } catch (EOFException e) {
            // The other side has finished its measurements.
        }
        System.exit(0);
    }

    static void read(SocketChannel channel, ByteBuffer message) throws IOException {
        message.clear();
        while (message.hasRemaining()) {
            if (channel.read(message) < 0) {
                throw new EOFException("the connection has ended");
            }
        }
    }

    static void write(SocketChannel channel, ByteBuffer message) throws IOException {
        message.clear();
        while (message.hasRemaining()) {
            channel.write(message);
        }
    }
}
