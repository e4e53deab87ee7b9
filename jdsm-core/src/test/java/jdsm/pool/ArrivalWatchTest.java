package jdsm.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import jdsm.sync.Waits;
import org.junit.jupiter.api.Test;

class ArrivalWatchTest {
    private final Waits waits = new Waits(BooleanSupplier::getAsBoolean);
    private final BlockingQueue<String> refused = new LinkedBlockingQueue<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicBoolean done = new AtomicBoolean();
    private final Object monitor = new Object();
    private final CountDownLatch entered = new CountDownLatch(1);

    private Thread worker(Runnable inMonitor) throws InterruptedException {
        Thread worker = new Thread(
                () -> {
                    synchronized (monitor) {
                        entered.countDown();
                        inMonitor.run();
                    }
                },
                "worker");
        worker.start();
        entered.await();
        return worker;
    }

    private Thread loop() {
        Thread loop = new Thread(() -> {
            synchronized (monitor) {
                over.set(true);
            }
        });
        loop.start();
        ArrivalWatch.begin(waits, loop, over::get, refused::add, 1_000_000);
        return loop;
    }

    @Test
    void aMonitorOfAThreadThatWaits() throws Exception {
        Thread worker = worker(() -> waits.await(done::get, () -> "for a message"));
        Thread loop = loop();

        assertThat(refused.take())
                .startsWith("needs java.lang.Object@")
                .endsWith(", which thread 'worker' has while it waits for a message");

        done.set(true);
        Waits.wake(worker);
        worker.join();
        loop.join();
    }

    @Test
    void aMonitorOfAThreadThatWorks() throws Exception {
        Thread worker = worker(() -> {
            for (int i = 0; i < 20; i++) {
                Waits.tick();
            }
        });
        Thread loop = loop();

        loop.join();
        worker.join();
        assertThat(refused).isEmpty();
    }
}
