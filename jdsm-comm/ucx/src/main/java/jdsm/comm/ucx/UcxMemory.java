package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
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
    private final int rank;
    private final UcxWorker worker;
    private final Progress progress;
    private final Arrivals arrivals;
    private final Accesses accesses;
    private final OwnRegions own;
    private final MemoryRequests requests;
    private final RemoteRegions remote;
    private final Errands errands;
    private final Set<Operation> outstanding = new LinkedHashSet<>();
    private final Cuts cuts;
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
        requests = new MemoryRequests(rank, worker.buffers(), endpoints);
        remote = new RemoteRegions(requests, endpoints);
        errands = new Errands(requests);
        own = new OwnRegions(rank, worker, progress, requests);
        cuts = Cuts.of(worker, shows);
    }

    Cuts cuts() {
        return cuts;
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
        get(key, offset, target, Words.WHOLE);
    }

    @Override
    public void getRecord(RegionKey key, long offset, ByteBuffer target) {
        get(key, offset, target, Words.TORN);
    }

    private void get(RegionKey key, long offset, ByteBuffer target, Words words) {
        accesses.checkGet(key, offset, target);
        if (key.rank() == rank) {
            own(key, memory -> memory.get((int) offset, target));
        } else {
            beginGet(key, offset, target, words).await(progress);
        }
    }

    @Override
    public void put(RegionKey key, long offset, ByteBuffer source) {
        put(key, offset, source, Words.WHOLE);
    }

    @Override
    public void putRecord(RegionKey key, long offset, ByteBuffer source) {
        put(key, offset, source, Words.TORN);
    }

    private void put(RegionKey key, long offset, ByteBuffer source, Words words) {
        accesses.checkPut(key, offset, source);
        if (key.rank() == rank) {
            own(key, memory -> memory.put((int) offset, source));
        } else {
            beginPut(key, offset, source, words).await(progress);
        }
    }

    @Override
    public long getLong(RegionKey key, long offset) {
        accesses.checkWord(key, offset);
        if (key.rank() == rank) {
            return ownMemory(key, memory -> memory.getLong((int) offset));
        }
        ByteBuffer word = Accesses.word(0);
        beginGet(key, offset, word, Words.WHOLE).await(progress);
        return word.getLong(0);
    }

    @Override
    public void putLong(RegionKey key, long offset, long value) {
        accesses.checkWord(key, offset);
        if (key.rank() == rank) {
            own(key, memory -> memory.putLong((int) offset, value));
        } else {
            beginPut(key, offset, Accesses.word(value), Words.WHOLE).await(progress);
        }
    }

    @Override
    public void putLongNbi(RegionKey key, long offset, long value) {
        if (key.rank() == rank) {
            putLong(key, offset, value);
        } else {
            accesses.checkWord(key, offset);
            beginPut(key, offset, Accesses.word(value), Words.WHOLE);
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
        return getAsync(key, offset, target, Words.WHOLE);
    }

    @Override
    public CompletableFuture<Void> getRecordAsync(RegionKey key, long offset, ByteBuffer target) {
        return getAsync(key, offset, target, Words.TORN);
    }

    private CompletableFuture<Void> getAsync(RegionKey key, long offset, ByteBuffer target, Words words) {
        accesses.checkGet(key, offset, target);
        return key.rank() == rank
                ? Accesses.atOnce(() -> get(key, offset, target))
                : begun(beginGet(key, offset, target, words));
    }

    @Override
    public CompletableFuture<Void> putAsync(RegionKey key, long offset, ByteBuffer source) {
        accesses.checkPut(key, offset, source);
        return key.rank() == rank
                ? Accesses.atOnce(() -> put(key, offset, source))
                : begun(beginPut(key, offset, source, Words.WHOLE));
    }

    private CompletableFuture<Void> begun(Operation operation) {
        settle();
        return operation.future();
    }

    private Operation beginGet(RegionKey key, long offset, ByteBuffer target, Words words) {
        return begin(new Copy(this, worker.buffers(), Copy.Way.GET, words, key, offset, target));
    }

    private Operation beginPut(RegionKey key, long offset, ByteBuffer source, Words words) {
        if (!shows) {
            return begin(new Copy(this, worker.buffers(), Copy.Way.PUT, words, key, offset, source));
        }
        Store store = new Store(key, offset, source, cuts.packetBytes() - Wire.MORE);
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
        worker.submit(() -> {
            checkNotEnded();
            outstanding.add(operation);
            remote.issue(operation);
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

    /** Ends an operation's use of a region. Under the worker's lock. */
    void ends(RemoteRegion region) {
        region.ends();
        if (ended == null) {
            remote.releaseIfUnused(region);
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
            case KEY -> remote.known(key, message).forEach(each -> finished(each, Accesses.noRegion(key)));
            case CLOSED -> remote.closed(key);
            case RELEASED -> own.released(from, key);
            case EXCHANGE -> own.answerExchange(from, number, key, message);
            case STORE -> own.answerStore(from, number, key, message);
            case EXCHANGED, STORED -> answered(number, message);
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
        remote.free();
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
