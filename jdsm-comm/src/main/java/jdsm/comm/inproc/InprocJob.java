package jdsm.comm.inproc;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;

/** One job of this JVM: which ranks have entered, left, or been lost. Its monitor guards all fields. */
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

    /** Blocks until all ranks have entered, or one is lost, or the caller has failed. */
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

    /** A rank leaves, in order or not; true if it was the last one. */
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

    /** A rank's program has died; true if nobody is left. Without effect on a rank that has left. */
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
