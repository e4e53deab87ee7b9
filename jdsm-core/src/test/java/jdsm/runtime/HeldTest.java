package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An object becomes shared beside threads that enter its monitor. */
class HeldTest {
    @BeforeAll
    static void objectsMayBecomeShared() {
        Held.begin();
    }

    private static Shared one(Object object, AtomicReference<String> holder) {
        return new BareShared(new UnitAccess[] {new UnitAccess(UnitAccess.INVALID) {}}, 0) {
            @Override
            protected Object target() {
                return object;
            }

            @Override
            protected void isHeldBy(Thread thread, int times) {
                assertThat(holder.getAndSet(thread.getName() + " " + times)).isNull();
            }

            @Override
            protected void isAwaited() {
                throw new AssertionError("no thread waits");
            }
        };
    }

    /** Its record would not be among those that are looked through. */
    @Test
    void aThreadThatEntersItsFirstMonitorMeanwhileWaits() throws InterruptedException {
        Object object = new Object();
        AtomicBoolean shared = new AtomicBoolean();
        AtomicReference<Boolean> found = new AtomicReference<>();
        Thread first = new Thread(() -> {
            Held.enter(object);
            found.set(shared.get());
            Held.exit(object);
        });

        Held.share(List.of(one(object, new AtomicReference<>())), () -> {
            first.start();
            while (first.getState() == Thread.State.RUNNABLE || first.getState() == Thread.State.NEW) {
                Thread.onSpinWait();
            }
            shared.set(true);
        });
        first.join();

        assertThat(found).hasValue(true);
    }

    @Test
    void whoHasTheMonitorBecomesTheHolder() {
        Object object = new Object();
        AtomicReference<String> holder = new AtomicReference<>();
        Held.enter(object);
        Held.enter(object);

        Held.share(List.of(one(new Object(), new AtomicReference<>()), one(object, holder)), () -> {});

        assertThat(holder).hasValue(Thread.currentThread().getName() + " 2");
        Held.exit(object);
        Held.exit(object);
    }
}
