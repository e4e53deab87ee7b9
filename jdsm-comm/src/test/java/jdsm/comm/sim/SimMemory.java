package jdsm.comm.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.RegionKey;
import jdsm.comm.spi.WordMemory;

/**
 * The registered memory of all ranks of a simulated job. Gets and puts are under way until enough steps have been made; a
 * step moves one aligned word, or one byte of a word that is covered in part. Which operation moves which word next is the
 * scheduler's choice, so every order that {@link jdsm.comm.RemoteMemory} permits comes out for some choice. Not
 * thread-safe: a simulation is one thread.
 */
public final class SimMemory {
    private final IntUnaryOperator scheduler;
    private final List<SimRemoteMemory> ranks;
    private final Map<RegionKey, WordMemory> regions = new HashMap<>();
    private final Set<Integer> failed = new LinkedHashSet<>();
    private final List<SimOperation> begun = new ArrayList<>();
    private long lastId;

    /**
     * @param scheduler given a number n of at least 1, chooses one of 0 to n - 1; {@code random::nextInt} of a seeded
     *     generator, or a model checker's next decision
     */
    public SimMemory(int ranks, IntUnaryOperator scheduler) {
        this.scheduler = scheduler;
        this.ranks = IntStream.range(0, ranks)
                .mapToObj(rank -> new SimRemoteMemory(this, rank))
                .toList();
    }

    /** What a rank sees. */
    public SimRemoteMemory rank(int rank) {
        return ranks.get(rank);
    }

    /** The operations that may make a step now, oldest first. */
    public List<SimOperation> ready() {
        return begun.stream().filter(SimOperation::isReady).toList();
    }

    /** Makes one step of an operation that the scheduler picks; false if there is none under way. */
    public boolean step() {
        List<SimOperation> ready = ready();
        if (ready.isEmpty()) {
            return false;
        }
        ready.get(choose(ready.size())).step();
        return true;
    }

    /**
     * A rank's process dies: what its operations have moved so far stays, they go no further and their futures never end.
     * Its regions are gone for all.
     */
    public void fail(int rank) {
        failed.add(rank);
        begun.removeIf(operation -> operation.rank() == rank);
        regions.keySet().removeIf(key -> key.rank() == rank);
    }

    int choose(int options) {
        int choice = scheduler.applyAsInt(options);
        if (choice < 0 || choice >= options) {
            throw new IllegalArgumentException("the scheduler chose " + choice + " of " + options);
        }
        return choice;
    }

    RegionKey register(int rank, int sizeBytes) {
        RegionKey key = new RegionKey(rank, ++lastId, sizeBytes);
        regions.put(key, WordMemory.allocate(sizeBytes));
        return key;
    }

    void deregister(RegionKey key) {
        regions.remove(key);
    }

    boolean isRegistered(RegionKey key) {
        return regions.containsKey(key);
    }

    WordMemory find(RegionKey key) {
        WordMemory memory = regions.get(key);
        if (memory == null && failed.contains(key.rank())) {
            throw new CommException(Reason.PEER_LOST, key.rank(), "lost rank " + key.rank());
        }
        if (memory == null) {
            throw new CommException(
                    Reason.NO_REGION, key.rank(), "no such region: " + key + " is closed or was never registered");
        }
        return memory;
    }

    void checkUsable(int rank) {
        if (failed.contains(rank)) {
            throw new CommException(Reason.CLOSED, rank, "rank " + rank + " has failed");
        }
    }

    void checkRank(int rank) {
        if (rank >= ranks.size()) {
            throw new IllegalArgumentException("rank " + rank + " of " + ranks.size() + " ranks");
        }
    }

    void begin(SimOperation operation) {
        begun.add(operation);
    }

    boolean isUnderWay(SimOperation operation) {
        return begun.contains(operation);
    }

    void ended(SimOperation operation) {
        begun.remove(operation);
    }

    /** Whether a rank has operations under way that it began before a fence. */
    boolean hasEarlier(int rank, long fences) {
        return begun.stream().anyMatch(other -> other.rank() == rank && other.fences() < fences);
    }

    /** Makes steps, of whichever operations, until a condition holds. */
    void stepUntil(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            if (!step()) {
                throw new IllegalStateException("nothing is under way that could end the wait: its rank has failed");
            }
        }
    }
}
