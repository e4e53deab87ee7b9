package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import jdsm.coherence.Outbox;
import jdsm.coherence.Waiter;
import org.junit.jupiter.api.Test;

class WaitTest {
    private static final class Named implements Waiter {
        private final Thread worker = new Thread();

        @Override
        public Thread worker() {
            return worker;
        }
    }

    private final Waiter first = new Named();
    private final Waiter second = new Named();
    private final Waiter third = new Named();
    private final List<Object> ended = new ArrayList<>();
    private final Outbox out = (Outbox) Proxy.newProxyInstance(
            Outbox.class.getClassLoader(), new Class<?>[] {Outbox.class}, (proxy, method, of) -> {
                assertThat(method.getName()).isEqualTo("complete");
                return ended.add(of[0]) ? null : null;
            });

    private Wait chain() {
        Wait two = Wait.join(new Wait(first, 1), new Wait(second, 3));
        return Wait.join(two, new Wait(third, 2));
    }

    private List<Object> all(Wait chain) {
        ended.clear();
        assertThat(Wait.complete(chain, Long.MAX_VALUE, out)).isNull();
        return List.copyOf(ended);
    }

    @Test
    void whoeverNeedsNoMoreIsServedInOrderAndTheOthersWaitOn() {
        Wait left = Wait.complete(chain(), 2, out);
        assertThat(ended).containsExactly(first, third);
        assertThat(all(left)).containsExactly(second);
        assertThat(all(Wait.complete(chain(), 0, out))).containsExactly(first, second, third);
    }

    @Test
    void oneIsTakenOutWhereverItIs() {
        assertThat(all(Wait.without(chain(), first))).containsExactly(second, third);
        assertThat(all(Wait.without(chain(), second))).containsExactly(first, third);
        assertThat(all(Wait.without(chain(), third))).containsExactly(first, second);
        assertThat(all(Wait.without(chain(), new Named()))).containsExactly(first, second, third);
        assertThat(Wait.without(new Wait(first, 1), first)).isNull();
        assertThat(Wait.without(null, first)).isNull();
    }

    @Test
    void oneIsFoundWhereverItIs() {
        assertThat(List.of(first, second, third)).allMatch(each -> Wait.contains(chain(), each));
        assertThat(Wait.contains(chain(), new Named())).isFalse();
        assertThat(Wait.contains(null, first)).isFalse();
    }

    @Test
    void joinedToNothingIsItself() {
        Wait one = new Wait(first, 1);
        assertThat(Wait.join(null, one)).isSameAs(one);
        assertThat(Wait.join(one, null)).isSameAs(one);
        assertThat(Wait.join(null, null)).isNull();
    }
}
