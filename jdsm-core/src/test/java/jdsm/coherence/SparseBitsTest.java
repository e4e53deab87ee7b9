package jdsm.coherence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SparseBitsTest {
    @Test
    void eachNumberIsAddedOnce() {
        SparseBits bits = new SparseBits();
        Set<Integer> model = new HashSet<>();
        Random random = new Random(3);
        int[] bases = {0, 4_090, 1 << 20, Integer.MAX_VALUE - 5_000};
        for (int i = 0; i < 20_000; i++) {
            int number = bases[random.nextInt(bases.length)] + random.nextInt(5_000);
            assertThat(bits.add(number)).as("%d", number).isEqualTo(model.add(number));
        }
        assertThat(model).contains(Integer.MAX_VALUE - 1);
    }
}
