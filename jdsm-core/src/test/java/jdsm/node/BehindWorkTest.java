package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Work on files while the program goes on. */
class BehindWorkTest {
    private final BehindWork work = new BehindWork();
    private final List<String> order = new ArrayList<>();

    @Test
    void oneIsDoneAfterTheOther() {
        CountDownLatch goOn = new CountDownLatch(1);
        work.begin(() -> {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            order.add("first");
        });
        assertThat(order).as("the caller goes on").isEmpty();
        goOn.countDown();
        work.begin(() -> order.add("second"));
        work.await();
        assertThat(order).containsExactly("first", "second");
    }

    @Test
    void anInterruptDoesNotEndTheWait() {
        Thread.currentThread().interrupt();
        work.begin(() -> order.add("work of " + Thread.currentThread().isDaemon()));
        work.await();
        assertThat(order).containsExactly("work of true");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void withoutWorkThereIsNothingToWaitFor() {
        work.await();
        assertThat(order).isEmpty();
    }
}
