package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnitDequeTest {
    @Test
    void worksLikeAnotherDeque() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            UnitDeque units = new UnitDeque();
            Deque<Integer> model = new ArrayDeque<>();
            for (int i = 0; i < 200; i++) {
                int unit = random.nextInt(50);
                switch (random.nextInt(8)) {
                    case 0, 1, 2 -> {
                        units.addFirst(unit);
                        model.addFirst(unit);
                    }
                    case 3, 4, 5 -> {
                        units.addLast(unit);
                        model.addLast(unit);
                    }
                    case 6 -> assertThat(units.remove(unit)).isEqualTo(model.remove(unit));
                    default -> {
                        if (!model.isEmpty()) {
                            assertThat(units.removeFirst()).isEqualTo(model.removeFirst());
                        }
                    }
                }
                assertThat(units).as("seed %d", seed).hasToString(model.toString());
                assertThat(units.isEmpty()).isEqualTo(model.isEmpty());
            }
        }
    }

    @Test
    void theLastIsDroppedWhereThereIsNoRoom() {
        UnitDeque units = new UnitDeque();
        for (int i = 0; i < UnitDeque.MOST; i++) {
            units.addLast(i);
        }
        units.addLast(-1);
        assertThat(units.remove(-1)).isFalse();
        units.addFirst(-2);
        assertThat(units.remove(UnitDeque.MOST - 1)).isFalse();
        assertThat(units.removeFirst()).isEqualTo(-2);
        units.clear();
        assertThat(units.isEmpty()).isTrue();
    }
}
