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
 * Connects a rank to the peers with which it shares memory. It makes the rank's own files and, when all ranks have made
 * theirs, opens those of the peers. It connects to the bells of lower ranks; higher ranks connect to its own.
 * Afterwards it runs the rank's own thread, which sleeps until a bell rings.
 */
final class ShmJoin {
    private final ShmPeers peers;
    private final Arrivals arrivals;
    private final Delivery delivery;
    private final CommSettings settings;
    private final int rank;
    /** Null if the job has one rank. */
    private final JobIdentity job;

    private final Bells bells;
    private final Thread thread;
    private final CompletableFuture<Void> complete = new CompletableFuture<>();
    /** Removes the files if the JVM ends while its Comm is open. */
    private final Thread atExit = new Thread(this::leave, "jdsm-shm-exit");

    /** The peers that are not connected yet; empty before {@link #link}. Guarded by its own monitor. */
    private final List<Integer> absent = new ArrayList<>();

    private volatile boolean ended;
    private volatile Place place;
    /** Whether this rank has left, and makes no more files. Guarded by this. */
    private boolean left;

    private Inbox own = Inbox.alone();
    private String displaced;
    private Medium pulses;
    /** The ranks that share memory, in ascending order. */
    private int[] here = {};

    /** The job's directory that a rank uses, and the rank's lock there. */
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

    /** Returns a reader of the ring that a peer fills, given the peer's index among the ranks that share memory. */
    RingReader reader(int peerPlace, RingReader.Sink sink) {
        return new RingReader(own.ring(peerPlace), sink);
    }

    private static CommException failure(String what, IOException e) {
        return new CommException(Reason.JOIN, -1, what + ": " + e, e);
    }

    /** Whether this rank has made files. A rank without files shares no memory. */
    boolean hasFiles() {
        return place != null;
    }

    /**
     * Makes this rank's files below the first base directory that has room.
     *
     * @param ranks the most ranks that may share memory
     * @throws IOException if no base directory has room
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
        String why =
                full.isEmpty() ? "no writable directory: neither /dev/shm nor java.io.tmpdir" : String.join("; ", full);
        throw new IOException(why, first);
    }

    private void makeFiles(JobDirectory directory, Path base, int ranks) throws IOException {
        place = takePlace(directory, base);
        Runtime.getRuntime().addShutdownHook(atExit);
        own = Inbox.create(place.directory().resolve(rank + JobFiles.RINGS), ranks);
        bells.listen(place.directory().resolve(rank + JobFiles.BELL));
    }

    /**
     * Makes the directory and takes this rank's lock there. Retries: a rank that finds no room may remove the directory
     * meanwhile.
     */
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

    /**
     * Returns the identity of this rank's directory: ranks that use the same one share memory. They run as one user on
     * one kernel.
     */
    HostIdentity host() {
        Place here = place;
        if (here == null) {
            throw arrivals.failureOrClosed();
        }
        try {
            return HostIdentity.of(job, JobDirectory.identity(here.directory(), rank));
        } catch (IOException e) {
            throw failure("cannot read the identity of the directory for shared memory", e);
        }
    }

    /**
     * Opens the files of the ranks that share memory, after all have made theirs. Returns the links to them, by rank.
     */
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
                            peer, inbox, new RingWriter(inbox.ring(ownPlace)), bells, peers.backlogs(), delivery);
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

    /** Returns the medium that carries signs of life in shared memory. After {@link #link}. */
    Medium pulses() {
        return pulses;
    }

    /** Starts to deliver the messages that the work finds. */
    void open(Delivery.Work work) {
        delivery.open(own, work, bells::wake);
        // Earlier messages may have rung the bell before a thread looked at the rings.
        delivery.execute(() -> {});
    }

    /**
     * Connects to the bells of lower ranks and starts this rank's own thread. Does not wait for other ranks.
     *
     * @return a future that completes when all peers are connected, or with the exception that ends joining
     */
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

    /** Connects to the bell of a peer. If the peer has ended already, joining ends. */
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

    /** The body of the rank's own thread: delivers whenever the bell has rung. */
    private void answerBells() {
        try {
            while (!ended) {
                boolean ticks = delivery.ticks();
                boolean called = bells.sleep(ticks ? Attention.TICK_MILLIS : 0);
                if (called || !ticks) {
                    delivery.answer();
                } else {
                    delivery.tick();
                }
            }
        } catch (ClosedSelectorException e) {
            // close() has closed the bells.
        } catch (Throwable e) {
            arrivals.failed(new CommException(Reason.TRANSPORT, -1, "waiting for bells failed: " + e, e));
        }
    }

    /** Ends joining and all connections. Does not block. Any thread. */
    void abort() {
        complete.completeExceptionally(arrivals.failureOrClosed());
        bells.hangUp();
    }

    /** As {@link #abort}; also ends the rank's own thread once its queue is empty, and removes the files. Blocks. */
    void close() {
        complete.completeExceptionally(arrivals.failureOrClosed());
        synchronized (this) {
            left = true; // from here on makeFiles makes no files and does not listen
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
                    // The JVM is ending: the hook runs and finds no files.
                }
            }
        }
    }
}
