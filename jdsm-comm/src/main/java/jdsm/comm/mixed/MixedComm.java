package jdsm.comm.mixed;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RemoteMemory;
import jdsm.comm.bootstrap.HostIdentity;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.comm.bootstrap.Meeting;
import jdsm.comm.bootstrap.MeetingComm;
import jdsm.comm.bootstrap.RankAddress;
import jdsm.comm.fabric.Fabric;
import jdsm.comm.pulse.Medium;
import jdsm.comm.pulse.Pulse;
import jdsm.comm.shm.Delivery;
import jdsm.comm.shm.ShmPeers;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.HeapFrame;
import jdsm.comm.spi.OutgoingFrame;
import jdsm.comm.spi.OutgoingMessage;
import jdsm.comm.spi.Threads;
import jdsm.comm.spi.TransportKinds;
import jdsm.comm.tcp.TcpPeers;

/*
 * Handlers run on the thread that holds the role of Delivery; the event loop of the sockets is one more source of
 * messages. So there are two roles, and no thread waits for one of them while it holds the other. The thread that
 * drives the event loop delivers the messages that it has read if it gets the role of Delivery at once; else it hands
 * copies over (SocketTurns). The thread that delivers drives the event loop if no other thread does.
 *
 * With a fabric between hosts the sockets carry signs of life and the ends of ranks only: all that they bring is handed
 * over as tasks, before which the fabric is drained. Messages of the fabric are delivered by tasks as well.
 */

/** A rank that shares memory with the ranks of its host and is connected to all others by TCP, or by a fabric. */
final class MixedComm extends MeetingComm {
    /** Longer frames are made in memory that sockets read without a copy, shorter ones on the heap. */
    private static final int COPIED_FRAME_BYTES = 1 << 10;
    /**
     * How long a waiting thread polls the rings alone before it wakes the event loop's thread to drive the loop itself.
     */
    private static final long NEIGHBOURS_NANOS = 5_000;
    /** The number of polls of the rings for each poll of the sockets, which is a system call. */
    private static final int LOOKS_AT_RINGS = 16;

    private final Delivery delivery;
    private final ShmPeers neighbours;
    private final SocketTurns turns;
    private final TcpPeers others;
    private final Pulse pulse;
    private final FabricPart fabric;
    private final MixedMemory memory;
    /** Null before all ranks have met. */
    private volatile Hosts hosts;
    /** Whether there are ranks on other hosts. */
    private volatile boolean hasOthers;

    MixedComm(CommSettings settings, FabricOffer offer) {
        super(settings);
        delivery = Delivery.of(settings, arrivals());
        neighbours = new ShmPeers(settings, arrivals(), delivery);
        turns = new SocketTurns(delivery);
        others = new TcpPeers(settings, arrivals(), turns);
        pulse = new Pulse(settings, arrivals());
        fabric = new FabricPart(offer, delivery);
        memory = new MixedMemory(neighbours.memory());
    }

    @Override
    protected void begin() {
        neighbours.begin();
        others.begin("jdsm-sockets-" + rank());
        fabric.begin(settings(), arrivals());
    }

    @Override
    protected void join(Meeting meeting) {
        if (size() == 1) {
            hosts = new Hosts(new RankAddress[1]);
            neighbours.meet(new int[] {rank()});
            neighbours.open(neighbours.rings());
            neighbours.connect();
            return;
        }
        boolean shares = prepare();
        InetSocketAddress address = others.listen();
        if (fabric.isRequired()) {
            settings().requireTrustedFabric(MixedProvider.OVER_UCX, others.isEncrypted());
        }
        HostIdentity host = shares ? neighbours.host() : HostIdentity.NONE;
        RankAddress[] table = meeting.join(new RankAddress(address, host, fabric.words(), others.isEncrypted()));
        RankAddress.requireAlike(table, rank());
        hosts = new Hosts(table);
        neighbours.meet(checked(hosts.with(rank())));
        InetSocketAddress[] where = new InetSocketAddress[size()];
        for (int peer = 0; peer < size(); peer++) {
            if (!hosts.areTogether(rank(), peer)) {
                where[peer] = table[peer].address();
                hasOthers = true;
            }
        }
        Delivery.Work rings = neighbours.rings();
        Delivery.Work work = hasOthers ? new RingsAndSockets(rings) : rings;
        if (fabric.agree(table, hosts, rank())) {
            Fabric used = fabric.inUse();
            memory.reach(used.memory());
            turns.follow(used::drain);
            work = fabric.with(rings);
        }
        meeting.awaitConnections(connect(where), this::absent);
        // Only now: a handler of the first message may send to any rank.
        others.open();
        if (fabric.inUse() != null) {
            fabric.inUse().open();
        }
        neighbours.open(work);
        List<Medium> media = new ArrayList<>(others.pulses());
        media.add(neighbours.pulses());
        pulse.begin(media);
    }

