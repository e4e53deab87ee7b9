package jdsm.comm.bootstrap;

import jdsm.comm.CommException;
import jdsm.comm.spi.AbstractComm;
import jdsm.comm.spi.CommSettings;

/** A Comm whose ranks meet at a rendezvous: what joining takes is given back however joining ends. */
public abstract class MeetingComm extends AbstractComm {
    /** Held while joining takes something: who closes meanwhile finds all of it or nothing. */
    private final Object setUp = new Object();

    /** Null before this rank joins. */
    private volatile Meeting meeting;

    /** Takes no resource. */
    protected MeetingComm(CommSettings settings) {
        super(settings);
    }

    /** From here on there is something to {@link #abortPeers} and {@link #closePeers}, even if this fails half-way. Does not block. */
    protected abstract void begin();

    /** Meets the other ranks and connects to them; blocks. Ends with an exception when {@link #abortPeers} is called meanwhile. */
    protected abstract void join(Meeting rendezvous);

    /** Ends joining and all connections, without waiting for anything. Any thread. */
    protected abstract void abortPeers();

    /** As {@link #abortPeers}, ends delivering behind what is queued, and frees all. */
    protected abstract void closePeers();

    /** That {@link #begin} has been called. */
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

    /** Null if {@link #begin} has not been called; waits until it has returned. */
    private Meeting begun() {
        synchronized (setUp) {
            return meeting;
        }
    }
}
