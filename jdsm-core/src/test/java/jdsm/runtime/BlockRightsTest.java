package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rights to the blocks of an array, and the counts of blocks without a right, after each change. */
class BlockRightsTest {
    private static final int BLOCKS = 9;
    private static final int STEPS = 20_000;

    private static final class Block extends UnitAccess {
        private Block(int access) {
            super(access);
        }
    }

    private static Block[] blocks(int count, int access) {
        return IntStream.range(0, count).mapToObj(i -> new Block(access)).toArray(Block[]::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 10, 511, 512, 513, 8192, 65_537, 1_000_003, 1 << 30, Integer.MAX_VALUE})
    void theBlockOfAnIndexIsTheQuotient(int blockLength) {
        BlockRights rights = new BlockRights(blocks(2, UnitAccess.READ), blockLength);
        Random random = new Random(blockLength);
        for (int i = 0; i < STEPS; i++) {
            int quotient = random.nextInt(Integer.MAX_VALUE / blockLength) + random.nextInt(2);
            int index = i % 2 == 0
                    ? random.nextInt(Integer.MAX_VALUE)
                    : (int) Math.min(
                            Integer.MAX_VALUE, Math.max(0, (long) quotient * blockLength + random.nextInt(3) - 1));
            assertThat(rights.blockOf(index)).as("%d / %d", index, blockLength).isEqualTo(index / blockLength);
        }
        assertThat(rights.blockOf(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE / blockLength);
        for (int index : new int[] {-1, -blockLength, -12_345, Integer.MIN_VALUE}) {
            assertThat(rights.blockOf(index)).as("%d / %d", index, blockLength).isNegative();
        }
    }

    @Test
    void anIndexOutsideNeedsNoRight() {
        BlockRights rights = new BlockRights(blocks(2, UnitAccess.INVALID), 5);

        assertThat(rights.isReadable(-1) && rights.isWritable(-1)).isTrue();
        assertThat(rights.isReadable(10) && rights.isWritable(10)).isTrue();
        assertThat(rights.isReadable(9) || rights.isWritable(0)).isFalse();
    }

    /** Each way in which a right changes, on blocks and on units that are none: the counts tell what the rights tell. */
    @Test
    void theCountsFollowEachChange() {
        Random random = new Random(3);
        Thread[] workers = {new Thread("one"), new Thread("two")};
        Block[] blocks = blocks(BLOCKS, UnitAccess.INVALID);
        Block[] alone = blocks(BLOCKS, UnitAccess.INVALID);
        BlockRights rights = new BlockRights(blocks, 4);
        int allReadable = 0;
        int allWritable = 0;
        int phase = 0;
        for (int i = 0; i < STEPS; i++) {
            phase = i % 200 == 0 ? random.nextInt(3) : phase;
            int at = random.nextInt(BLOCKS);
            int how = phase == 0 ? random.nextInt(7) : 7;
            int next = phase == 0 ? random.nextInt(5) - 4 : phase == 1 ? UnitAccess.READ : UnitAccess.WRITE;
            Thread me = workers[random.nextInt(2)];
            boolean same = change(blocks[at], how, next, me) == change(alone[at], how, next, me);

            assertThat(same).as("step %d, change %d", i, how).isTrue();
            assertThat(blocks[at].access()).isEqualTo(alone[at].access()).isEqualTo(rights.right(at));
            boolean readable = Arrays.stream(blocks).allMatch(UnitAccess::isReadable);
            boolean writable = Arrays.stream(blocks).allMatch(UnitAccess::isWritable);
            assertThat(rights.areReadable()).isEqualTo(readable);
            assertThat(rights.areWritable()).isEqualTo(writable);
            assertThat(rights.isReadable(4 * at + 3)).isEqualTo(alone[at].isReadable());
            assertThat(rights.isWritable(4 * at)).isEqualTo(alone[at].isWritable());
            assertThat(rights.firstWithout(false, 2, BLOCKS)).isEqualTo(firstWithout(alone, false));
            assertThat(rights.firstWithout(true, 2, BLOCKS)).isEqualTo(firstWithout(alone, true));
            allReadable += readable ? 1 : 0;
            allWritable += writable ? 1 : 0;
        }
        assertThat(allReadable).isBetween(STEPS / 10, STEPS * 9 / 10);
        assertThat(allWritable).isBetween(STEPS / 20, STEPS * 9 / 10);
    }

    private static int firstWithout(Block[] blocks, boolean write) {
        return IntStream.range(2, BLOCKS)
                .filter(i -> !(write ? blocks[i].isWritable() : blocks[i].isReadable()))
                .findFirst()
                .orElse(BLOCKS);
    }

    private static boolean change(UnitAccess unit, int how, int next, Thread me) {
        boolean held = unit.access() >= UnitAccess.HELD;
        return switch (how) {
            case 0 -> unit.tryRead();
            case 1 -> unit.tryWrite();
            case 2 -> unit.tryHold(me);
            case 3 -> unit.close();
            case 4 -> unit.want();
            case 5 -> held && unit.heldBy(me) && unit.release();
            case 6 -> {
                if (!held) {
                    unit.hold(me, next == UnitAccess.READ);
                }
                yield !held;
            }
            default -> {
                unit.access(next == 0 ? UnitAccess.WRITE : next);
                yield true;
            }
        };
    }
}
