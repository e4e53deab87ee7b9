package jdsm.comm.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RemoteMemory;
import jdsm.comm.bootstrap.HostIdentity;
import jdsm.comm.pulse.Medium;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.HeapFrame;
import jdsm.comm.spi.HeapMessage;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;
import jdsm.comm.spi.PostedReceive;
import jdsm.comm.spi.TransportKinds;

/**
 * Sends messages to the peers with which a rank shares memory, and receives messages from them. A part of a transport.
 * The transport calls in this order: {@link #begin}, {@link #prepare}, {@link #meet} after all ranks have met,
 * {@link #open} and {@link #connect} in any order, {@link #close}. Messages are delivered from {@code open} on. Sending
 * is thread-safe and does not block.
 */
public final class ShmPeers {
    private final CommSettings settings;
    private final Arrivals arrivals;
    private final Delivery delivery;
    private final AtomicInteger backlogs = new AtomicInteger();
    private final ShmMemory memory;
    private volatile ShmJoin join;
    /** By rank; null if a rank is no peer. */
    private volatile Link[] links = {};
    /** By rank; null if a rank is no peer. */
    private volatile Incoming[] incoming = {};
    /** The elements of {@link #incoming} without nulls. */
    private Incoming[] sources = {};

    /** The elements of {@link #links} without nulls. */
    private Link[] targets = {};

    /**
     * Takes no resource.
     *
     * @param delivery delivers the messages that arrive
     */
    public ShmPeers(CommSettings settings, Arrivals arrivals, Delivery delivery) {
        this.settings = settings;
        this.arrivals = arrivals;
        this.delivery = delivery;
        memory = new ShmMemory(settings.rank(), arrivals, this::place, this::reaches);
    }

    /**
     * Takes the first resources, which {@link #close} frees. Does not block. The caller ensures that neither
     * {@link #abort} nor {@link #close} runs meanwhile.
     */
    public void begin() {
        join = new ShmJoin(this, settings, arrivals, delivery);
    }

    /**
     * Makes this rank's files.
     *
     * @param mostPeers the most peers that may share memory with this rank
     * @throws IOException if no directory has room; this rank can share no memory then
     */
    public void prepare(int mostPeers) throws IOException {
        join.makeFiles(mostPeers + 1);
    }

    /**
     * Returns a text that says where the files are and why not in the first directory; null if they are there. After
     * {@link #prepare}.
     */
    public String displaced() {
        return join.displaced();
    }

    /** Returns an identity that is equal on all ranks that share memory with this one. After {@link #prepare}. */
    public HostIdentity host() {
        return join.host();
    }

    /**
     * Opens the files of the peers, after all ranks have made theirs.
     *
     * @param here the ranks that share memory, in ascending order, this one among them
     */
    public void meet(int[] here) {
        Link[] out = join.link(here);
        Incoming[] in = new Incoming[settings.size()];
        List<Incoming> allIn = new ArrayList<>();
        List<Link> allOut = new ArrayList<>();
        for (int place = 0; place < here.length; place++) {
            int peer = here[place];
            if (out[peer] != null) {
                in[peer] = new Incoming(peer, place);
                allIn.add(in[peer]);
                allOut.add(out[peer]);
            }
        }
        sources = allIn.toArray(Incoming[]::new);
        targets = allOut.toArray(Link[]::new);
        links = out;
        incoming = in;
    }

    /** Returns the work that reads the rings of the peers. After {@link #meet}. */
    public Delivery.Work rings() {
        return new Rings();
    }

    /**
     * Starts to deliver messages.
     *
     * @param work finds the messages: {@link #rings}, alone or with other sources
     */
    public void open(Delivery.Work work) {
        join.open(work);
    }

    /**
     * Starts to connect to the peers. Does not wait for them.
     *
     * @return a future that completes when all are connected, or with the {@link CommException} that ends joining
     */
    public CompletableFuture<Void> connect() {
        return join.connect();
    }

    /** Returns the medium that carries signs of life between this rank and its peers. After {@link #meet}. */
    public Medium pulses() {
        return join.pulses();
    }

    /** Returns the peers that are not connected yet. Any thread. */
    public Collection<Integer> absent() {
        return join.absent();
    }

    /** Whether a rank is one of these peers. */
    public boolean has(int rank) {
        return rank < links.length && links[rank] != null;
    }

    private boolean reaches(int rank) {
        return rank == settings.rank() || has(rank);
    }

    AtomicInteger backlogs() {
        return backlogs;
    }

    /** The connection to a peer has ended: delivers the rest of its ring, then reports the end. */
    void lost(int peer) {
        delivery.execute(() -> {
            Incoming[] in = incoming;
            if (in.length > 0) {
                in[peer].drain();
                links[peer].end(
                        new CommException(Reason.PEER_LOST, peer, "lost rank " + peer + " before everything was sent"));
            }
            arrivals.ended(peer);
            if (in.length > 0) {
                in[peer].ended();
            }
        });
    }

    private final class Rings implements Delivery.Work {
        private final Incoming[] in = sources;
        private final Link[] out = targets;

        @Override
        public boolean poll() {
            int records = 0;
            for (Incoming each : in) {
                records += each.poll();
            }
            if (backlogs.get() > 0) {
                for (Link link : out) {
                    link.flush();
                }
            }
            return records > 0;
        }

