package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class PresenceGateTest {
    @Test
    void aThreadEntersWhenTheGateIsOpenAgain() throws Exception {
        AtomicBoolean in = new AtomicBoolean();
        assertThat(Presence.close()).isTrue();
        Thread visitor = new Thread(() -> {
            int entered = Presence.enter();
            in.set(true);
            Presence.leave(entered);
        });
        visitor.start();
        while (visitor.getState() != Thread.State.WAITING) {
            assertThat(visitor.isAlive()).isTrue();
            Thread.onSpinWait();
        }
        assertThat(in).isFalse();
        assertThat(Presence.close()).as("it has not come in").isTrue();

        Presence.open();
        visitor.join();

        assertThat(in).isTrue();
    }

    @Test
    void theGateStaysOpenWhileAThreadIsIn() throws Exception {
        CountDownLatch isIn = new CountDownLatch(1);
        CountDownLatch goesOut = new CountDownLatch(1);
        Thread visitor = new Thread(() -> {
            int entered = Presence.enter();
            isIn.countDown();
            try {
                goesOut.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            Presence.leave(entered);
        });
        visitor.start();
        isIn.await();

        assertThat(Presence.close()).isFalse();
        int entered = Presence.enter(); // does not wait
        Presence.leave(entered);
        goesOut.countDown();
        visitor.join();

        assertThat(Presence.close()).isTrue();
        Presence.open();
    }
}
