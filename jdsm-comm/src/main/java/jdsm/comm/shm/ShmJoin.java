package jdsm.comm.shm;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.bootstrap.HostIdentity;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.pulse.Medium;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Threads;

/**
 * How a rank gets to its peers' memory: it makes its own files and, when all have made theirs, opens the others'; it connects
 * to the ranks below it, and those above connect to it. Then it owns the thread that sleeps until the bell rings.
 */
final class ShmJoin {
    private final ShmPeers peers;
    private final Arrivals arrivals;
    private final Delivery delivery;
    private final CommSettings settings;
    private final int rank;
    /** Null where the job has one rank. */
    private final JobIdentity job;

    private final Bells bells;
    private final Thread thread;
    private final CompletableFuture<Void> complete = new CompletableFuture<>();
    /** For a JVM that ends with its Comm open. */
    private final Thread atExit = new Thread(this::leave, "jdsm-shm-exit");

    /** The peers that have not connected yet; null before it is known who they are. Guarded by itself. */
    private final List<Integer> absent = new ArrayList<>();

    private volatile boolean ended;
    private volatile Place place;
    /** No files are made any more. Guarded by this. */
    private boolean left;

    private Inbox own = Inbox.alone();
    private String displaced;
    private Medium pulses;
    /** The ranks that share memory, in ascending order. */
    private int[] here = {};

    /** A rank's place among the files. */
    record Place(JobDirectory job, Path directory, JobDirectory.Lock lock) {}

