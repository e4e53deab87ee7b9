package jdsm.comm.spi;

/**
 * The kind numbers of program messages and of the messages that transports exchange among themselves. The payload of a
 * transport's own message is one little-endian number of {@link #PAYLOAD_BYTES} bytes.
 */
public final class TransportKinds {
    /** A program message. */
    public static final int PROGRAM = 0;
    /** Returns credit for messages that the program has taken. Number: the bytes by which the peer's window opens. */
    public static final int CREDIT = 240;
    /** Asks for all credit due at once, before half a window is due: the sender waits for it. Number: 0. */
    public static final int CREDIT_WANTED = 241;
    /** The last message of a sender that leaves the job in order. Number: 0. */
    public static final int GOODBYE = 242;
    /** Says that the sender ends because it has lost another rank. Number: the lost rank. */
    public static final int LOST = 243;
    /** Tells the peer to which UDP port to send its signs of life. Number: the port. */
    public static final int PULSE_AT = 244;
    /** A sign of life without content. Number: 0. */
    public static final int PULSE = 245;
    /** The payload length of a transport's own message, in bytes. */
    public static final int PAYLOAD_BYTES = 8;

    private TransportKinds() {}

    /** Whether a kind is that of a transport's own message. */
    public static boolean isTransport(int kind) {
        return kind >= CREDIT && kind <= PULSE;
    }
}
