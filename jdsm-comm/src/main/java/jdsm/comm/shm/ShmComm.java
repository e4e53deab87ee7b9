package jdsm.comm.shm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RemoteMemory;
import jdsm.comm.spi.AbstractComm;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.HeapFrame;
import jdsm.comm.spi.HeapMessage;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;
import jdsm.comm.spi.PostedReceive;
import jdsm.comm.spi.TransportKinds;

/** A rank that shares memory with every other one. */
final class ShmComm extends AbstractComm {
    private final Delivery delivery;
    private final AtomicInteger backlogs = new AtomicInteger();
    private final ShmMemory memory;
    /** Held while joining takes something: who closes meanwhile finds all of it or nothing. */
    private final Object setUp = new Object();

    private volatile ShmJoin join;
    private volatile Link[] links = {};
    private volatile Incoming[] incoming = {};

    ShmComm(CommSettings settings) {
        super(settings);
        delivery = new Delivery(settings.spinNanos(), !settings.workersHaveProcessors(), this::deliveryFailed);
        memory = new ShmMemory(this);
    }

    @Override
    protected void join() {
        ShmJoin joining;
        synchronized (setUp) {
            CommException failure = failure();
            if (failure != null) {
                throw failure;
            }
            joining = new ShmJoin(this, settings());
            join = joining;
        }
        joining.run();
    }

    /** All ranks have made their files. */
    void connected(Link[] out, Inbox own, Runnable waker) {
        Incoming[] all = new Incoming[out.length];
        for (int peer = 0; peer < out.length; peer++) {
            all[peer] = new Incoming(peer);
        }
        links = out;
        incoming = all;
        delivery.open(own, new Rings(), waker);
    }

    AtomicInteger backlogs() {
        return backlogs;
    }

    Delivery delivery() {
        return delivery;
    }

    void failed(CommException cause) {
        fail(cause);
    }

    private void deliveryFailed(Throwable cause) {
        fail(new CommException(Reason.TRANSPORT, -1, "delivering failed: " + cause, cause));
    }

    /** The connection to a peer has ended; behind what lies in its ring. */
    void lost(int peer) {
        delivery.execute(() -> {
            Link[] out = links;
            if (out.length > 0) {
                incoming[peer].poll();
                out[peer].end(
                        new CommException(Reason.PEER_LOST, peer, "lost rank " + peer + " before everything was sent"));
            }
            peerEnded(peer);
            if (out.length > 0) {
                incoming[peer].ended();
            }
        });
    }

    private final class Rings implements Delivery.Work {
        @Override
        public boolean poll() {
            int records = 0;
            for (Incoming each : incoming) {
                records += each.poll();
            }
            if (backlogs.get() > 0) {
                for (Link link : links) {
                    if (link != null) {
                        link.flush();
                    }
                }
            }
            return records > 0;
        }

