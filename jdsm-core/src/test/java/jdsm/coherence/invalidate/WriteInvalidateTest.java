package jdsm.coherence.invalidate;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteInvalidateTest {
    @ParameterizedTest(name = "{0} ranks, {1} units, {2} workers a rank")
    @CsvSource({
        "1,2,2", "2,1,1", "2,1,2", "2,3,1", "3,1,1", "3,2,2", "4,1,1", "4,3,1", "5,2,3", "8,2,1", "3,1,3", "4,1,3",
        "6,1,2"
    })
    void anySchedule(int ranks, int units, int workers) {
        for (long seed = 0; seed < 300; seed++) {
            WriteInvalidateModel model = new WriteInvalidateModel(seed, ranks, units, workers, 12, seed % 2 == 0);
            try {
                model.run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ":\n" + model.trace(), e);
            }
        }
    }
}
