package jdsm.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import jdsm.JobEndedException;
import org.junit.jupiter.api.Test;

class WaitsTest {
    private final Waits waits = new Waits(BooleanSupplier::getAsBoolean);

    @Test
    void aFailureEndsWaitsNowAndLater() {
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> waits.await(() -> false, () -> "for ever"));
        while (waits.describe(0).isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(waits.describe(0).get(0)).contains("for ever");
        IllegalStateException cause = new IllegalStateException("why");
        waits.fail("first", cause);
        waits.fail("second", null);
        assertThatThrownBy(waiting::join).hasRootCause(cause).hasMessageContaining("first");
        assertThatThrownBy(() -> waits.await(() -> false, () -> "")).isInstanceOf(JobEndedException.class);
        assertThat(waits.await(() -> true, () -> "")).isNotNegative();
        assertThat(waits.describe(0)).isEmpty();
    }

    @Test
    void anInterruptIsKeptForAfterwards() {
        AtomicBoolean done = new AtomicBoolean();
        AtomicBoolean interruptedAfterwards = new AtomicBoolean();
        Thread waiter = new Thread(() -> {
            Thread.currentThread().interrupt();
            waits.await(done::get, () -> "for it");
            interruptedAfterwards.set(Thread.interrupted());
        });
        waiter.start();
        while (waits.describe(0).isEmpty()) {
            Thread.onSpinWait();
        }
        done.set(true);
        LockSupport.unpark(waiter);
        while (waiter.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(interruptedAfterwards).isTrue();
    }

    @Test
    void aBriefWaitEndsInTime() throws InterruptedException {
        assertThat(waits.awaitBriefly(0, () -> false, () -> "")).isFalse();
        assertThat(waits.awaitBriefly(1_000, () -> false, () -> "")).isFalse();
        assertThat(waits.awaitBriefly(0, () -> true, () -> "")).isTrue();
        assertThat(waits.describe(0)).isEmpty();
    }

    @Test
    void anInterruptEndsABriefWait() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> waits.awaitBriefly(0, () -> false, () -> "")).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void aFailureEndsABriefWait() {
        waits.fail("it failed", null);
        assertThatThrownBy(() -> waits.awaitBriefly(0, () -> false, () -> "")).isInstanceOf(JobEndedException.class);
    }

    @Test
    void eachWaitRunsATaskFirst() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        waits.beforeWait(runs::incrementAndGet);
        waits.await(() -> true, () -> "");
        waits.await(() -> true, () -> "", 1, true);
        waits.awaitAside(() -> true, () -> "");
        waits.awaitBriefly(0, () -> true, () -> "");
        Object monitor = new Object();
        synchronized (monitor) {
            waits.awaitMonitor(monitor, 0, () -> true, () -> "");
        }
        assertThat(runs).hasValue(5);
    }

    @Test
    void whoWaitsAsideLeavesTheTransportToOthers() {
        AtomicBoolean helped = new AtomicBoolean();
        AtomicBoolean done = new AtomicBoolean();
        Waits aside = new Waits(condition -> helped.getAndSet(true));
        Thread waiter = new Thread(() -> aside.awaitAside(done::get, () -> "for the others"));
        waiter.start();
        while (aside.describe(0).isEmpty()) {
            Thread.onSpinWait();
        }
        assertThat(aside.describe(0).get(0)).contains("for the others");
        done.set(true);
        Waits.wake(waiter);
        while (waiter.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(helped).isFalse();
        aside.fail("it failed", null);
        assertThatThrownBy(() -> aside.awaitAside(() -> false, () -> "")).isInstanceOf(JobEndedException.class);
    }
}
