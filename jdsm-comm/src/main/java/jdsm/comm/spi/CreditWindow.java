package jdsm.comm.spi;

/**
 * How many bytes of program messages one rank may have lying unreceived in another's mailbox. A message is charged its
 * length plus {@link #OVERHEAD_BYTES}, so that empty messages are bounded, too. A message of any length may go when
 * nothing is outstanding. The receiver returns credit each half window, or sooner when it is asked to. Guarded by its
 * owner's lock.
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

    /** Takes the charge of a message; false, and nothing taken, if it must wait. */
    boolean take(int lengthBytes) {
        long charge = charge(lengthBytes);
        if (!waived && outstandingBytes != 0 && outstandingBytes + charge > BYTES) {
            return false;
        }
        outstandingBytes += charge;
        return true;
    }

    /** Takes credit back; false if it is more than was given. */
    boolean giveBack(long bytes) {
        if (bytes <= 0 || bytes > outstandingBytes) {
            return false;
        }
        outstandingBytes -= bytes;
        return true;
    }

    /** From here on everything may go: the job ends, and its receivers take no more. */
    void waive() {
        waived = true;
    }
}
