package jdsm.comm.bootstrap;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import jdsm.comm.CommException;

/**
 * The address at which a rank listens, the identity of its host, and its address in a network of the transport's own.
 * The rendezvous sends those of all ranks to each rank. On the wire 40 bytes and the transport's address,
 * little-endian:
 *
 * <pre>
 *  0 length of the IP address: 4 or 16 (1)   1 whether the rank encrypts: 0 or 1 (1)   2 port (2)   4 length of the transport's address (4)
 *  8 IP address, then zeros (16)            24 the host's identity (16), zeros if the rank shares no memory
 * 40 the transport's address
 * </pre>
 *
 * @param address the resolved address at which the rank listens
 * @param host equal for ranks that share memory
 * @param transport the address in a network of the transport's own, 0 to {@link #MOST_TRANSPORT_BYTES} bytes from
 *     position to limit; empty if the transport needs none. Nobody may change the bytes
 * @param encrypts whether the rank encrypts its connections over a network
 */
public record RankAddress(InetSocketAddress address, HostIdentity host, ByteBuffer transport, boolean encrypts) {
    /** The longest address of a transport, in bytes. */
    public static final int MOST_TRANSPORT_BYTES = 1 << 16;

    /** The length of the part that each address has. */
    static final int BYTES = 40;

    private static final int ENCRYPTS = 1;
    private static final int PORT = 2;
    private static final int TRANSPORT_BYTES = 4;
    private static final int IP = 8;
    private static final int HOST = 24;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;

    public RankAddress {
        if (transport.remaining() > MOST_TRANSPORT_BYTES) {
            throw new IllegalArgumentException("an address of " + transport.remaining()
                    + " bytes for the transport; the longest has " + MOST_TRANSPORT_BYTES);
        }
        transport = transport.slice().asReadOnlyBuffer();
    }

    /** The address of a rank that does not encrypt, and whose transport needs none of its own. */
    public RankAddress(InetSocketAddress address, HostIdentity host) {
        this(address, host, ByteBuffer.allocate(0), false);
    }

    /** Returns the address of a rank that shares no memory or need not say with which ranks. */
    public static RankAddress of(InetSocketAddress address) {
        return new RankAddress(address, HostIdentity.NONE);
    }

    /** Returns this address, of a rank that encrypts or not. */
    public RankAddress encrypts(boolean whether) {
        return new RankAddress(address, host, transport, whether);
    }

    /**
     * Requires that all ranks encrypt, or none.
     *
     * @param table the addresses of all ranks
     * @param self this rank
     * @throws CommException with reason JOIN that names a rank with another setting
     */
    public static void requireAlike(RankAddress[] table, int self) {
        boolean mine = table[self].encrypts();
        for (int rank = 0; rank < table.length; rank++) {
            if (table[rank].encrypts() != mine) {
                throw new CommException(
                        CommException.Reason.JOIN,
                        rank,
                        "rank " + rank + (mine ? " does not encrypt" : " encrypts") + " its connections, and rank "
                                + self
                                + (mine ? " does" : " does not")
                                + ": all ranks need the same setting of --insecure, and devices beyond the loopback address, or"
                                + " none");
            }
        }
    }

    byte[] encode() {
        byte[] ip = address.getAddress().getAddress();
        int more = transport.remaining();
        return ByteBuffer.allocate(BYTES + more)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(0, (byte) ip.length)
                .put(ENCRYPTS, (byte) (encrypts ? 1 : 0))
                .putShort(PORT, (short) address.getPort())
                .putInt(TRANSPORT_BYTES, more)
                .put(BYTES, transport, 0, more)
                .put(IP, ip)
                .putLong(HOST, host.first())
                .putLong(HOST + Long.BYTES, host.second())
                .array();
    }

    /**
     * Returns the number of bytes behind the first {@link #BYTES} of an address, or -1 if these are malformed.
     *
     * @param first begins with these bytes
     */
    static int moreBytes(byte[] first) {
        int more = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).getInt(TRANSPORT_BYTES);
        return more >= 0 && more <= MOST_TRANSPORT_BYTES ? more : -1;
    }

    /** Decodes the addresses of ranks, one behind the other. Returns null for malformed bytes. */
    static RankAddress[] decodeAll(byte[] bytes, int ranks) {
        RankAddress[] all = new RankAddress[ranks];
        int at = 0;
        for (int rank = 0; rank < ranks; rank++) {
            if (bytes.length - at < BYTES) {
                return null;
            }
            int more = moreBytes(Arrays.copyOfRange(bytes, at, at + BYTES));
            int length = BYTES + more;
            all[rank] =
                    more < 0 || length > bytes.length - at ? null : decode(Arrays.copyOfRange(bytes, at, at + length));
            if (all[rank] == null) {
                return null;
            }
            at += length;
        }
        return at == bytes.length ? all : null;
    }

    /** Decodes a whole address. Returns null for malformed bytes. */
    static RankAddress decode(byte[] bytes) {
        if (bytes.length < BYTES || moreBytes(bytes) != bytes.length - BYTES) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int length = buffer.get(0);
        int port = Short.toUnsignedInt(buffer.getShort(PORT));
        if (length != IPV4_BYTES && length != IPV6_BYTES || port == 0 || (buffer.get(ENCRYPTS) & ~1) != 0) {
            return null;
        }
        byte[] ip = new byte[length];
        buffer.get(IP, ip);
        try {
            return new RankAddress(
                    new InetSocketAddress(InetAddress.getByAddress(ip), port),
                    new HostIdentity(buffer.getLong(HOST), buffer.getLong(HOST + Long.BYTES)),
                    ByteBuffer.wrap(bytes, BYTES, bytes.length - BYTES),
                    buffer.get(ENCRYPTS) == 1);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an IP address of " + length + " bytes", e);
        }
    }
}
