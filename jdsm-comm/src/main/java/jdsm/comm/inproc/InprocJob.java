package jdsm.comm.inproc;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;

/** One job of this JVM with the ranks that have entered, left or been lost. The monitor guards all fields. */
final class InprocJob {
    private final String id;
    private final Map<Integer, InprocComm> present = new HashMap<>();
    private final BitSet entered = new BitSet();
    private final BitSet lost = new BitSet();
    private int size;
    private byte[] secret;
    private boolean complete;

    InprocJob(String id) {
        this.id = id;
    }

    /**
     * Adds a rank. Connects all ranks when the last one enters.
     *
     * @throws CommException with reason JOIN if the rank is there already, or has another secret or number of ranks
     */
    synchronized void enter(InprocComm comm) {
        if (entered.isEmpty()) {
            size = comm.size();
            secret = comm.secret();
        }
        int rank = comm.rank();
        if (!MessageDigest.isEqual(secret, comm.secret())) {
            throw InprocHub.refused(rank, "job " + id + " has another secret than rank " + rank + " was given");
        }
        if (comm.size() != size) {
            throw InprocHub.refused(
                    rank, "job " + id + " has " + size + " ranks, but rank " + rank + " was told " + comm.size());
        }
        if (lost.get(rank)) {
            throw InprocHub.refused(rank, "rank " + rank + " of job " + id + " was declared lost before it joined");
        }
        if (entered.get(rank)) {
            throw InprocHub.refused(rank, "rank " + rank + " of job " + id + " has joined already");
        }
        entered.set(rank);
        present.put(rank, comm);
        if (present.size() == size) {
            InprocComm[] ranks = new InprocComm[size];
            present.forEach((number, each) -> ranks[number] = each);
            present.values().forEach(each -> each.connect(ranks));
            complete = true;
        }
        notifyAll();
    }

    /** Blocks until all ranks have entered. Throws if a rank is lost or the caller has failed meanwhile. */
    synchronized void awaitAll(InprocComm comm) throws InterruptedException {
        while (!complete) {
            if (present.get(comm.rank()) != comm) {
                throw new CommException(Reason.CLOSED, -1, "closed while it was joining the job");
            }
            if (!lost.isEmpty()) {
                int rank = lost.nextSetBit(0);
                throw new CommException(Reason.PEER_LOST, rank, "lost rank " + rank + " before the job was complete");
            }
            wait();
        }
    }

    /** Removes a rank, which has left in order or failed. Returns true if it was the last one. */
    boolean leave(InprocComm comm) {
        List<InprocComm> others;
        boolean last;
        synchronized (this) {
            if (!present.remove(comm.rank(), comm)) {
                return false;
            }
            if (!complete) {
                lost.set(comm.rank());
            }
            others = new ArrayList<>(present.values());
            last = present.isEmpty();
            notifyAll();
        }
        others.forEach(other -> other.peerGone(comm.rank()));
        return last;
    }

    /** Marks a rank as lost, unless it has left. Returns true if no rank is left. */
    boolean lose(int rank) {
        List<InprocComm> others;
        InprocComm victim;
        synchronized (this) {
            victim = present.remove(rank);
            if (victim != null || !entered.get(rank)) {
                lost.set(rank);
            }
            others = lost.get(rank) ? new ArrayList<>(present.values()) : List.of();
            notifyAll();
        }
        others.forEach(other -> other.peerGone(rank));
        if (victim != null) {
            victim.lost();
        }
        synchronized (this) {
            return size > 0 && entered.cardinality() == size && present.isEmpty();
        }
    }
}