    /** Connects to all peers. The first failure ends both parts. */
    private CompletableFuture<Void> connect(InetSocketAddress[] where) {
        CompletableFuture<Void> connected = new CompletableFuture<>();
        CompletableFuture<Void> near = neighbours.connect();
        CompletableFuture<Void> far = others.connect(where);
        for (CompletableFuture<Void> part : List.of(near, far)) {
            part.whenComplete((nothing, e) -> {
                if (e != null) {
                    connected.completeExceptionally(e);
                } else if (near.isDone() && far.isDone()) {
                    connected.complete(null);
                }
            });
        }
        return connected;
    }

    /** Makes this rank's files for shared memory. Returns false if no directory has room. */
    private boolean prepare() {
        try {
            neighbours.prepare(settings().ranksOnHost() - 1);
        } catch (IOException e) {
            System.err.println("jdsm: rank " + rank() + " has no shared memory: " + e.getMessage()
                    + "; it reaches all ranks by " + fabric.way());
            return false;
        }
        if (neighbours.displaced() != null) {
            System.err.println("jdsm: rank " + rank() + " has its shared memory in " + neighbours.displaced()
                    + "; it reaches ranks whose is elsewhere by " + fabric.way());
        }
        return true;
    }

    /** Whether ranks of other hosts are reached by a fabric. After the start. */
    boolean usesFabric() {
        return fabric.inUse() != null;
    }

    /** Returns why the ranks do without a fabric that some of them would use; null if there is nothing to tell. */
    String missingFabric() {
        return fabric.missing();
    }

    private int[] checked(int[] here) {
        if (here.length > settings().ranksOnHost()) {
            throw new CommException(
                    Reason.JOIN,
                    -1,
                    here.length + " ranks are on the host of rank " + rank() + ", but " + JobVariables.RANKS_ON_HOST
                            + " is " + settings().ranksOnHost() + " there");
        }
        return here;
    }

    private List<Integer> absent() {
        List<Integer> absent = new ArrayList<>(neighbours.absent());
        absent.addAll(others.absent());
        return absent;
    }

    /**
     * The rings and the sockets as one source of messages. Used on the delivery thread, except for {@link #isPending}.
     */
    private final class RingsAndSockets implements Delivery.Work {
        private final Delivery.Work rings;
        private int looks;

        RingsAndSockets(Delivery.Work rings) {
            this.rings = rings;
        }

        @Override
        public boolean poll() {
            boolean any = rings.poll();
            if (!any && ++looks % LOOKS_AT_RINGS == 0) {
                any = turns.look(others::look);
            }
            return any;
        }

        /** Looks at the rings only: the event loop's own thread waits for the sockets. */
        @Override
        public boolean isPending() {
            return rings.isPending();
        }
    }

    @Override
    protected void pulseAt(int peer, long port) {
        others.pulseAt(peer, port);
    }

    @Override
    protected int lastWord(int peer) {
        return others.lastWord(peer);
    }

    @Override
    protected OutgoingFrame newFrame(int kind, int lengthBytes) {
        Fabric used = fabric.inUse();
        if (!hasOthers || lengthBytes <= COPIED_FRAME_BYTES || used != null && failure() != null) {
            return new HeapFrame(kind, lengthBytes);
        }
        return used != null ? used.newFrame(kind, lengthBytes) : others.newFrame(kind, lengthBytes);
    }

