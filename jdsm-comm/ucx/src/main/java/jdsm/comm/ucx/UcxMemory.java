package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.fabric.FabricMemory;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.WordMemory;
import org.openucx.jucx.ucp.UcpEndpoint;

/**
 * Remote memory by UCX: get and put by UCX's own, compare-and-exchange by a request that the owner's worker answers. The
 * worker's lock guards all fields. Accesses to the own rank's memory are loads and stores under that lock as well, so
 * that they come before or after each operation that UCX carries out on this processor.
 *
 * <p>The first access to a region asks its owner for UCX's key. When the owner closes the region it tells all ranks that
 * have the key, and waits until they use it no more: only then does it end the registration. UCX knows no access to
 * memory that is not registered any more but the end of the connection.
 *
 * <p>Where the memory is another transport's, whose ranks load and store it at the same time, the owner's worker carries
 * out puts as well; see {@link Store}.
 */
final class UcxMemory implements FabricMemory {
    /** What UCX may add to a packet of remote access, in bytes: more than any header of it. */
    private static final int PACKET_OVERHEAD = 64;

    private final int rank;
    private static final int SHOWN_BYTES = 128; // torn words were seen from 512 on
    private final UcxWorker worker;
    private final Progress progress;
    private final Arrivals arrivals;
    private final Accesses accesses;
    private final OwnRegions own;
    private final MemoryRequests requests;
    private final IntFunction<UcpEndpoint> endpoints;
    private final Map<RegionKey, RemoteRegion> remote = new HashMap<>();
    private final Errands errands;
    private final Set<Operation> outstanding = new LinkedHashSet<>();
    private final int packetBytes;
    /** Whether the own rank's memory is another transport's. */
    private final boolean shows;

    private CommException ended;

    UcxMemory(
            int rank,
            UcxWorker worker,
            Progress progress,
            Arrivals arrivals,
            IntFunction<UcpEndpoint> endpoints,
            boolean shows) {
        this.shows = shows;
        this.rank = rank;
        this.worker = worker;
        this.progress = progress;
        this.arrivals = arrivals;
        accesses = new Accesses(arrivals);
        this.endpoints = endpoints;
        requests = new MemoryRequests(rank, worker.buffers(), endpoints);
        errands = new Errands(requests);
        own = new OwnRegions(rank, worker, progress, requests);
        packetBytes = Math.max(Long.BYTES, (int) worker.ucp().getMaxAmHeaderSize() - PACKET_OVERHEAD) & -Long.BYTES;
    }

    /** The longest get, in bytes, that leaves words whole beside stores of ranks that share the memory: UCX may copy more from inside of words. */
    int getBytes() {
        return shows ? Math.min(SHOWN_BYTES, packetBytes) : packetBytes;
    }

    /** The longest operation of several words that UCX never cuts, in bytes. */
    int packetBytes() {
        return packetBytes;
    }

    @Override
    public boolean reaches(int other) {
        return true;
    }

    @Override
    public Region register(long sizeBytes) {
        if (sizeBytes < 1 || sizeBytes > MAX_REGION_BYTES) {
            throw new IllegalArgumentException(
                    "a region of " + sizeBytes + " bytes: a region has 1 to " + MAX_REGION_BYTES + " bytes");
        }
        arrivals.checkReaches(rank);
        return worker.locked(() -> {
            checkNotEnded();
            return own.register(sizeBytes);
        });
    }

    @Override
    public void show(Region region) {
        worker.submit(() -> {
            checkNotEnded();
            own.show(region);
        });
    }

    @Override
    public void hide(RegionKey key) {
        own.unregister(key);
    }

    @Override
    public void get(RegionKey key, long offset, ByteBuffer target) {
        accesses.checkGet(key, offset, target);
        if (key.rank() == rank) {
            own(key, memory -> memory.get((int) offset, target));
        } else {
            begin(new Copy(this, worker.buffers(), true, key, offset, target)).await(progress);
        }
    }

    @Override
    public void put(RegionKey key, long offset, ByteBuffer source) {
        accesses.checkPut(key, offset, source);
        if (key.rank() == rank) {
            own(key, memory -> memory.put((int) offset, source));
        } else {
            beginPut(key, offset, source).await(progress);
        }
    }

