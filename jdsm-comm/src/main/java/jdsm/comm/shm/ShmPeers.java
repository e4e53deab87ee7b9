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
 * The peers with which a rank shares memory: what goes to them and comes from them. A part of a transport, in the order: {@link
 * #begin}, {@link #prepare}, the meeting of all ranks, {@link #meet}, {@link #open} and {@link #connect} in whichever order,
 * {@link #close}. Messages are delivered from {@code open} on.
 */
public final class ShmPeers {
    private final CommSettings settings;
    private final Arrivals arrivals;
    private final Delivery delivery;
    private final AtomicInteger backlogs = new AtomicInteger();
    private final ShmMemory memory;
    private volatile ShmJoin join;
    /** By rank; null where a rank is no peer. */
    private volatile Link[] links = {};
    /** By rank, as those. */
    private volatile Incoming[] incoming = {};
    /** Without gaps. */
    private Incoming[] sources = {};

    private Link[] targets = {};

    /**
     * Takes no resource.
     *
     * @param delivery who delivers what comes
     */
    public ShmPeers(CommSettings settings, Arrivals arrivals, Delivery delivery) {
        this.settings = settings;
        this.arrivals = arrivals;
        this.delivery = delivery;
        memory = new ShmMemory(settings.rank(), arrivals, this::place, this::reaches);
    }

    /** From here on there is something to {@link #abort} and {@link #close}; the caller sees to it that neither runs meanwhile. */
    public void begin() {
        join = new ShmJoin(this, settings, arrivals, delivery);
    }

    /**
     * Makes this rank's files.
     *
     * @throws IOException if there is room nowhere; then this rank can have no such peers
     */
    public void prepare(int mostPeers) throws IOException {
        join.makeFiles(mostPeers + 1);
    }

    /** Why the files are not in the first folder that there is, and where they are, in words; null: they are. After {@link #prepare}. */
    public String displaced() {
        return join.displaced();
    }

    /** With whom this rank shares memory. After {@link #prepare}. */
    public HostIdentity host() {
        return join.host();
    }

    /**
     * All ranks have made their files.
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

    /** The rings of the peers; those of none before {@link #meet}. */
    public Delivery.Work rings() {
        return new Rings();
    }

    /** From here on who delivers looks there: at the rings and at whatever else there may be. */
    public void open(Delivery.Work work) {
        join.open(work);
    }

    /** Connects to the peers. @return what ends when all are there, or with the {@link CommException} that ends joining */
    public CompletableFuture<Void> connect() {
        return join.connect();
    }

    /** How signs of life go to these peers and come from them. After {@link #meet}. */
    public Medium pulses() {
        return join.pulses();
    }

    /** The peers that have not connected yet. */
    public Collection<Integer> absent() {
        return join.absent();
    }

    /** Whether a rank is one of these peers. */
    public boolean has(int rank) {
        Link[] out = links;
        return out.length > 0 && out[rank] != null;
    }

    private boolean reaches(int rank) {
        return rank == settings.rank() || has(rank);
    }

    AtomicInteger backlogs() {
        return backlogs;
    }

    /** The connection to a peer has ended; behind what lies in its ring. */
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

    /** What comes from one peer. */
    private final class Incoming implements RingReader.Sink {
        private final int peer;
        private final RingReader ring;
        private PostedReceive posted;
        /** Nothing is taken from the ring any more: the memory that a message was to go to may be the program's again. */
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
                links[peer].wake();
            }
            return records;
        }

        /** Takes what a peer that writes no more has left. */
        private void drain() {
            while (poll() > 0) {
                // A ring holds more than is taken at one look.
            }
        }

        @Override
        public void message(int kind, ByteBuffer payload) {
            arrivals.message(peer, kind, payload);
        }

        @Override
        public ByteBuffer begins(int kind, int totalBytes) {
            posted = kind == TransportKinds.PROGRAM ? arrivals.posted(peer, totalBytes) : null;
            return posted != null
                    ? posted.room().duplicate().clear()
                    : ByteBuffer.allocate(totalBytes).order(ByteOrder.LITTLE_ENDIAN);
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

        /** Nothing more comes. */
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
     * @param quietly whether the peer need not be woken
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

    /** Wakes a rank that is a peer, sleeps and attends an occasion; {@link jdsm.comm.Comm#wake}. */
    public void wake(int rank, int occasion) {
        Link link = links[rank];
        if (link != null) {
            link.wake(occasion);
        }
    }

    /** Sends a program message. @return whether its payload is free again; else the message is completed later */
    public boolean send(int to, OutgoingMessage message) {
        return links[to].send(TransportKinds.PROGRAM, message);
    }

    /** Sends a message of the transport's own, if there is a way yet. */
    public void sendControl(int to, int kind, long value) {
        Link[] out = links;
        if (out.length > 0) {
            ByteBuffer payload =
                    ByteBuffer.allocate(TransportKinds.PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            out[to].send(kind, payload.putLong(0, value), false);
        }
    }

    /** Completes when all that was sent before has left this process. */
    public CompletableFuture<Void> flush() {
        return CompletableFuture.allOf(Arrays.stream(links)
                .filter(link -> link != null)
                .map(Link::flushed)
                .toArray(CompletableFuture[]::new));
    }

    /** Access to these peers' regions, and this rank's own: the same object each time, also before {@link #begin}. */
    public RemoteMemory memory() {
        return memory;
    }

    private ShmJoin.Place place() {
        ShmJoin joined = join;
        return joined == null ? null : joined.place();
    }

    /** Ends joining and all connections, without waiting for anything. Any thread. */
    public void abort() {
        if (join != null) {
            join.abort();
            endTransfers();
        }
    }

    /** What is on its way will not arrive: who waits for it goes on. */
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
     * As {@link #abort}, ends delivering behind what is queued, and removes the files. Not on the delivery thread.
     *
     * @param failed whether the Comm has
     */
    public void close(boolean failed) {
        if (join != null) {
            memory.end(failed);
            endTransfers();
            join.close();
        }
    }
}
