package jdsm.comm.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;

/**
 * The other ranks of the job, and the meaning of the end of a connection to one of them: the peer left in order, its
 * loss ends this Comm, or the transport judges the end while it joins. Decides as well which rank a loss is blamed on.
 * Any thread.
 */
final class Membership {
    private final AbstractComm comm;
    private final int rank;
    private final int size;
    private final Lifecycle life;
    private final ProgramMessages program;
    private final Departures departures;
    /** By peer: the rank whose loss that peer gave as the reason of its own end. */
    private final Map<Integer, Integer> blamed = new ConcurrentHashMap<>();
    /**
     * The peers whose connections ended before joining did. Its monitor guards the list and orders it against
     * {@code joined}.
     */
    private final List<Integer> endedEarly = new ArrayList<>();

    private volatile boolean joined;

    Membership(AbstractComm comm, CommSettings settings, Lifecycle life, ProgramMessages program) {
        this.comm = comm;
        this.rank = settings.rank();
        this.size = settings.size();
        this.life = life;
        this.program = program;
        departures = new Departures(rank, size);
    }

    /** Joining has succeeded: judges the connections that ended meanwhile. */
    void joined() {
        List<Integer> early;
        synchronized (endedEarly) {
            joined = true;
            early = List.copyOf(endedEarly);
        }
        early.forEach(this::ended);
    }

    boolean isJoined() {
        return joined;
    }

    /** A peer has said goodbye: it neither sends nor receives from here on. */
    void left(int peer) {
        program.peerLeft(peer);
        departures.left(peer);
    }

    boolean hasLeft(int peer) {
        return departures.hasLeft(peer);
    }

    /** @throws CommException if a rank has said goodbye */
    void checkPresent(int peer) {
        if (departures.hasLeft(peer)) {
            throw Failures.peerLeft(peer);
        }
    }

    /**
     * Blocks until all peers have left and the messages of this rank to itself are delivered, or until {@link #abandon}
     * is called. Interruption ends the wait; the status is kept.
     */
    void awaitDepartures() {
        comm.execute(() -> departures.left(rank)); // tasks run in order: behind the messages to the own rank
        try {
            departures.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends {@link #awaitDepartures}, now and later. */
    void abandon() {
        departures.abandon();
    }

    /** A peer has said that it ends because it lost another rank. The first word counts. */
    void blame(int peer, int lost) {
        blamed.putIfAbsent(peer, lost);
    }

    /** The connection to a peer has ended, for whatever reason. */
    void ended(int peer) {
        if (departures.hasLeft(peer)) {
            return;
        }
        if (life.isClosing()) {
            left(peer);
        } else if (!isDeferred(peer)) {
            comm.fail(lossBehind(peer));
        }
    }

    /** Peers have given no sign of life for too long. */
    void silent(List<Integer> peers, String text) {
        if (life.isClosing()) {
            peers.forEach(this::left);
        } else {
            comm.fail(new CommException(Reason.PEER_LOST, peers.get(0), text));
        }
    }

    /** Whether a peer's end is judged when joining is over: joining may succeed nevertheless. */
    private boolean isDeferred(int peer) {
        synchronized (endedEarly) {
            if (joined || life.failure() != null || !comm.endedWhileJoining(peer)) {
                return false;
            }
            endedEarly.add(peer);
            return true;
        }
    }

    /** The failure that a peer's unexpected end means: the loss of that peer, or of the rank that the peer blamed. */
    private CommException lossBehind(int peer) {
        int lastWord = comm.lastWord(peer);
        int told = blamed.getOrDefault(peer, lastWord < 0 ? peer : lastWord);
        if (told == rank) {
            return new CommException(
                    Reason.PEER_LOST,
                    told,
                    "the others have lost this one, rank " + told + ": rank " + peer
                            + " ended because it had no sign of life from here");
        }
        boolean possible = told >= 0 && told < size && !departures.hasLeft(told);
        int culprit = possible ? told : peer;
        return new CommException(
                Reason.PEER_LOST,
                culprit,
                "lost rank " + culprit + ": "
                        + (culprit == peer ? "its connection ended without a goodbye" : "rank " + peer + " says so"));
    }
}
