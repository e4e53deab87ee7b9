package jdsm.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import jdsm.comm.Comm;
import jdsm.runtime.Presence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The barrier of the only rank of a job, which is passed as soon as its worker enters it. */
@Timeout(10)
class BarrierTest {
    private final Presence worker = new Presence();
    /** Whether the worker was in woven code, each time that it waited. */
    private final List<Boolean> inWhileWaiting = new ArrayList<>();

    private final Waits waits = new Waits(this::waits);
    private final Barrier barrier = new Barrier(alone(), waits, new Nothing(), 1, fault -> {
        throw new AssertionError(fault);
    });

    private boolean waits(BooleanSupplier done) {
        inWhileWaiting.add(worker.isIn());
        return done.getAsBoolean();
    }

    private static Comm alone() {
        return (Comm) Proxy.newProxyInstance(
                Comm.class.getClassLoader(), new Class<?>[] {Comm.class}, (comm, method, args) -> {
                    if (method.getName().equals("execute")) {
                        ((Runnable) args[0]).run();
                    }
                    return switch (method.getName()) {
                        case "rank", "firstOnHost" -> 0;
                        case "size" -> 1;
                        default -> null;
                    };
                });
    }

    private static final class Nothing implements BarrierCargo {
        @Override
        public void release(Runnable then) {
            then.run();
        }

        @Override
        public byte[] load() {
            return new byte[0];
        }

        @Override
        public void unload(byte[] cargo) {}

        @Override
        public void passed() {}
    }

    /** What it was allowed to write before is then known to be written, and no release compares it again. */
    @ParameterizedTest
    @EnumSource(
            value = SyncPoint.class,
            names = {"BARRIER", "END_OF_START"})
    void aWorkerIsNotInWovenCodeWhileItWaits(SyncPoint point) throws InterruptedException {
        List<Object> failures = new ArrayList<>();
        Thread thread = new Thread(() -> {
            worker.comeIn();
            worker.attach();
            long before = worker.count();

            barrier.await(point, 1);

            if (!worker.isIn() || worker.count() == before) {
                failures.add("not back");
            }
        });
        thread.setUncaughtExceptionHandler((ended, failure) -> failures.add(failure));
        thread.start();
        thread.join();

        assertThat(failures).isEmpty();
        assertThat(inWhileWaiting).containsExactly(false);
    }

    /** The main thread is no worker; it would count as a thread that the program has started. */
    @Test
    void theEndOfTheJobIsNoConcernOfWovenCode() {
        int before = Presence.visitors().size();

        barrier.await(SyncPoint.FINISHED, 1);

        assertThat(Presence.visitors()).hasSize(before);
        assertThat(inWhileWaiting).hasSize(1);
    }
}
