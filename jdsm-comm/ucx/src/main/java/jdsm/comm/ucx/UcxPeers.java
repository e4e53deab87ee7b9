package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.bootstrap.RankAddress;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.TransportKinds;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpAmData;
import org.openucx.jucx.ucp.UcpAmRecvCallback;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucs.UcsConstants;

/** The UCX side of a rank: its worker, the links to its peers, what comes from them, and their memory. */
final class UcxPeers {
    /**
     * How long after a failure of UCX a peer counts as lost, in milliseconds. The end of a process is told earlier, and
     * with the right rank to blame, by its TCP connection.
     */
    private static final long PATIENCE_MILLIS = 1_000;

    private final int rank;
    private final int size;
    private final Arrivals arrivals;
    private final UcxWorker worker;
    private final Delivery delivery;
    private final UcxMemory memory;
    /** By rank; null for this rank itself. */
    private final Incoming[] incoming;
    /** By rank; null for this rank itself. Empty before {@link #connect}. */
    private volatile Link[] links = {};
    /** The peers that have taken this rank's goodbye. Guarded by the worker's lock. */
    private final BitSet farewells = new BitSet();
    /** The answers to goodbyes that UCX has not sent. Guarded by the worker's lock. */
    private int answering;

    private final Buffers.Buffer farewell;
    /** Whether this rank has failed or leaves: what UCX reports from now on is a consequence. */
    private volatile boolean ended;

    /** Opens UCX. @throws CommException if that is impossible */
    UcxPeers(CommSettings settings, Arrivals arrivals) {
        this.rank = settings.rank();
        this.size = settings.size();
        this.arrivals = arrivals;
        worker = new UcxWorker(size);
        delivery = new Delivery(
                settings,
                worker,
                arrivals,
                this::delivered,
                cause ->
                        arrivals.failed(new CommException(Reason.TRANSPORT, -1, "delivering failed: " + cause, cause)));
        memory = new UcxMemory(rank, worker, delivery, arrivals, peer -> links[peer].endpoint());
        incoming = new Incoming[size];
        for (int peer = 0; peer < size; peer++) {
            int from = peer;
            incoming[peer] = peer == rank
                    ? null
                    : new Incoming(
                            peer,
                            worker.buffers(),
                            delivery::arrived,
                            cause -> worker.settleLater(() -> arrivals.failed(cause)),
                            text -> trouble(from, text));
        }
        farewell = worker.buffers().take(Integer.BYTES);
        farewell.bytes().putInt(0, rank);
        receive(
                Wire.PIECE,
                Wire.HEADER_BYTES,
                (header, data) -> incoming[header.getInt(Wire.FROM)].piece(header, data));
        receive(Wire.MEMORY, Wire.MORE, (header, data) -> memory.received(header));
        receive(Wire.FAREWELL, Integer.BYTES, (header, data) -> farewells.set(header.getInt(Wire.FROM)));
    }

    private interface Receiver {
        void received(ByteBuffer header, UcpAmData data);
    }

    private void receive(int id, int leastBytes, Receiver receiver) {
        UcpAmRecvCallback callback = (address, bytes, data, reply) -> {
            try {
                ByteBuffer header = Wire.view(address, bytes);
                int from = bytes < leastBytes ? -1 : header.getInt(Wire.FROM);
                if (from < 0 || from >= size || from == rank) {
                    throw new CommException(Reason.PROTOCOL, from, "a message by UCX with a malformed header");
                }
                receiver.received(header, data);
            } catch (Throwable e) {
                CommException cause = e instanceof CommException known
                        ? known
                        : new CommException(Reason.TRANSPORT, -1, "receiving by UCX failed: " + e, e);
                worker.settleLater(() -> arrivals.failed(cause));
            }
            return UcsConstants.STATUS.UCS_OK;
        };
        worker.ucp().setAmRecvHandler(id, callback);
    }

    void begin() {
        delivery.begin();
    }

    /** Returns the address of this rank's worker, for the rendezvous. */
    ByteBuffer address() {
        return worker.address();
    }

    /** Makes the endpoints to all peers, after all ranks have met. Does not wait for them. */
    void connect(RankAddress[] table) {
        Link[] all = new Link[size];
        for (int peer = 0; peer < size; peer++) {
            if (peer == rank) {
                continue;
            }
            int to = peer;
            boolean together = table[peer]
                    .address()
                    .getAddress()
                    .equals(table[rank].address().getAddress());
            try {
                UcpEndpoint endpoint =
                        worker.connect(table[peer].transport(), !together, (broken, status, text) -> trouble(to, text));
                all[peer] = new Link(rank, peer, worker, endpoint, text -> trouble(to, text));
            } catch (UcxException e) {
                throw new CommException(
                        Reason.JOIN,
                        peer,
                        "UCX does not reach rank " + peer + ": " + e.getMessage()
                                + "; check UCX_TLS and UCX_NET_DEVICES, which all ranks must have alike",
                        e);
            }
        }
        links = all;
    }

