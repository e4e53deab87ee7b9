package jdsm.bench.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LuBlocksTest {
    private static final long BLOCK_BYTES = 32 * 32 * 8;

    /** Rank 1 has (0, 1) and rank 2 has (1, 0): both read (0, 0), of rank 0; rank 3 has (1, 1) and reads both of theirs. */
    @Test
    void twoBlocksASide() {
        LuBlocks blocks = new LuBlocks(64, 32, 4);
        assertThat(blocks.bytesReceived(0)).isZero();
        assertThat(blocks.bytesReceived(1)).isEqualTo(BLOCK_BYTES);
        assertThat(blocks.bytesReceived(2)).isEqualTo(BLOCK_BYTES);
        assertThat(blocks.bytesReceived(3)).isEqualTo(2 * BLOCK_BYTES);
        assertThat(blocks.bytes()).isEqualTo(4 * BLOCK_BYTES);
    }

    /** Each diagonal block goes to two ranks, but for the last one, and each block of its row and column to one. */
    @Test
    void manyBlocks() {
        assertThat(new LuBlocks(2048, 32, 4).bytes()).isEqualTo((2 * 63 + 2 * (63 * 64 / 2)) * BLOCK_BYTES);
    }

    /** Two ranks divide columns: what is below the diagonal goes to the other one, with the diagonal block; no row does. */
    @Test
    void ranksBesideEachOther() {
        assertThat(new LuBlocks(96, 32, 2).bytes()).isEqualTo((3 + 2) * BLOCK_BYTES);
    }

    @Test
    void oneRankNeedsNothing() {
        assertThat(new LuBlocks(256, 32, 1).bytes()).isZero();
    }
}