    @Override
    public long getLong(RegionKey key, long offset) {
        accesses.checkWord(key, offset);
        if (key.rank() == rank) {
            return ownMemory(key, memory -> memory.getLong((int) offset));
        }
        ByteBuffer word = Accesses.word(0);
        begin(new Copy(this, worker.buffers(), true, key, offset, word)).await(progress);
        return word.getLong(0);
    }

    @Override
    public void putLong(RegionKey key, long offset, long value) {
        accesses.checkWord(key, offset);
        if (key.rank() == rank) {
            own(key, memory -> memory.putLong((int) offset, value));
        } else {
            beginPut(key, offset, Accesses.word(value)).await(progress);
        }
    }

    @Override
    public void putLongNbi(RegionKey key, long offset, long value) {
        if (key.rank() == rank) {
            putLong(key, offset, value);
        } else {
            accesses.checkWord(key, offset);
            beginPut(key, offset, Accesses.word(value));
            settle();
        }
    }

    @Override
    public long compareAndExchange(RegionKey key, long offset, long expected, long next) {
        accesses.checkWord(key, offset);
        if (key.rank() == rank) {
            return ownMemory(key, memory -> memory.compareAndExchange((int) offset, expected, next));
        }
        Exchange exchange = worker.locked(() -> {
            checkNotEnded();
            Exchange asked = new Exchange(key);
            outstanding.add(asked);
            errands.exchange(asked, offset, expected, next);
            return asked;
        });
        exchange.await(progress);
        return exchange.before();
    }

    @Override
    public CompletableFuture<Void> getAsync(RegionKey key, long offset, ByteBuffer target) {
        accesses.checkGet(key, offset, target);
        return key.rank() == rank
                ? atOnce(() -> get(key, offset, target))
                : begun(begin(new Copy(this, worker.buffers(), true, key, offset, target)));
    }

    @Override
    public CompletableFuture<Void> putAsync(RegionKey key, long offset, ByteBuffer source) {
        accesses.checkPut(key, offset, source);
        return key.rank() == rank ? atOnce(() -> put(key, offset, source)) : begun(beginPut(key, offset, source));
    }

