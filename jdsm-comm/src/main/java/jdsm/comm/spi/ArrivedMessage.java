package jdsm.comm.spi;

import java.nio.ByteBuffer;

/** A program message that has arrived, in whichever memory the transport keeps it until the program takes it. */
public abstract class ArrivedMessage {
    final int from;
    final int lengthBytes;

    /** Links of the mailbox, guarded by its lock: neighbours in order of arrival, and the next of the same source. */
    ArrivedMessage olderOfAll;

    ArrivedMessage newerOfAll;
    ArrivedMessage newerOfSource;

    protected ArrivedMessage(int from, int lengthBytes) {
        this.from = from;
        this.lengthBytes = lengthBytes;
    }

    /** Puts all its bytes at the target's position; there is room. Called at most once, by a program thread. */
    protected abstract void copyTo(ByteBuffer target);

    /** Frees its memory. Called once, after {@link #copyTo} or without it, by any thread. */
    protected abstract void release();
}
