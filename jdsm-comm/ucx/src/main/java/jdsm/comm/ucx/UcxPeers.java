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
import jdsm.comm.fabric.Fabric;
import jdsm.comm.memory.AllocatorSettings;
import jdsm.comm.memory.PageAllocator;
import jdsm.comm.memory.PagePolicy;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Encryption;
import jdsm.comm.spi.HeapFrame;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;
import jdsm.comm.spi.TransportKinds;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpAmData;
import org.openucx.jucx.ucp.UcpAmRecvCallback;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucs.UcsConstants;

/** The UCX side of a rank: its worker, the links to its peers, what comes from them, and their memory. */
final class UcxPeers implements Fabric {
    /**
     * How long after a failure of UCX a peer counts as lost, in milliseconds. The end of a process is told earlier, and
     * with the right rank to blame, by its TCP connection.
     */
    private static final long PATIENCE_MILLIS = 1_000;

    private final int rank;
    private final int size;
    private final Arrivals arrivals;
    private final UcxWorker worker;
    private final Progress progress;
    private final Inbox inbox;
    private final Runnable wake;
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

    /**
     * Opens UCX.
     *
     * @param wake has the delivery thread call {@link #deliver}, later; on any thread, which may hold the worker's lock
     * @param shows whether the memory that the peers reach is that of another transport, see {@link UcxMemory}
     * @throws CommException if that is impossible
     */
    UcxPeers(CommSettings settings, Arrivals arrivals, Runnable wake, boolean shows) {
        this.wake = wake;
        this.rank = settings.rank();
        this.size = settings.size();
        this.arrivals = arrivals;
        worker = new UcxWorker(size, isLocal(settings));
        progress = new Progress(rank, worker, this::failed);
        inbox = new Inbox(arrivals, this::delivered);
        memory = new UcxMemory(rank, worker, progress, arrivals, peer -> links[peer].endpoint(), shows);
        incoming = new Incoming[size];
        PageAllocator allocator = new PageAllocator(AllocatorSettings.of(PagePolicy.lps(1)));
        try {
            for (int peer = 0; peer < size; peer++) {
                int from = peer;
                incoming[peer] = peer == rank
                        ? null
                        : new Incoming(
                                peer,
                                worker.buffers(),
                                allocator,
                                this::arrived,
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
        } catch (UcxException | LinkageError e) {
            worker.close(() -> {}, () -> {});
            throw UcxWorker.failure("UCX has no memory for messages, see ulimit -l: " + e.getMessage(), e);
        }
    }

    /** Whether UCX is to listen at the loopback address alone: the user has not said that he trusts whoever reaches another one. */
    private static boolean isLocal(CommSettings settings) {
        return !settings.trustsFabric()
                && settings.encryption() != Encryption.NEVER
                && System.getenv("UCX_NET_DEVICES") == null;
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

    /** Ends the Comm, because UCX or a handler has failed. */
    void failed(Throwable cause) {
        arrivals.failed(new CommException(Reason.TRANSPORT, -1, "delivering failed: " + cause, cause));
    }

    /** Takes a message that is whole. Inside a callback of UCX. */
    private void arrived(Incoming.Arrived message) {
        inbox.offer(message);
        wake.run();
    }

    @Override
    public void begin() {
        progress.begin();
    }

    @Override
    public ByteBuffer address() {
        return worker.address();
    }

    @Override
    public void connect(ByteBuffer[] where, IntPredicate apart) {
        Link[] all = new Link[size];
        for (int peer = 0; peer < size; peer++) {
            if (where[peer] == null) {
                continue;
            }
            int to = peer;
            try {
                UcpEndpoint endpoint =
                        worker.connect(where[peer], apart.test(peer), (broken, status, text) -> trouble(to, text));
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

    @Override
    public void open() {
        inbox.open();
        wake.run();
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

    /** Delivers the messages that are there. On the delivery thread. */
    void deliver() {
        inbox.deliver();
    }

    @Override
    public boolean poll() {
        return progress.poll();
    }

    @Override
    public void begins() {
        progress.begins();
    }

    @Override
    public void rest() {
        progress.rest();
    }

    @Override
    public void drain() {
        worker.drain();
        inbox.deliver();
    }

    UcxWorker worker() {
        return worker;
    }

    Progress progress() {
        return progress;
    }

    Inbox inbox() {
        return inbox;
    }

    @Override
    public UcxMemory memory() {
        return memory;
    }

    @Override
    public OutgoingFrame newFrame(int kind, int lengthBytes) {
        return lengthBytes > Buffers.PIECE_BYTES
                ? new HeapFrame(kind, lengthBytes)
                : new UcxFrame(worker.buffers(), kind, lengthBytes);
    }

    @Override
    public void send(int to, OutgoingFrame frame) {
        links[to].send(frame);
    }

    @Override
    public boolean send(int to, OutgoingMessage message) {
        return links[to].send(message);
    }

    @Override
    public void sendControl(int to, int kind, long value) {
        Link[] all = links;
        if (all.length > 0) {
            all[to].sendControl(kind, value);
        }
    }

    @Override
    public void submitted(boolean polls) {
        worker.settle();
        if (!polls && isUnderWay()) {
            progress.wake();
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

    @Override
    public CompletableFuture<Void> flush() {
        Link[] all = links;
        CompletableFuture<?>[] sent = new CompletableFuture<?>[all.length];
        for (int peer = 0; peer < all.length; peer++) {
            sent[peer] = all[peer] == null ? CompletableFuture.completedFuture(null) : all[peer].flush();
        }
        submitted(false);
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

    @Override
    public void awaitFarewells(IntPredicate isThere, BooleanSupplier over) {
        progress.await(() -> over.getAsBoolean() || Thread.currentThread().isInterrupted() || haveAllParted(isThere));
    }

    private boolean haveAllParted(IntPredicate isThere) {
        boolean[] all = {true};
        worker.submit(() -> {
            all[0] = answering == 0;
            for (int peer = 0; peer < size && all[0]; peer++) {
                all[0] = links[peer] == null || farewells.get(peer) || !isThere.test(peer);
            }
        });
        return all[0];
    }

    @Override
    public void end(CommException cause) {
        ended = true;
        for (Link link : links) {
            if (link != null) {
                worker.submit(() -> link.end(cause));
            }
        }
        memory.end(cause);
        progress.wake();
    }

    @Override
    public void close() {
        progress.end();
        worker.settle();
        worker.close(memory::freeKeys, memory::deregister);
    }
}