    /** Starts to deliver messages, after all peers are connected. */
    void open() {
        delivery.open();
    }

    /** UCX has a failure with a peer. If the peer's connection does not end shortly, the peer counts as lost. */
    private void trouble(int peer, String text) {
        if (ended) {
            return;
        }
        Executor later = CompletableFuture.delayedExecutor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        later.execute(() -> {
            if (!ended && !arrivals.hasLeft(peer)) {
                System.err.println("jdsm: rank " + rank + ": UCX has lost rank " + peer + ": " + text);
                arrivals.ended(peer);
            }
        });
    }

    Delivery delivery() {
        return delivery;
    }

    UcxMemory memory() {
        return memory;
    }

    Buffers buffers() {
        return worker.buffers();
    }

    /** Returns the link to a peer, after {@link #connect}. */
    Link link(int peer) {
        return links[peer];
    }

    /** Sends a message of the transport's own. Drops it before {@link #connect}. */
    void sendControl(int to, int kind, long value) {
        Link[] all = links;
        if (all.length > 0) {
            all[to].sendControl(kind, value);
        }
    }

    /** After sends, by a thread that holds no lock: completes what is sent, and sees to the rest. */
    void submitted() {
        worker.settle();
        if (!delivery.isCurrent() && isUnderWay()) {
            delivery.wakeProgress();
        }
    }

    private boolean isUnderWay() {
        for (Link link : links) {
            if (link != null && link.isUnderWay()) {
                return true;
            }
        }
        return false;
    }

    /** Returns a future that completes when UCX has sent all messages so far. */
    CompletableFuture<Void> flush() {
        Link[] all = links;
        CompletableFuture<?>[] sent = new CompletableFuture<?>[all.length];
        for (int peer = 0; peer < all.length; peer++) {
            sent[peer] = all[peer] == null ? CompletableFuture.completedFuture(null) : all[peer].flush();
        }
        submitted();
        return CompletableFuture.allOf(sent);
    }

    /** A message has been delivered. On the delivery thread. */
    private void delivered(Incoming.Arrived message) {
        if (message.kind() == TransportKinds.GOODBYE) {
            memory.left(message.from());
            // Now that peer may end its connections: nothing of it is on its way.
            worker.submit(() -> sendFarewell(message.from()));
        }
    }

    private void sendFarewell(int peer) {
        answering++;
        UcxCallback sent = new UcxCallback() {
            private boolean over;

            @Override
            public void onSuccess(UcpRequest request) {
                if (!over) {
                    over = true;
                    answering--;
                }
            }

            @Override
            public void onError(int status, String text) {
                onSuccess(null); // the peer is gone: it waits for nothing
            }
        };
        long header = farewell.address();
        try {
            links[peer].endpoint().sendAmNonBlocking(Wire.FAREWELL, header, Integer.BYTES, header, 0, 0, sent);
        } catch (UcxException e) {
            sent.onError(e.getStatus(), e.getMessage());
        }
    }

    /**
     * Blocks until all peers have taken this rank's goodbye or are gone, and this rank has answered theirs. Only then is
     * nothing on its way, and connections may end.
     *
     * @param isThere whether a peer is still connected by TCP
     * @param over whether to give up
     */
    void awaitFarewells(IntPredicate isThere, BooleanSupplier over) {
        delivery.await(() -> over.getAsBoolean() || Thread.currentThread().isInterrupted() || haveAllParted(isThere));
    }

    private boolean haveAllParted(IntPredicate isThere) {
        boolean[] all = {true};
        worker.submit(() -> {
            all[0] = answering == 0;
            for (int peer = 0; peer < size && all[0]; peer++) {
                all[0] = peer == rank || farewells.get(peer) || !isThere.test(peer);
            }
        });
        return all[0];
    }

    /** Fails everything that is under way. Does not block. Any thread that holds no lock. */
    void end(CommException cause) {
        ended = true;
        for (Link link : links) {
            if (link != null) {
                worker.submit(() -> link.end(cause));
            }
        }
        memory.end(cause);
        delivery.wakeProgress();
    }

    /** Ends the threads and frees all resources. Blocks. */
    void close() {
        delivery.end();
        worker.settle();
        worker.close(memory::freeKeys, memory::deregister);
    }
}
