package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A service loop that changes the rights to blocks while workers change others: a worker that has heard of a lowered
 * right, and so passed a synchronisation, never finds all blocks accessible before the right is raised again. The same for
 * objects of a class.
 */
class BlockRightsStressTest {
    private static final int BLOCKS = 6;
    private static final int ROUNDS = 4_000;
    private static final int WORKERS = 2;
    private static final int[] RAISED = {UnitAccess.UNSEEN, UnitAccess.READ, UnitAccess.OWNED, UnitAccess.WRITE};

    private static final class Block extends UnitAccess {
        private Block(int access) {
            super(access);
        }
    }

    /** An object of its own class, whose counts no other test changes. */
    private static final class Counted {}

    /** What tells by one comparison whether all blocks are accessible. */
    private interface Whole {
        boolean areReadable();

        boolean areWritable();
    }

    private final Block[] blocks = new Block[BLOCKS];
    private Whole rights;
    /** Whether workers hold blocks, too. */
    private boolean mayHold = true;

    /** For each block, the round in which its content came. */
    private final int[] content = new int[BLOCKS];
    /** The block whose right the service loop has lowered; written before {@link #round}. */
    private int lowered;
    /** The number of lowered rights of which workers have to hear. */
    private volatile int round;

    private final AtomicInteger heard = new AtomicInteger();
    /** The number of times that a worker has found the array accessible as a whole. */
    private final AtomicInteger seen = new AtomicInteger();

    private volatile boolean over;

    BlockRightsStressTest() {
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] = new Block(UnitAccess.OWNED);
        }
    }

    @Test
    void noWorkerOverlooksALoweredRightToABlock() throws Exception {
        BlockRights all = new BlockRights(blocks, 2);
        rights = new Whole() {
            @Override
            public boolean areReadable() {
                return all.areReadable();
            }

            @Override
            public boolean areWritable() {
                return all.areWritable();
            }
        };

        noWorkerOverlooksALoweredRight();
    }

    @Test
    void noWorkerOverlooksALoweredRightToAnObjectOfAClass() throws Exception {
        ClassRights all = ClassRights.of(Counted.class);
        for (Block block : blocks) {
            block.countIn(all);
        }
        int slot = ClassRights.slotOf(Counted.class.getName().replace('.', '/'));
        rights = new Whole() {
            @Override
            public boolean areReadable() {
                return ClassRights.areReadable(slot);
            }

            @Override
            public boolean areWritable() {
                return ClassRights.areWritable(slot);
            }
        };

        noWorkerOverlooksALoweredRight();
    }

    @Test
    void noWorkerOverlooksALoweredRightToAnArray() throws Exception {
        mayHold = false; // arrays that are held do not count any more
        HashCounts all = new HashCounts();
        all.begin();
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i].enter(all, i);
            blocks[i].enter(all, BLOCKS + i);
        }
        rights = new Whole() {
            @Override
            public boolean areReadable() {
                boolean are = true;
                for (int hash = 0; hash < 2 * BLOCKS; hash++) {
                    are &= all.areReadable(hash);
                }
                return are;
            }

            @Override
            public boolean areWritable() {
                return areReadable() && Arrays.stream(blocks).allMatch(UnitAccess::isWritable);
            }
        };

        noWorkerOverlooksALoweredRight();
    }

    private void noWorkerOverlooksALoweredRight() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
        try {
            List<Future<Integer>> running = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                Random random = new Random(i);
                running.add(threads.submit(() -> work(random)));
            }
            serve(new Random(77), running);
            over = true;
            int whole = 0;
            for (Future<Integer> worker : running) {
                whole += worker.get(60, TimeUnit.SECONDS);
            }
            assertThat(whole).as("times that all blocks were accessible").isPositive();
        } finally {
            over = true;
            threads.shutdownNow();
        }
        countsAreExact();
    }

    private void countsAreExact() {
        for (int access : new int[] {UnitAccess.INVALID, UnitAccess.READ, UnitAccess.WRITE}) {
            for (Block block : blocks) {
                block.access(access);
            }
            assertThat(rights.areReadable()).isEqualTo(access != UnitAccess.INVALID);
            assertThat(rights.areWritable()).isEqualTo(access == UnitAccess.WRITE);
        }
        for (Block block : blocks) {
            assertThat(rights.areReadable() && rights.areWritable()).isEqualTo(block == blocks[0]);
            block.access(UnitAccess.INVALID);
        }
    }

    /** Lowers a right, as an invalidation does; raises it with new content when all workers have heard of it. */
    private void serve(Random random, List<Future<Integer>> running) {
        while (round < ROUNDS && running.stream().noneMatch(Future::isDone)) {
            int at = random.nextInt(BLOCKS);
            if (!take(blocks[at])) {
                Thread.yield();
                continue;
            }
            blocks[at].access(UnitAccess.INVALID);
            lowered = at;
            heard.set(0);
            round++;
            while (heard.get() < WORKERS && running.stream().noneMatch(Future::isDone)) {
                Thread.yield();
            }
            content[at] = round;
            blocks[at].access(RAISED[random.nextInt(RAISED.length)]);
            if (round % 8 == 0) {
                raiseAll(round % 16 == 0 ? UnitAccess.READ : UnitAccess.WRITE, running);
            }
        }
    }

    /** Raises all rights, and waits until a worker has seen that. */
    private void raiseAll(int access, List<Future<Integer>> running) {
        for (Block block : blocks) {
            if (take(block)) {
                block.access(access);
            }
        }
        int before = seen.get();
        while (seen.get() == before && running.stream().noneMatch(Future::isDone)) {
            Thread.yield();
        }
    }

    /** Keeps workers from changing the right; false if a worker holds the block. */
    private static boolean take(Block block) {
        int access = block.access();
        return access == UnitAccess.OWNED ? block.close() : access != UnitAccess.HELD;
    }

    /** @return the number of times that the array was accessible as a whole */
    private int work(Random random) {
        Thread me = Thread.currentThread();
        int[] known = new int[BLOCKS];
        int last = 0;
        int whole = 0;
        while (!over) {
            Thread.yield();
            int now = round;
            if (now != last) {
                require(!rights.areReadable() && !rights.areWritable(), now, "all blocks are accessible");
                require(!blocks[lowered].isReadable(), now, "the block is readable");
                known[lowered] = now;
                last = now;
                heard.incrementAndGet();
            }
            if (random.nextBoolean() ? rights.areReadable() : rights.areWritable()) {
                whole++;
                seen.incrementAndGet();
                for (int i = 0; i < BLOCKS; i++) {
                    require(content[i] >= known[i], now, "old content");
                }
            }
            Block block = blocks[random.nextInt(BLOCKS)];
            switch (random.nextInt(3)) {
                case 0 -> block.tryRead();
                case 1 -> block.tryWrite();
                default -> {
                    if (mayHold && block.tryHold(me)) {
                        block.release();
                    }
                }
            }
        }
        return whole;
    }

    private static void require(boolean right, int round, String what) {
        if (!right) {
            throw new AssertionError("round " + round + ": " + what);
        }
    }
}
