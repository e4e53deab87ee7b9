package jdsm.directory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockLengthsTest {
    @ParameterizedTest
    @CsvSource({
        // length, ranks, elements in a block
        "7000,    1, 0",
        "14000,   1, 512",
        "256,     2, 0",
        "258,     2, 129",
        "1400,    2, 350",
        "7000,    2, 500",
        "7000,    4, 350",
        "7000,   64, 64",
        "8192,    2, 512",
        "14000,   2, 500",
        "14001,   2, 512",
        "7001,    2, 256",
        "1025,    2, 64",
        "131072,  2, 512",
        "262144,  2, 1024",
        "262144, 64, 1024",
        "524288,  2, 2048",
        "4000000, 2, 2000",
        // parts of workers
        "2,       2, 1",
        "8,       2, 4",
        "3,       2, 0",
        "10,      2, 0",
        "4,       4, 1",
        "5,       5, 0",
        "4,       1, 0",
        "0,       2, 0",
    })
    void anArrayInAFieldIsDividedByItsLengthAndTheNumberOfRanks(int length, int ranks, int expected) {
        assertThat(BlockLengths.ofField(new double[length], ranks, false)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        // length, ranks, elements in a block
        "14000,   2, 500",
        "131072,  2, 4096",
        "262144,  2, 8192",
        "262144,  8, 4096",
        "262144, 64, 512",
        "524288,  2, 16384",
        "4000000, 2, 16000",
        "4000001, 2, 16384",
    })
    void blocksAreLongerWhereRanksHaveOneMemory(int length, int ranks, int expected) {
        assertThat(BlockLengths.ofField(new double[length], ranks, true)).isEqualTo(expected);
    }

    @Test
    void blocksAreCountedInBytes() {
        assertThat(BlockLengths.ofField(new byte[1 << 20], 2, false)).isEqualTo(4096);
        assertThat(BlockLengths.ofField(new int[1 << 20], 2, false)).isEqualTo(4096);
    }

    @Test
    void anArrayOfReferencesIsOneUnitUntilItIsLarge() {
        assertThat(BlockLengths.ofField(new Object[16_384], 2, true)).isZero();
        assertThat(BlockLengths.ofField(new Object[16_385], 2, true)).isEqualTo(1024);
    }

    @Test
    void aRowIsOneUnitWhereThereAreManyRows() {
        assertThat(BlockLengths.ofElement(new double[7000], 8, 2, false)).isZero();
        assertThat(BlockLengths.ofElement(new double[7000], 7, 2, false)).isEqualTo(500);
        assertThat(BlockLengths.ofElement(new double[131_073], 8, 2, false)).isEqualTo(8192);
    }

    @Test
    void anArrayOfAWorkerIsDividedAsARow() {
        assertThat(BlockLengths.ofRow(double[].class, 131_072)).isZero();
        assertThat(BlockLengths.ofRow(double[].class, 131_073)).isEqualTo(8192);
        assertThat(BlockLengths.ofRow(String[].class, 262_145)).isEqualTo(16_384);
    }

    @ParameterizedTest(name = "{0} rows of {1} bytes")
    @CsvSource({
        "66, 528, 8", // of a plane, nine units
        "130, 1040, 5", // where thirteen units end where a half of the plane does
        "12, 800, 2",
        "64, 8, 32",
        "512, 4096, 2",
        "512, 8192, 1",
        "1, 8192, 1"
    })
    void rowsOfOneRanksPartShareUnits(int rows, int bytes, int together) {
        assertThat(BlockLengths.ofObjectsOfPart(rows, bytes, 2)).isEqualTo(together);
    }
}
