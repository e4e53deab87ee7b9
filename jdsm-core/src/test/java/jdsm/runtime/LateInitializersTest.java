package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LateInitializersTest {
    /** Of this class: the service loop asks, while the class that waits is not initialised. */
    private static final BooleanSupplier NEVER = () -> false;

    /** Whether the service loop, which is not there, lowers rights. */
    private static volatile boolean lowers;

    private static volatile Thread loop;
    private static final CountDownLatch WAITING = new CountDownLatch(1);
    private static final CountDownLatch GO_ON = new CountDownLatch(1);
    private static final CountDownLatch BEGUN = new CountDownLatch(1);

    static class Waits {
        static {
            String name = Waits.class.getName();
            LateInitializers.begin(name);
            if (LateInitializers.waits(NEVER)) {
                WAITING.countDown();
                awaits(GO_ON);
                LateInitializers.goesOn();
            }
            LateInitializers.end(name);
        }
    }

    static class Below extends Waits {}

    static class OnlyBegins {
        static {
            lowers = true;
            LateInitializers.begin(OnlyBegins.class.getName());
            LateInitializers.end(OnlyBegins.class.getName());
        }
    }

    /** A class whose initialiser needs another. */
    static class Uses {
        static final OnlyBegins USED = new OnlyBegins();
    }

    static class BeginsToWait {
        static {
            LateInitializers.begin(BeginsToWait.class.getName());
            BEGUN.countDown();
            while (LateInitializers.waits(NEVER)) {
                LateInitializers.goesOn();
                Thread.onSpinWait();
            }
        }
    }

    static class Throws {
        static {
            LateInitializers.begin(Throws.class.getName());
            LateInitializers.changes(() -> "one");
        }
    }

    static class WaitsItself {
        static {
            LateInitializers.requireMayWait(() -> true, () -> "for nothing");
            LateInitializers.requireMayWait(() -> false, () -> "for something");
        }
    }

    private static void awaits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void compute() {
        LateInitializers.compute(new LateInitializers.Rank() {
            @Override
            public boolean isServiceLoop() {
                return Thread.currentThread() == loop;
            }

            @Override
            public void lowerRights(BooleanSupplier enough) {
                while (LateInitializersTest.lowers && !enough.getAsBoolean()) {
                    Thread.onSpinWait();
                }
            }

            @Override
            public void watch(Thread loop, BooleanSupplier over, Consumer<String> refuse) {}

            @Override
            public void changes(String className, String changed) {
                throw new IllegalStateException(className + " changes " + changed);
            }
        });
        loop = Thread.currentThread();
        lowers = false;
    }

    @AfterEach
    void end() {
        LateInitializers.end();
    }

    @Test
    void theServiceLoopInitializesNoClassInWhoseInitializerAThreadWaits() throws Exception {
        Thread worker = new Thread(Waits::new, "worker");
        worker.start();
        awaits(WAITING);

        assertThatThrownBy(() -> LateInitializers.initialize(Below.class))
                .hasMessageContaining("Below has come from another rank before this one has initialised the class")
                .hasMessageContaining("thread 'worker' is in its initialiser")
                .hasMessageContaining("Class.forName(\"" + Below.class.getName() + "\")");

        GO_ON.countDown();
        worker.join();
        LateInitializers.initialize(Below.class);
    }

    @Test
    void noThreadWaitsInAnInitializerForWhichTheServiceLoopWaits() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread worker = new Thread(
                () -> {
                    try {
                        new BeginsToWait();
                    } catch (ExceptionInInitializerError e) {
                        thrown.set(e.getCause());
                    }
                },
                "worker");
        worker.start();
        awaits(BEGUN);

        assertThatThrownBy(() -> LateInitializers.initialize(BeginsToWait.class))
                .satisfiesAnyOf(
                        seen -> assertThat(seen).hasMessageContaining("its initialiser fails on this one"),
                        seen -> assertThat(seen).hasMessageContaining("waits for other ranks"));

        LateInitializers.end(
                BeginsToWait.class.getName()); // ends the initialiser if it was the service loop that was refused
        worker.join();
        if (thrown.get() != null) {
            assertThat(thrown.get()).hasMessageContaining("is about to wait for other ranks");
        }
    }

    @Test
    void theServiceLoopWaitsForAnInitializerThatNeedsNobody() throws Exception {
        Thread worker = new Thread(OnlyBegins::new, "worker");
        worker.start();
        while (!lowers) {
            Thread.onSpinWait();
        }

        LateInitializers.initialize(Uses.class);

        worker.join();
        assertThat(Uses.USED).isNotNull();
    }

    @Test
    void anInitializerThatHasThrownIsForgotten() {
        loop = null;
        assertThatThrownBy(Throws::new).cause().hasMessage(Throws.class.getName() + " changes one");

        LateInitializers.changes(() -> "another");
    }

    static class Changes {
        static {
            LateInitializers.begin(Changes.class.getName());
            LateInitializers.changes(() -> "one");
        }
    }

    /** As a record's constructor may, for which no class is initialised beforehand. */
    @Test
    void theServiceLoopChangesNothingInAnInitializer() {
        assertThatThrownBy(Changes::new)
                .cause()
                .hasMessageContaining(
                        "the initialiser of class " + Changes.class.getName() + " is about to change one");
    }

    @Test
    void theServiceLoopWaitsInNoInitializer() {
        assertThatThrownBy(() -> LateInitializers.initialize(WaitsItself.class))
                .cause()
                .hasMessageContaining("its initialiser has to wait for something");
    }
}