        @Override
        public boolean isPending() {
            for (Incoming each : in) {
                if (each.isPending()) {
                    return true;
                }
            }
            if (backlogs.get() > 0) {
                for (Link link : out) {
                    if (link.mayGoOn()) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /** The incoming messages of one peer. Used on the delivery thread, except for {@link #isPending}. */
    private final class Incoming implements RingReader.Sink {
        private final int peer;
        private final RingReader ring;
        private PostedReceive posted;
        /** Whether reading has ended: afterwards the buffer of a posted receive may belong to the program again. */
        private boolean over;

        private Incoming(int peer, int place) {
            this.peer = peer;
            this.ring = join.reader(place, this);
        }

        private boolean isPending() {
            return !over && !ring.isEmpty();
        }

        private int poll() {
            if (over) {
                return 0;
            }
            int records = ring.poll();
            if (records > 0 && ring.feedsSender()) {
                links[peer].wakeNow();
            }
            return records;
        }

        /** Reads the rest of the ring of a peer that writes no more. */
        private void drain() {
            while (poll() > 0) {
                // One poll takes a bounded number of records.
            }
        }

        @Override
        public void message(int kind, ByteBuffer payload) {
            arrivals.message(peer, kind, payload);
        }

        @Override
        public ByteBuffer begins(int kind, int totalBytes) {
            posted = kind == TransportKinds.PROGRAM ? arrivals.posted(peer, totalBytes) : null;
            try {
                return posted != null
                        ? posted.room().duplicate().clear()
                        : ByteBuffer.allocate(totalBytes).order(ByteOrder.LITTLE_ENDIAN);
            } catch (OutOfMemoryError e) { // only this allocation has failed
                arrivals.noMemory(peer, totalBytes, e);
                return null;
            }
        }

        @Override
        public void complete(int kind, ByteBuffer payload) {
            if (posted != null) {
                PostedReceive filled = posted;
                posted = null;
                arrivals.programMessage(filled);
            } else if (kind == TransportKinds.PROGRAM) {
                arrivals.programMessage(new HeapMessage(peer, payload.array()));
            } else {
                arrivals.message(peer, kind, payload);
            }
        }

        @Override
        public void malformed(String what) {
            arrivals.failed(new CommException(Reason.PROTOCOL, peer, "rank " + peer + " sent " + what));
        }

        /** Ends reading, and abandons an incomplete message. */
        private void ended() {
            over = true;
            if (posted != null) {
                posted.abandon(arrivals.failureOrClosed());
                posted = null;
            }
        }
    }

    /**
     * Sends a runtime message.
     *
     * @param quietly whether the peer may sleep on
     */
    public void send(int to, OutgoingFrame frame, boolean quietly) {
        ByteBuffer payload = frame.buffer().clear();
        if (frame instanceof HeapFrame) {
            links[to].send(frame.kind(), payload, quietly);
        } else if (links[to].sendAtOnce(frame.kind(), payload, quietly)) {
            frame.recycle();
        } else {
            CompletableFuture<Void> written = new CompletableFuture<>();
            written.whenComplete((nothing, lost) -> frame.recycle());
            links[to].send(frame.kind(), payload, written);
        }
    }

    /** See {@link jdsm.comm.Comm#wake}. Has no effect on a rank that is no peer. */
    public void wake(int rank, int occasion) {
        Link link = links[rank];
        if (link != null) {
            link.wake(occasion);
        }
    }

    /**
     * Sends a program message.
     *
     * @return true if the caller may reuse the payload; false if the message is completed later
     */
    public boolean send(int to, OutgoingMessage message) {
        return links[to].send(TransportKinds.PROGRAM, message);
    }

    /** Sends a message of the transport's own. Drops the message before {@link #meet}. */
    public void sendControl(int to, int kind, long value) {
        Link[] out = links;
        if (out.length > 0) {
            ByteBuffer payload =
                    ByteBuffer.allocate(TransportKinds.PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            out[to].send(kind, payload.putLong(0, value), false);
        }
    }

    /** Returns a future that completes when all messages sent before are in the rings. */
    public CompletableFuture<Void> flush() {
        return CompletableFuture.allOf(Arrays.stream(links)
                .filter(link -> link != null)
                .map(Link::flushed)
                .toArray(CompletableFuture[]::new));
    }

    /**
     * Returns access to the regions of these peers and of this rank: the same object each time, also before
     * {@link #begin}.
     */
    public RemoteMemory memory() {
        return memory;
    }

    private ShmJoin.Place place() {
        ShmJoin joined = join;
        return joined == null ? null : joined.place();
    }

    /** Ends joining and all connections. Does not block. Any thread. */
    public void abort() {
        if (join != null) {
            join.abort();
            endTransfers();
        }
    }

    /** Ends all incomplete transfers and the waits for them. */
    private void endTransfers() {
        CommException cause = arrivals.failureOrClosed();
        for (Link link : links) {
            if (link != null) {
                link.end(cause);
            }
        }
        delivery.execute(() -> {
            for (Incoming each : incoming) {
                if (each != null) {
                    each.ended();
                }
            }
        });
    }

    /**
     * As {@link #abort}; also ends delivery once its queue is empty, and removes the files. Blocks. Not on the delivery
     * thread.
     *
     * @param failed whether the Comm has failed
     */
    public void close(boolean failed) {
        if (join != null) {
            memory.end(failed);
            endTransfers();
            join.close();
        }
    }
}
