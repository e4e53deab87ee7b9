package jdsm.comm.spi;

/**
 * Numbers of the messages that transports exchange among themselves, and of the program's. A transport's own message has
 * a payload of {@link #PAYLOAD_BYTES}, one little-endian number.
 */
public final class TransportKinds {
    /** A program message. */
    public static final int PROGRAM = 0;
    /** The receiver's program has taken messages: the number is by how many bytes the sender's window opens again. */
    public static final int CREDIT = 240;
    /** The sender waits for credit: whatever is due is to be returned without waiting for half a window. Number: 0. */
    public static final int CREDIT_WANTED = 241;
    /** The sender's last message: it leaves the job in order. Number: 0. */
    public static final int GOODBYE = 242;
    /** The sender ends because it has lost another rank. Number: that rank. */
    public static final int LOST = 243;
    /** At which port the sender receives the receiver's signs of life. Number: that port. */
    public static final int PULSE_AT = 244;
    /** A sign of life, and nothing else. Number: 0. */
    public static final int PULSE = 245;
    /** How long the payload of a transport's own message is. */
    public static final int PAYLOAD_BYTES = 8;

    private TransportKinds() {}

    /** Whether a kind is one of the transport's own. */
    public static boolean isTransport(int kind) {
        return kind >= CREDIT && kind <= PULSE;
    }
}
