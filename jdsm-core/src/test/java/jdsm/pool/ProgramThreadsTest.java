package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ProgramThreadsTest {
    @Test
    void aThreadOfTheProgramIsFound() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        assertThat(ProgramThreads.mayBe(thread)).isTrue();
        end.countDown();
        thread.join();
        assertThat(ProgramThreads.mayBe(thread)).isFalse();
    }

    @Test
    void threadsOfJdsmAndOfTheJvmDoNotCount() {
        assertThat(ProgramThreads.mayBe(new Thread("jdsm-worker-3"))).isFalse();
        Thread finalizer = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("Finalizer"))
                .findFirst()
                .orElseThrow();
        assertThat(ProgramThreads.mayBe(finalizer)).isFalse();
    }
}
