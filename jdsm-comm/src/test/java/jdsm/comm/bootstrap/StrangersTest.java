package jdsm.comm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StrangersTest {
    private static final long START = Long.MAX_VALUE - 10;

    private final List<String> closed = new ArrayList<>();
    private final Strangers<String> strangers = new Strangers<>(3, 100, closed::add);

    @Test
    void theOldestGoesWhereThereIsNoRoom() {
        for (String each : List.of("a", "b", "c")) {
            strangers.add(each, START);
        }
        assertThat(closed).isEmpty();
        strangers.add("d", START);
        assertThat(closed).containsExactly("a");
        assertThat(strangers.size()).isEqualTo(3);
    }

    @Test
    void whoIsNoStrangerAnyMoreTakesNoRoom() {
        strangers.add("member", START);
        assertThat(strangers.remove("member")).isTrue();
        assertThat(strangers.remove("member")).isFalse();
        for (String each : List.of("a", "b", "c", "d", "e")) {
            strangers.add(each, START);
        }
        strangers.expire(START + 1000);
        assertThat(closed).containsExactly("a", "b", "c", "d", "e");
    }

    @Test
    void whoIsSlowGoesAfterAWhile() {
        strangers.add("a", START);
        strangers.add("b", START + 50);
        assertThat(strangers.nextExpiryNanos()).hasValue(START + 100);
        strangers.expire(START + 99);
        assertThat(closed).isEmpty();
        strangers.expire(START + 100);
        assertThat(closed).containsExactly("a");
        strangers.close();
        assertThat(closed).containsExactly("a", "b");
        assertThat(strangers.nextExpiryNanos()).isEmpty();
    }
}
