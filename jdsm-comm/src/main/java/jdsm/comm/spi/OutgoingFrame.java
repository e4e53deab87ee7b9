package jdsm.comm.spi;

import jdsm.comm.Frame;

/** A frame as transports see it: with its kind, and sure to be posted or released once only. */
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

    /** Gives the memory back. Called once at most, by the transport that the frame was given to. */
    public abstract void recycle();

    /** @throws IllegalStateException if the frame was posted or released before */
    final void claim() {
        if (gone) {
            throw new IllegalStateException("this frame has been posted or released already");
        }
        gone = true;
    }
}
