package jdsm.comm.bootstrap;

import jdsm.comm.CommException;
import jdsm.comm.spi.AbstractComm;
import jdsm.comm.spi.CommSettings;

/**
 * The base class of transports whose ranks meet at a rendezvous. It frees the resources of joining however joining
 * ends.
 */
public abstract class MeetingComm extends AbstractComm {
    /** Held while {@link #begin} takes resources: a concurrent close finds all of them or none. */
    private final Object setUp = new Object();

    /** Null before {@link #begin} has returned. */
    private volatile Meeting meeting;

    /** Takes no resource. */
    protected MeetingComm(CommSettings settings) {
        super(settings);
    }

    /**
     * Takes the resources for joining. Does not block. {@link #closePeers} frees them, also if this method throws
     * half-way.
     */
    protected abstract void begin();

    /** Meets the other ranks and connects to them; blocks. Throws when {@link #abortPeers} is called meanwhile. */
    protected abstract void join(Meeting rendezvous);

    /** Ends joining and all connections. Does not block. Any thread. */
    protected abstract void abortPeers();

    /**
     * As {@link #abortPeers}; also ends the delivery thread once its queue is empty, and frees all resources. Blocks.
     */
    protected abstract void closePeers();

    /** @throws IllegalStateException before {@link #begin} has returned */
    protected final void checkBegun() {
        if (meeting == null) {
            throw new IllegalStateException("this Comm is not started");
        }
    }

    @Override
    protected final void join() {
        synchronized (setUp) {
            checkNotFailed();
            try {
                begin();
            } catch (RuntimeException | Error e) {
                closePeers();
                throw e;
            }
            meeting = new Meeting(settings());
        }
        try {
            join(meeting);
        } catch (CommException e) {
            meeting.failed(e);
            throw e;
        }
    }

    @Override
    protected final boolean endedWhileJoining(int peer) {
        Meeting joining = meeting;
        if (joining != null) {
            joining.sawEnd(peer);
        }
        return joining != null;
    }

    @Override
    protected final void abort() {
        Meeting joining = begun();
        if (joining != null) {
            joining.abandon();
            abortPeers();
        }
    }

    @Override
    protected final void shutDown() {
        Meeting joined = begun();
        if (joined == null) {
            return;
        }
        if (failure() == null) {
            awaitWritten();
        }
        joined.close();
        closePeers();
    }

    /** Returns null if {@link #begin} has not been called. Blocks while it runs. */
    private Meeting begun() {
        synchronized (setUp) {
            return meeting;
        }
    }
}