    private static CompletableFuture<Void> atOnce(Runnable access) {
        try {
            access.run();
            return CompletableFuture.completedFuture(null);
        } catch (CommException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Void> begun(Operation operation) {
        settle();
        return operation.future();
    }

    private Operation beginPut(RegionKey key, long offset, ByteBuffer source) {
        if (!shows) {
            return begin(new Copy(this, worker.buffers(), false, key, offset, source));
        }
        Store store = new Store(key, offset, source, packetBytes - Wire.MORE);
        worker.submit(() -> {
            checkNotEnded();
            outstanding.add(store);
            errands.store(store);
        });
        return store;
    }

    /** After an operation for which no thread waits. */
    private void settle() {
        worker.settle();
        progress.wake();
    }

    /** Blocks until all operations that have begun are complete: those begun afterwards then come after them. */
    @Override
    public void fence() {
        arrivals.checkReaches(rank);
        List<Operation> before = worker.locked(() -> List.copyOf(outstanding));
        before.forEach(each -> each.awaitOutcome(progress));
        arrivals.checkReaches(rank);
    }

    private Operation begin(Copy operation) {
        RegionKey key = operation.key();
        worker.submit(() -> {
            checkNotEnded();
            outstanding.add(operation);
            RemoteRegion region = remote.get(key);
            if (region == null) {
                region = new RemoteRegion(key, endpoints.apply(key.rank()));
                remote.put(key, region);
                requests.send(key.rank(), MemoryRequests.Type.WANTED, key);
            }
            if (region.isKnown()) {
                operation.issue(region);
            } else {
                region.await(operation);
            }
        });
        return operation;
    }

    /** An operation has ended. Under the worker's lock. */
    void finished(Operation operation, CommException cause) {
        outstanding.remove(operation);
        if (operation.settle(cause)) {
            worker.settleLater(operation::complete);
        }
    }

    /** Tells the owner of a closed region that this rank uses its key no more. Under the worker's lock. */
    void releaseIfUnused(RemoteRegion region) {
        if (region.isReleased() && ended == null && region.isKnown()) {
            region.free();
            requests.send(region.key().rank(), MemoryRequests.Type.RELEASED, region.key());
        }
    }

    /** Takes a request or an answer, inside a callback of UCX. */
    void received(ByteBuffer message) {
        int from = message.getInt(Wire.FROM);
        MemoryRequests.Type type = MemoryRequests.Type.of(message.getInt(Wire.OPERATION));
        if (type == null || ended != null) {
            return;
        }
        boolean asks = type == MemoryRequests.Type.WANTED
                || type == MemoryRequests.Type.RELEASED
                || type == MemoryRequests.Type.STORE
                || type == MemoryRequests.Type.EXCHANGE;
        RegionKey key = new RegionKey(asks ? rank : from, message.getLong(Wire.REGION), message.getLong(Wire.SIZE));
        long number = message.getLong(Wire.REQUEST);
        switch (type) {
            case WANTED -> own.answerWanted(from, key);
            case KEY -> known(key, message);
            case CLOSED -> closed(key);
            case RELEASED -> own.released(from, key);
            case EXCHANGE -> own.answerExchange(from, number, key, message);
            case STORE -> own.answerStore(from, number, key, message);
            case EXCHANGED, STORED -> answered(number, message);
        }
    }

    private void known(RegionKey key, ByteBuffer message) {
        RemoteRegion region = remote.get(key);
        if (region == null) {
            return;
        }
        List<Operation> waiting = region.takeWaiting();
        if (message.getLong(Wire.FIRST) == 0) {
            remote.remove(key);
            waiting.forEach(each -> finished(each, Accesses.noRegion(key)));
            return;
        }
        ByteBuffer packed = ByteBuffer.allocateDirect(message.capacity() - Wire.MORE);
        packed.put(0, message, Wire.MORE, packed.capacity());
        region.known(region.endpoint().unpackRemoteKey(packed), message.getLong(Wire.SECOND));
        waiting.forEach(each -> each.issue(region));
        releaseIfUnused(region);
    }

    private void closed(RegionKey key) {
        RemoteRegion region = remote.remove(key);
        if (region != null) {
            region.close();
            releaseIfUnused(region);
        }
    }

    private void answered(long number, ByteBuffer message) {
        Errand errand = errands.answered(number);
        if (errand == null) {
            return;
        }
        if (message.getLong(Wire.FIRST) != 1) {
            finished(errand, Accesses.noRegion(errand.key()));
        } else if (errand.answered(message.getLong(Wire.SECOND))) {
            finished(errand, null);
        } else if (errand instanceof Store store) {
            errands.store(store);
        }
    }

    /** A peer has left the job: its memory is reached no more. */
    void left(int peer) {
        end(
                operation -> operation.key().rank() == peer,
                new CommException(Reason.CLOSED, peer, "rank " + peer + " has left the job"));
        worker.submit(() -> own.left(peer));
        worker.settle();
    }

    /** Fails all operations, and takes no more. */
    void end(CommException cause) {
        worker.submit(() -> {
            ended = ended == null ? cause : ended;
            own.end();
        });
        end(operation -> true, cause);
    }

    private void end(Predicate<Operation> which, CommException cause) {
        worker.submit(() -> List.copyOf(outstanding).stream().filter(which).forEach(each -> finished(each, cause)));
    }

    /** Frees UCX's keys that no operation uses, before the worker is closed. Under the worker's lock. */
    void freeKeys() {
        remote.values().stream().filter(region -> !region.isInUse()).forEach(RemoteRegion::free);
        remote.clear();
    }

    /** Ends the registrations, after the worker is closed. Under the worker's lock. */
    void deregister() {
        own.close();
    }

    private void own(RegionKey key, Consumer<WordMemory> access) {
        ownMemory(key, memory -> {
            access.accept(memory);
            return null;
        });
    }

    private <T> T ownMemory(RegionKey key, Function<WordMemory, T> access) {
        return worker.locked(() -> {
            checkNotEnded();
            WordMemory memory = own.find(key);
            if (memory == null) {
                throw Accesses.noRegion(key);
            }
            return access.apply(memory);
        });
    }

    private void checkNotEnded() {
        if (ended != null) {
            throw new CommException(ended.reason(), ended.peer(), ended.getMessage(), ended);
        }
    }
}
