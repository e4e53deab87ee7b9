package jdsm.comm.bootstrap;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The address at which a rank listens, and the identity of its host. The rendezvous sends those of all ranks to each
 * rank. On the wire 40 bytes, little-endian:
 *
 * <pre>
 *  0 length of the IP address: 4 or 16 (1)   1 zero (1)   2 port (2)   4 zero (4)   8 IP address, then zeros (16)
 * 24 the host's identity (16), zeros if the rank shares no memory
 * </pre>
 *
 * @param address the resolved address at which the rank listens
 * @param host equal for ranks that share memory
 */
public record RankAddress(InetSocketAddress address, HostIdentity host) {
    static final int BYTES = 40;
    private static final int PORT = 2;
    private static final int IP = 8;
    private static final int HOST = 24;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;

    /** Returns the address of a rank that shares no memory or need not say with which ranks. */
    public static RankAddress of(InetSocketAddress address) {
        return new RankAddress(address, HostIdentity.NONE);
    }

    byte[] encode() {
        byte[] ip = address.getAddress().getAddress();
        return ByteBuffer.allocate(BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(0, (byte) ip.length)
                .putShort(PORT, (short) address.getPort())
                .put(IP, ip)
                .putLong(HOST, host.first())
                .putLong(HOST + Long.BYTES, host.second())
                .array();
    }

    /** Decodes an address. Returns null for malformed bytes. */
    static RankAddress decode(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int length = buffer.get(0);
        int port = Short.toUnsignedInt(buffer.getShort(PORT));
        if (length != IPV4_BYTES && length != IPV6_BYTES || port == 0) {
            return null;
        }
        byte[] ip = new byte[length];
        buffer.get(IP, ip);
        try {
            return new RankAddress(
                    new InetSocketAddress(InetAddress.getByAddress(ip), port),
                    new HostIdentity(buffer.getLong(HOST), buffer.getLong(HOST + Long.BYTES)));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an IP address of " + length + " bytes", e);
        }
    }
}
