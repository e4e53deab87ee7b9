package jdsm.comm.ucx;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.Region;
import jdsm.comm.RegionKey;
import jdsm.comm.spi.WordMemory;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpMemory;

/** The registered memory of this rank, and what it answers to requests of others. The worker's lock guards the fields. */
final class OwnRegions {
    private final int rank;
    private final UcxWorker worker;
    private final Progress progress;
    private final MemoryRequests requests;
    /** Any thread reads it. */
    private final Map<RegionKey, Own> regions = new ConcurrentHashMap<>();
    /** The closed regions whose keys some ranks may still use. */
    private final Map<RegionKey, Own> closing = new HashMap<>();
    /** The closed regions whose registration ends after the worker. */
    private final List<Own> late = new ArrayList<>();

    private long lastId;
    private boolean ended;

    /**
     * A region. Its memory lives as long as UCX's registration or a view of the program refers to it.
     *
     * @param registration UCX's; refers to the memory
     * @param packedKey UCX's key for other ranks
     * @param holders the ranks that have the key and have not released it
     */
    private record Own(WordMemory memory, UcpMemory registration, ByteBuffer packedKey, BitSet holders) {}

    OwnRegions(int rank, UcxWorker worker, Progress progress, MemoryRequests requests) {
        this.rank = rank;
        this.worker = worker;
        this.progress = progress;
        this.requests = requests;
    }

    /** @throws CommException with reason NO_MEMORY */
    Region register(long sizeBytes) {
        RegionKey key = new RegionKey(rank, lastId + 1, sizeBytes);
        add(key, () -> WordMemory.allocate((int) sizeBytes));
        lastId++;
        return new Handle(key);
    }

    /** Registers the memory of another transport's region. @throws CommException with reason NO_MEMORY */
    void show(Region region) {
        add(region.key(), () -> WordMemory.over(region.buffer()));
    }

    private void add(RegionKey key, Supplier<WordMemory> source) {
        try {
            WordMemory memory = source.get();
            ByteBuffer view = memory.view();
            UcpMemory registration = worker.context().registerMemory(view);
            if (registration.getAddress() != UcxUtils.getAddress(view)) {
                throw new UcxException("it is registered at another address");
            }
            regions.put(key, new Own(memory, registration, registration.getRemoteKeyBuffer(), new BitSet()));
        } catch (OutOfMemoryError | UcxException e) {
            throw new CommException(
                    Reason.NO_MEMORY, -1, "no memory for a region of " + key.sizeBytes() + " bytes: " + e, e);
        }
    }

    private final class Handle implements Region {
        private final RegionKey key;

        private Handle(RegionKey key) {
            this.key = key;
        }

        @Override
        public RegionKey key() {
            return key;
        }

        @Override
        public ByteBuffer buffer() {
            WordMemory memory = find(key);
            if (memory == null) {
                throw new IllegalStateException(key + " is closed");
            }
            return memory.view();
        }

        @Override
        public void close() {
            unregister(key);
        }
    }

    /** Returns a region's memory, or null if it is closed. Any thread. */
    WordMemory find(RegionKey key) {
        Own region = regions.get(key);
        return region == null ? null : region.memory();
    }

    /**
     * Closes a region, and waits until no rank uses UCX's key for it. This takes threads of UCX only. The caller does not
     * hold the lock.
     */
    void unregister(RegionKey key) {
        Own region = worker.locked(() -> {
            Own open = regions.remove(key);
            if (open != null) {
                open.holders().stream().forEach(peer -> requests.send(peer, MemoryRequests.Type.CLOSED, key));
                closing.put(key, open);
            }
            return open;
        });
        if (region == null) {
            return;
        }
        progress.await(() -> worker.locked(() -> ended || region.holders().isEmpty()));
        worker.submit(() -> {
            if (closing.remove(key) == null) {
                return; // close() has ended the registration
            }
            if (ended) {
                late.add(region);
            } else {
                region.registration().deregister();
            }
        });
    }

    /** Sends UCX's key of a region, or that there is none. */
    void answerWanted(int from, RegionKey key) {
        Own region = regions.get(key);
        if (region == null) {
            requests.send(from, MemoryRequests.Type.KEY, key);
            return;
        }
        region.holders().set(from);
        requests.send(
                from,
                MemoryRequests.Type.KEY,
                0,
                key,
                new long[] {1, region.registration().getAddress(), 0},
                region.packedKey());
    }

    /** A rank uses the key of a closed region no more. */
    void released(int from, RegionKey key) {
        Own region = closing.get(key);
        if (region != null) {
            region.holders().clear(from);
        }
    }

    /** Carries out an exchange, if there is such a word. */
    void answerExchange(int from, long number, RegionKey key, ByteBuffer message) {
        WordMemory memory = find(key);
        long offset = message.getLong(Wire.FIRST);
        boolean found =
                memory != null && offset >= 0 && offset % Long.BYTES == 0 && offset <= key.sizeBytes() - Long.BYTES;
        long before = found
                ? memory.compareAndExchange((int) offset, message.getLong(Wire.SECOND), message.getLong(Wire.THIRD))
                : 0;
        requests.send(from, MemoryRequests.Type.EXCHANGED, number, key, found ? 1 : 0, before, 0);
    }

    /** Stores the bytes of a request, if there is such a range. */
    void answerStore(int from, long number, RegionKey key, ByteBuffer message) {
        WordMemory memory = find(key);
        long offset = message.getLong(Wire.FIRST);
        int length = message.capacity() - Wire.MORE;
        boolean found = memory != null && offset >= 0 && offset <= key.sizeBytes() - length;
        if (found) {
            memory.put((int) offset, message.slice(Wire.MORE, length));
        }
        requests.send(from, MemoryRequests.Type.STORED, number, key, found ? 1 : 0, 0, 0);
    }

    /** A rank has left the job, and uses no key. */
    void left(int peer) {
        regions.values().forEach(own -> own.holders().clear(peer));
        closing.values().forEach(own -> own.holders().clear(peer));
    }

    /** Ends all waits: ranks may not answer any more. */
    void end() {
        ended = true;
    }

    /** Ends all registrations, after the worker is closed. */
    void close() {
        regions.values().forEach(own -> own.registration().deregister());
        closing.values().forEach(own -> own.registration().deregister());
        late.forEach(own -> own.registration().deregister());
        regions.clear();
        closing.clear();
        late.clear();
    }
}
