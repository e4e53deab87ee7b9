package jdsm.comm.spi;

/**
 * Limits the program messages that one rank has sent and another has not received yet, in bytes. The charge of a
 * message is its length plus {@link #OVERHEAD_BYTES}, which bounds empty messages as well. With no charge outstanding,
 * a message of any length may be sent. The receiver returns credit for each half window, or earlier on request. Guarded
 * by the monitor of its send queue.
 */
final class CreditWindow {
    static final long BYTES = 4L << 20;
    static final long HALF_BYTES = BYTES / 2;
    static final int OVERHEAD_BYTES = 64;

    private long outstandingBytes;
    private boolean waived;

    static long charge(int lengthBytes) {
        return (long) lengthBytes + OVERHEAD_BYTES;
    }

    /** Takes the charge of a message. Returns false, without effect, if the message must wait for credit. */
    boolean take(int lengthBytes) {
        long charge = charge(lengthBytes);
        if (!waived && outstandingBytes != 0 && outstandingBytes + charge > BYTES) {
            return false;
        }
        outstandingBytes += charge;
        return true;
    }

    /** Accepts returned credit. Returns false, without effect, unless it is 1 to the outstanding bytes. */
    boolean giveBack(long bytes) {
        if (bytes <= 0 || bytes > outstandingBytes) {
            return false;
        }
        outstandingBytes -= bytes;
        return true;
    }

    /** Lifts the limit: at the end of the job receivers take no more messages and return no credit. */
    void waive() {
        waived = true;
    }
}
