package jdsm.comm.bootstrap;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A rank's listening address on the wire, 24 bytes, little-endian.
 *
 * <pre>
 *  0 length of the IP address: 4 or 16 (1)   1 zero (1)   2 port (2)   4 zero (4)   8 IP address, then zeros (16)
 * </pre>
 */
final class RankAddress {
    static final int BYTES = 24;
    private static final int PORT = 2;
    private static final int IP = 8;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;

    private RankAddress() {}

    static byte[] encode(InetSocketAddress address) {
        byte[] ip = address.getAddress().getAddress();
        return ByteBuffer.allocate(BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(0, (byte) ip.length)
                .putShort(PORT, (short) address.getPort())
                .put(IP, ip)
                .array();
    }

    /** The address, or null if these bytes are none. */
    static InetSocketAddress decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int length = buffer.get(0);
        int port = Short.toUnsignedInt(buffer.getShort(PORT));
        if (length != IPV4_BYTES && length != IPV6_BYTES || port == 0) {
            return null;
        }
        byte[] ip = new byte[length];
        buffer.get(IP, ip);
        try {
            return new InetSocketAddress(InetAddress.getByAddress(ip), port);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an IP address of " + length + " bytes", e);
        }
    }
}
