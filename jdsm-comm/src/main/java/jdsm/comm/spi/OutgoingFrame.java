package jdsm.comm.spi;

import jdsm.comm.Frame;

/**
 * A frame with its message kind, as transports see it. A frame is posted or released exactly once. Used by one thread
 * at a time.
 */
public abstract class OutgoingFrame implements Frame {
    private final int kind;
    private boolean gone;

    protected OutgoingFrame(int kind) {
        this.kind = kind;
    }

    public final int kind() {
        return kind;
    }

    @Override
    public final void release() {
        claim();
        recycle();
    }

    /**
     * Frees the frame's memory. Called at most once: by {@link #release}, or by the transport after the frame was
     * posted.
     */
    public abstract void recycle();

    /** @throws IllegalStateException if the frame was posted or released already */
    final void claim() {
        if (gone) {
            throw new IllegalStateException("this frame has been posted or released already");
        }
        gone = true;
    }
}