        @Override
        public boolean isPending() {
            for (Incoming each : incoming) {
                if (each.isPending()) {
                    return true;
                }
            }
            if (backlogs.get() > 0) {
                for (Link link : links) {
                    if (link != null && link.mayGoOn()) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /** What comes from one peer. */
    final class Incoming implements RingReader.Sink {
        private final int peer;
        private final RingReader ring;
        private PostedReceive posted;
        /** Nothing is taken from the ring any more: the memory that a message was to go to may be the program's again. */
        private boolean over;

        private Incoming(int peer) {
            this.peer = peer;
            this.ring = peer == rank() ? null : join.reader(peer, this);
        }

        private boolean isPending() {
            return ring != null && !over && !ring.isEmpty();
        }

        private int poll() {
            if (ring == null || over) {
                return 0;
            }
            int records = ring.poll();
            if (records > 0 && ring.feedsSender()) {
                links[peer].wake();
            }
            return records;
        }

        @Override
        public void message(int kind, ByteBuffer payload) {
            if (kind == TransportKinds.PROGRAM) {
                deliverProgram(HeapMessage.copyOf(peer, payload));
            } else if (TransportKinds.isTransport(kind)) {
                deliverControl(peer, kind, payload.getLong(0));
            } else {
                deliver(peer, kind, payload);
            }
        }

        @Override
        public ByteBuffer begins(int kind, int totalBytes) {
            posted = kind == TransportKinds.PROGRAM ? postedReceive(peer, totalBytes) : null;
            return posted != null
                    ? posted.room().duplicate().clear()
                    : ByteBuffer.allocate(totalBytes).order(ByteOrder.LITTLE_ENDIAN);
        }

        @Override
        public void complete(int kind, ByteBuffer payload) {
            if (posted != null) {
                PostedReceive filled = posted;
                posted = null;
                deliverProgram(filled);
            } else if (kind == TransportKinds.PROGRAM) {
                deliverProgram(new HeapMessage(peer, payload.array()));
            } else {
                deliver(peer, kind, payload);
            }
        }

        /** Nothing more comes. */
        private void ended() {
            over = true;
            if (posted != null) {
                posted.abandon(failureOrClosed());
                posted = null;
            }
        }
    }

    // What AbstractComm calls.

    @Override
    protected OutgoingFrame newFrame(int kind, int lengthBytes) {
        return new HeapFrame(kind, lengthBytes);
    }

    @Override
    protected void transmitFrame(int to, OutgoingFrame frame) {
        links[to].send(frame.kind(), frame.buffer().clear());
    }

    @Override
    protected void transmitQuietly(int to, OutgoingFrame frame) {
        links[to].sendQuietly(frame.kind(), frame.buffer().clear());
    }

    @Override
    protected boolean transmitProgram(int to, OutgoingMessage message) {
        return links[to].send(TransportKinds.PROGRAM, message);
    }

    @Override
    protected void transmitControl(int to, int kind, long value) {
        Link[] out = links;
        if (out.length > 0) {
            ByteBuffer payload =
                    ByteBuffer.allocate(TransportKinds.PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            out[to].send(kind, payload.putLong(0, value));
        }
    }

    @Override
    public void execute(Runnable task) {
        if (join == null) {
            throw new IllegalStateException("this Comm is not started");
        }
        delivery.execute(() -> runTask(task));
    }

    @Override
    public boolean progress(BooleanSupplier done) {
        return delivery.progress(done, waitNanos());
    }

    @Override
    public void poll() {
        delivery.help();
    }

    @Override
    public void attend(int occasion) {
        super.attend(occasion);
        delivery.attend(occasion);
    }

    @Override
    public void wake(int rank, int occasion) {
        if (rank != rank()) {
            links[rank].wake(occasion);
        }
    }

    /** All ranks are on one host. */
    @Override
    public int firstOnHost(int rank) {
        return 0;
    }

    @Override
    public boolean onDeliveryThread() {
        return delivery.isCurrent();
    }

    @Override
    protected CompletableFuture<Void> flushTransport() {
        List<CompletableFuture<Void>> written = new ArrayList<>();
        for (Link link : links) {
            if (link != null) {
                written.add(link.flushed());
            }
        }
        return CompletableFuture.allOf(written.toArray(CompletableFuture[]::new));
    }

    @Override
    public Optional<RemoteMemory> remoteMemory() {
        return Optional.of(memory);
    }

    /** {@link AbstractComm#checkMayAccess}, for this package. */
    void checkReaches(int peer) {
        checkMayAccess(peer);
        checkPresent(peer);
    }

    /** Where this rank's files are; null in a job of one rank. */
    ShmJoin.Place place() {
        ShmJoin joined = join;
        return joined == null ? null : joined.place();
    }

    @Override
    protected void abort() {
        ShmJoin joining;
        synchronized (setUp) {
            joining = join;
        }
        if (joining != null) {
            joining.abort();
            endTransfers(failureOrClosed());
        }
    }

    /** What is on its way will not arrive: who waits for it goes on. */
    private void endTransfers(CommException cause) {
        for (Link link : links) {
            if (link != null) {
                link.end(cause);
            }
        }
        delivery.execute(() -> {
            for (Incoming each : incoming) {
                each.ended();
            }
        });
    }

    @Override
    protected void shutDown() {
        synchronized (setUp) {
            if (join == null) {
                return;
            }
        }
        if (failure() == null) {
            awaitWritten();
        }
        memory.end(failure() != null);
        endTransfers(failureOrClosed());
        join.close();
    }
}
