package jdsm.comm.mixed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdsm.comm.shm.Delivery;
import org.junit.jupiter.api.Test;

/** Who may deliver what sockets have brought. */
class SocketTurnsTest {
    private final Delivery delivery = new Delivery(0, false, failure -> {
        throw new AssertionError(failure);
    });
    private final SocketTurns turns = new SocketTurns(delivery);
    private final List<String> delivered = new ArrayList<>();

    /** As by the event loop's own thread, another one than the test's. */
    private static void elsewhere(Runnable body) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                body.run();
                done.complete(null);
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        thread.start();
        done.join();
    }

    @Test
    void whoReadsDeliversIfNobodyElseDoes() {
        assertThat(turns.enter()).isTrue();
        assertThat(delivery.isCurrent()).isTrue();
        elsewhere(() -> assertThat(delivery.take()).isFalse());
        turns.leave();
        assertThat(delivery.isCurrent()).isFalse();
    }

    @Test
    void whatIsHandedOverIsDeliveredWhenTheRoleIsGivenUp() {
        assertThat(delivery.take()).isTrue();
        elsewhere(() -> {
            assertThat(turns.enter()).isFalse();
            turns.later(() -> delivered.add("handed over"));
        });
        assertThat(turns.isBehind()).isTrue();
        assertThat(delivered).isEmpty();
        delivery.leave();
        assertThat(delivered).containsExactly("handed over");
        assertThat(turns.isBehind()).isFalse();
    }

    @Test
    void nothingOvertakesWhatWasHandedOver() {
        assertThat(delivery.take()).isTrue();
        elsewhere(() -> turns.later(() -> delivered.add("first")));
        turns.look(() -> {
            assertThat(turns.enter()).isFalse();
            turns.later(() -> delivered.add("second"));
        });
        delivery.leave();
        assertThat(delivered).containsExactly("first", "second");
    }

    @Test
    void noHandlerRunsInTheMiddleOfAnother() {
        assertThat(delivery.take()).isTrue();
        assertThat(turns.enter()).isFalse();
        assertThat(turns.look(() -> {
                    assertThat(turns.enter()).isTrue();
                    turns.leave();
                }))
                .isTrue();
        assertThat(delivery.isCurrent()).isTrue();
        assertThat(turns.look(() -> {})).isFalse();
        delivery.leave();
    }
}