    @Override
    protected void transmitFrame(int to, OutgoingFrame frame) {
        transmit(to, frame, false);
    }

    @Override
    protected void transmitQuietly(int to, OutgoingFrame frame) {
        transmit(to, frame, true);
    }

    private void transmit(int to, OutgoingFrame frame, boolean quietly) {
        if (neighbours.has(to)) {
            neighbours.send(to, frame, quietly);
        } else if (fabric.inUse() != null) {
            fabric.inUse().send(to, frame);
        } else {
            others.send(to, frame);
        }
    }

    @Override
    protected boolean transmitProgram(int to, OutgoingMessage message) {
        if (neighbours.has(to)) {
            return neighbours.send(to, message);
        }
        return fabric.inUse() != null ? fabric.inUse().send(to, message) : others.send(to, message);
    }

    @Override
    protected void transmitControl(int to, int kind, long value) {
        if (neighbours.has(to)) {
            neighbours.sendControl(to, kind, value);
        } else if (fabric.inUse() != null && kind != TransportKinds.LOST) {
            fabric.inUse().sendControl(to, kind, value);
        } else {
            others.sendControl(to, kind, value);
        }
    }

    @Override
    protected void submitted() {
        if (fabric.inUse() != null) {
            fabric.submitted();
        } else if (hasOthers) {
            others.runPending();
        }
    }

    @Override
    public void execute(Runnable task) {
        checkBegun();
        delivery.execute(() -> runTask(task));
    }

    @Override
    protected boolean drive(BooleanSupplier done) {
        if (fabric.inUse() != null) {
            return fabric.progress(done, waitNanos());
        }
        if (!hasOthers || !others.mayBeLookedAt()) {
            return delivery.progress(done, waitNanos());
        }
        if (others.isWithItsThread() && delivery.progress(done, Math.min(NEIGHBOURS_NANOS, waitNanos()))) {
            return true;
        }
        if (delivery.isCurrent()) {
            return false;
        }
        boolean finished = false;
        others.want();
        try {
            finished = delivery.progress(done, waitNanos());
        } finally {
            others.wantNoLonger(finished);
        }
        return finished;
    }

    @Override
    public void poll() {
        pollFabric();
        delivery.help();
        pollSockets();
    }

    /** What the fabric brings becomes tasks, which are to run next. */
    private void pollFabric() {
        if (fabric.inUse() != null && !Threads.isVirtual()) {
            fabric.inUse().poll();
        }
    }

    private void pollSockets() {
        if (hasOthers && fabric.inUse() == null) {
            others.poll();
        }
    }

    @Override
    public void look() {
        pollFabric();
        delivery.look();
        pollSockets();
    }

    @Override
    public void attend(int occasion) {
        super.attend(occasion);
        delivery.attend(occasion);
    }

    @Override
    public void wake(int rank, int occasion) {
        neighbours.wake(rank, occasion);
    }

    @Override
    public int firstOnHost(int rank) {
        return hosts.first(rank);
    }

    @Override
    public boolean onDeliveryThread() {
        return delivery.isCurrent();
    }

    @Override
    protected CompletableFuture<Void> flushTransport() {
        Fabric used = fabric.inUse();
        return CompletableFuture.allOf(neighbours.flush(), used != null ? used.flush() : others.flush());
    }

    /** Returns access to the memory of the ranks of this host only, unless others are reached by a fabric. */
    @Override
    public Optional<RemoteMemory> remoteMemory() {
        return Optional.of(memory);
    }

    @Override
    protected void abortPeers() {
        pulse.stop();
        neighbours.abort();
        others.abort();
        fabric.end(arrivals().failureOrClosed());
    }

    @Override
    protected void closePeers() {
        Fabric used = fabric.inUse();
        if (used != null && failure() == null) {
            used.awaitFarewells(others::isConnected, () -> failure() != null);
        }
        pulse.close();
        others.close();
        turns.await();
        fabric.end(arrivals().failureOrClosed());
        neighbours.close(failure() != null);
        fabric.close();
    }
}
