package jdsm.coherence.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import jdsm.coherence.Outbox;
import jdsm.coherence.Waiter;
import org.junit.jupiter.api.Test;

class AccessWaitTest {
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

    private AccessWait chain() {
        AccessWait two = AccessWait.join(new AccessWait(first, 1), new AccessWait(second, 3));
        return AccessWait.join(two, new AccessWait(third, 2));
    }

    private List<Object> all(AccessWait chain) {
        ended.clear();
        assertThat(AccessWait.complete(chain, Long.MAX_VALUE, out)).isNull();
        return List.copyOf(ended);
    }

    @Test
    void whoeverNeedsNoMoreIsServedInOrderAndTheOthersWaitOn() {
        AccessWait left = AccessWait.complete(chain(), 2, out);
        assertThat(ended).containsExactly(first, third);
        assertThat(all(left)).containsExactly(second);
        assertThat(all(AccessWait.complete(chain(), 0, out))).containsExactly(first, second, third);
    }

    @Test
    void oneIsTakenOutWhereverItIs() {
        assertThat(all(AccessWait.without(chain(), first))).containsExactly(second, third);
        assertThat(all(AccessWait.without(chain(), second))).containsExactly(first, third);
        assertThat(all(AccessWait.without(chain(), third))).containsExactly(first, second);
        assertThat(all(AccessWait.without(chain(), new Named()))).containsExactly(first, second, third);
        assertThat(AccessWait.without(new AccessWait(first, 1), first)).isNull();
        assertThat(AccessWait.without(null, first)).isNull();
    }

    @Test
    void oneIsFoundWhereverItIs() {
        assertThat(List.of(first, second, third)).allMatch(each -> AccessWait.contains(chain(), each));
        assertThat(AccessWait.contains(chain(), new Named())).isFalse();
        assertThat(AccessWait.contains(null, first)).isFalse();
    }

    @Test
    void joinedToNothingIsItself() {
        AccessWait one = new AccessWait(first, 1);
        assertThat(AccessWait.join(null, one)).isSameAs(one);
        assertThat(AccessWait.join(one, null)).isSameAs(one);
        assertThat(AccessWait.join(null, null)).isNull();
    }
}