    ShmJoin(ShmPeers peers, CommSettings settings, Arrivals arrivals, Delivery delivery) {
        this.peers = peers;
        this.settings = settings;
        this.arrivals = arrivals;
        this.delivery = delivery;
        rank = settings.rank();
        job = settings.size() > 1 ? JobIdentity.of(settings) : null;
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

    /** The ring that a peer fills for this rank, by the peer's place among those that share memory. */
    RingReader reader(int peerPlace, RingReader.Sink sink) {
        return new RingReader(own.ring(peerPlace), sink);
    }

    private static CommException failure(String what, IOException e) {
        return new CommException(Reason.JOIN, -1, what + ": " + e, e);
    }

    /** Whether there are files: a rank without shares no memory. */
    boolean hasFiles() {
        return place != null;
    }

    /**
     * Makes this rank's files, in the first folder that has room.
     *
     * @param ranks how many may share memory, at most
     * @throws IOException if none has
     */
    synchronized void makeFiles(int ranks) throws IOException {
        if (job == null) {
            return;
        }
        if (left) {
            throw arrivals.failureOrClosed();
        }
        JobDirectory directory = new JobDirectory(job, settings.hostPart());
        JobDirectory.removeStale(directory);
        List<String> full = new ArrayList<>();
        IOException first = null;
        for (Path base : JobDirectory.bases()) {
            try {
                makeFiles(directory, base, ranks);
                displaced = full.isEmpty() ? null : base + ", for want of a better place: " + String.join("; ", full);
                return;
            } catch (IOException e) {
                first = first == null ? e : first;
                full.add(base + ": " + e.getMessage());
                removeFiles();
            }
        }
        String why = full.isEmpty()
                ? "no folder to be written: neither /dev/shm nor java.io.tmpdir"
                : String.join("; ", full);
        throw new IOException(why, first);
    }

    private void makeFiles(JobDirectory directory, Path base, int ranks) throws IOException {
        place = takePlace(directory, base);
        Runtime.getRuntime().addShutdownHook(atExit);
        own = Inbox.create(place.directory().resolve(rank + JobFiles.RINGS), ranks);
        bells.listen(place.directory().resolve(rank + JobFiles.BELL));
    }

    /** Each rank that finds no room here may remove the folder with what it has made, while this one is not in it yet. */
    private Place takePlace(JobDirectory directory, Path base) throws IOException {
        for (int others = settings.size() - 1; ; others--) {
            Path path = directory.create(base);
            try {
                return new Place(directory, path, JobDirectory.lock(path, rank));
            } catch (NoSuchFileException e) {
                if (others == 0) {
                    throw e;
                }
            } catch (IOException e) {
                JobDirectory.leave(path, rank);
                throw e;
            }
        }
    }

    String displaced() {
        return displaced;
    }

    /** With whom this rank shares memory: who has found the same folder, which only ranks of one user on one kernel can. */
    HostIdentity host() {
        Place here = place;
        if (here == null) {
            throw arrivals.failureOrClosed();
        }
        try {
            return HostIdentity.of(job, JobDirectory.identity(here.directory(), rank));
        } catch (IOException e) {
            throw failure("cannot tell with whom this rank shares memory", e);
        }
    }

    /** All have made their files: opens those of the ranks that share memory. @return the ways to them, by rank */
    Link[] link(int[] ranksHere) {
        here = ranksHere;
        Link[] links = new Link[settings.size()];
        Inbox[] inboxes = new Inbox[settings.size()];
        int ownPlace = Arrays.binarySearch(here, rank);
        try {
            for (int peer : here) {
                if (peer != rank) {
                    Inbox inbox = Inbox.open(find(peer, JobFiles.RINGS), own.ranks());
                    inboxes[peer] = inbox;
                    links[peer] = new Link(
                            peer,
                            inbox,
                            new RingWriter(inbox.ring(ownPlace)),
                            bells,
                            peers.backlogs(),
                            delivery::defer);
                    absent.add(peer);
                }
            }
        } catch (IOException e) {
            throw failure("cannot share memory", e);
        }
        pulses = new SharedPulses(
                own, inboxes, Arrays.stream(here).filter(peer -> peer != rank).toArray());
        return links;
    }

    /** After {@link #link}. */
    Medium pulses() {
        return pulses;
    }

    void open(Delivery.Work work) {
        delivery.open(own, work, bells::wake);
        // What has come before has rung a bell, perhaps, and nobody looked at it.
        delivery.execute(() -> {});
    }

    /** @return what ends when all are connected, or with the exception that ends joining */
    CompletableFuture<Void> connect() {
        for (int peer : here) {
            if (peer < rank) {
                connect(peer);
            }
        }
        if (here.length <= 1) {
            complete.complete(null);
        }
        thread.start();
        return complete;
    }

    /** A peer that is not there any more ends joining as one does that goes later. */
    private void connect(int peer) {
        try {
            bells.connect(peer, find(peer, JobFiles.BELL));
        } catch (IOException | CommException e) {
            complete.completeExceptionally(
                    new CommException(Reason.JOIN, peer, "rank " + peer + " is not reached: " + e.getMessage(), e));
        }
    }

    private Path find(int peer, String suffix) {
        Place at = place;
        if (at == null) {
            throw arrivals.failureOrClosed();
        }
        Path path = at.job().find(peer + suffix);
        if (path == null) {
            throw new CommException(
                    Reason.JOIN,
                    peer,
                    "rank " + peer + " shares no memory with rank " + rank + ": it is on another host, or sees another "
                            + JobDirectory.bases() + "; use --comm mixed or tcp");
        }
        return path;
    }

    private void connected(int peer) {
        synchronized (absent) {
            absent.remove((Integer) peer);
            if (absent.isEmpty()) {
                complete.complete(null);
            }
        }
    }

    private void lost(int peer) {
        complete.completeExceptionally(new CommException(
                Reason.PEER_LOST, peer, "rank " + peer + " ended its connection while this one was joining"));
        peers.lost(peer);
    }

    List<Integer> absent() {
        synchronized (absent) {
            return List.copyOf(absent);
        }
    }

    /** The rank's own thread: delivers whenever the bell has rung. */
    private void answerBells() {
        try {
            while (!ended) {
                bells.sleep();
                delivery.answer();
            }
        } catch (ClosedSelectorException e) {
            // Closed.
        } catch (Throwable e) {
            arrivals.failed(new CommException(Reason.TRANSPORT, -1, "waiting for bells failed: " + e, e));
        }
    }

    /** Ends joining and all connections, without waiting for anything. Any thread. */
    void abort() {
        complete.completeExceptionally(arrivals.failureOrClosed());
        bells.hangUp();
    }

    /** As {@link #abort}, ends the rank's thread behind what is queued, and removes the files. Not on the delivery thread. */
    void close() {
        complete.completeExceptionally(arrivals.failureOrClosed());
        synchronized (this) {
            left = true; // no files are made, and nobody listens, from here on
        }
        delivery.end();
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
