package jdsm.comm.shm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedSelectorException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.Meeting;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Threads;

/**
 * How a rank gets to its peers' memory: it makes its own files, meets the others at the rendezvous, which says that all have
 * made theirs, and opens them; it connects to the ranks below it, and those above connect to it. Then it owns the thread
 * that sleeps until the bell rings.
 */
final class ShmJoin {
    /** Where ranks of this transport say that they listen: the rendezvous only has to say that all are there. */
    private static final int NO_PORT = 1;

    private final ShmComm comm;
    private final CommSettings settings;
    private final int rank;
    private final int size;
    /** Null, as the meeting is, where the job has one rank. */
    private final JobIdentity job;

    private final Meeting meeting;
    private final Bells bells;
    private final Thread thread;
    private final CompletableFuture<Void> complete = new CompletableFuture<>();
    /** For a JVM that ends with its Comm open. */
    private final Thread atExit = new Thread(this::leave, "jdsm-shm-exit");

    /** Which peers have connected. Guarded by itself. */
    private final BitSet there = new BitSet();

    private volatile boolean ended;
    private volatile Place place;
    /** No files are made any more. Guarded by this. */
    private boolean left;

    private Inbox own;

    /** A rank's place among the files. */
    record Place(JobDirectory job, Path directory, JobDirectory.Lock lock) {}

    ShmJoin(ShmComm comm, CommSettings settings) {
        this.comm = comm;
        this.settings = settings;
        rank = settings.rank();
        size = settings.size();
        job = size > 1 ? JobIdentity.of(settings) : null;
        meeting = job != null ? new Meeting(settings, job) : null;
        try {
            bells = new Bells(job, rank, this::connected, this::lost);
        } catch (IOException e) {
            throw failure("cannot wait for bells", e);
        }
        thread = new Thread(this::answerBells, "jdsm-delivery-" + rank);
        thread.setDaemon(true);
    }

    Place place() {
        return place;
    }

    /** The ring that a peer fills for this rank. */
    RingReader reader(int peer, RingReader.Sink sink) {
        return new RingReader(own.ring(peer), sink);
    }

    /** Joins; blocks. */
    void run() {
        if (size == 1) {
            own = Inbox.alone();
            comm.connected(new Link[1], own, bells::wake);
            thread.start();
            return;
        }
        try {
            JobDirectory directory = new JobDirectory(job);
            JobDirectory.removeStale(directory);
            makeFiles(directory);
            meeting.join(new InetSocketAddress(InetAddress.getLoopbackAddress(), NO_PORT));
            connect();
        } catch (IOException e) {
            throw failure("cannot share memory", e);
        }
        thread.start();
        Meeting.awaitConnections(complete, rank, this::absent);
    }

    private static CommException failure(String what, IOException e) {
        return new CommException(Reason.JOIN, -1, what + ": " + e, e);
    }

    /** In the first folder that has room. */
    private synchronized void makeFiles(JobDirectory directory) throws IOException {
        if (left) {
            throw comm.failureOrClosed();
        }
        IOException first = null;
        for (Path base : JobDirectory.bases()) {
            try {
                Path path = directory.create(base);
                place = new Place(directory, path, JobDirectory.lock(path, rank));
                Runtime.getRuntime().addShutdownHook(atExit);
                own = Inbox.create(path.resolve(rank + ".rings"), size);
                bells.listen(path.resolve(rank + ".bell"));
                return;
            } catch (IOException e) {
                first = first == null ? e : first;
                removeFiles();
            }
        }
        throw first != null ? first : new IOException("no folder to be written: neither /dev/shm nor java.io.tmpdir");
    }

    private void connect() throws IOException {
        Link[] links = new Link[size];
        for (int peer = 0; peer < size; peer++) {
            if (peer != rank) {
                Inbox inbox = Inbox.open(find(peer, ".rings"), size);
                links[peer] = new Link(
                        peer, inbox, new RingWriter(inbox.ring(rank)), bells, comm.backlogs(), comm.delivery()::defer);
            }
        }
        comm.connected(links, own, bells::wake);
        for (int peer = 0; peer < rank; peer++) {
            bells.connect(peer, find(peer, ".bell"));
        }
    }

    private Path find(int peer, String suffix) {
        Place here = place;
        if (here == null) {
            throw comm.failureOrClosed();
        }
        Path path = here.job().find(peer + suffix);
        if (path == null) {
            throw new CommException(
                    Reason.JOIN,
                    peer,
                    "rank " + peer + " shares no memory with rank " + rank + ": it is on another host, or sees another "
                            + JobDirectory.bases() + "; use --comm tcp");
        }
        return path;
    }

    private void connected(int peer) {
        synchronized (there) {
            there.set(peer);
            if (there.cardinality() == size - 1) {
                complete.complete(null);
            }
        }
    }

    private void lost(int peer) {
        complete.completeExceptionally(new CommException(
                Reason.PEER_LOST, peer, "rank " + peer + " ended its connection while this one was joining"));
        comm.lost(peer);
    }

    private int[] absent() {
        BitSet absent = new BitSet();
        absent.set(0, size);
        absent.clear(rank);
        synchronized (there) {
            absent.andNot(there);
        }
        return absent.stream().toArray();
    }

    /** The rank's own thread: delivers whenever the bell has rung. */
    private void answerBells() {
        try {
            while (!ended) {
                bells.sleep();
                comm.delivery().answer();
            }
        } catch (ClosedSelectorException e) {
            // Closed.
        } catch (Throwable e) {
            comm.failed(new CommException(Reason.TRANSPORT, -1, "waiting for bells failed: " + e, e));
        }
    }

    /** Ends joining and all connections, without waiting for anything. Any thread. */
    void abort() {
        complete.completeExceptionally(comm.failureOrClosed());
        if (meeting != null) {
            meeting.abandon();
        }
        bells.hangUp();
    }

    /** As {@link #abort}, ends the rank's thread behind what is queued, and removes the files. Not on the delivery thread. */
    void close() {
        complete.completeExceptionally(comm.failureOrClosed());
        synchronized (this) {
            left = true; // no files are made, and nobody listens, from here on
        }
        if (meeting != null) {
            meeting.close();
        }
        comm.delivery().end();
        ended = true;
        bells.close();
        Threads.join(thread);
        leave();
    }

    private synchronized void leave() {
        left = true;
        removeFiles();
    }

    private void removeFiles() {
        Place here = place;
        place = null;
        if (here != null) {
            JobDirectory.leave(here.directory(), rank);
            here.lock().close();
            if (Thread.currentThread() != atExit) {
                try {
                    Runtime.getRuntime().removeShutdownHook(atExit);
                } catch (IllegalStateException e) {
                    // This JVM is ending, and the hook finds nothing to do.
                }
            }
        }
    }
}
