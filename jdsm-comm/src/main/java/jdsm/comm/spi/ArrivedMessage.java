package jdsm.comm.spi;

import java.nio.ByteBuffer;

/**
 * A program message in this rank's mailbox. A subclass says in which memory the bytes lie until the program takes the
 * message.
 */
public abstract class ArrivedMessage {
    final int from;
    final int lengthBytes;

    /**
     * Links of the mailbox, guarded by its monitor: the neighbours in order of arrival, and the next of the same
     * source.
     */
    ArrivedMessage olderOfAll;

    ArrivedMessage newerOfAll;
    ArrivedMessage newerOfSource;

    protected ArrivedMessage(int from, int lengthBytes) {
        this.from = from;
        this.lengthBytes = lengthBytes;
    }

    /**
     * Puts all bytes of the message at the target's position, which moves behind them. The target has room for them.
     * Called at most once, by a program thread.
     */
    protected abstract void copyTo(ByteBuffer target);

    /** Frees the message's memory. Called once, with or without {@link #copyTo} before. Any thread. */
    protected abstract void release();
}
