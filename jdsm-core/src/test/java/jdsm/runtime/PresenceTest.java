package jdsm.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** When a thread counts as one that may store. */
class PresenceTest {
    /** Calls of the JDK's that wait have such a receiver, or none. */
    private static final Object OF_THE_JDK = new Object();

    private static <T> T inThread(Callable<T> body) throws Exception {
        FutureTask<T> task = new FutureTask<>(body);
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
        return task.get();
    }

    private static boolean isIn() {
        return Presence.mine().isIn();
    }

    @Test
    void aThreadIsInFromItsFirstEntryToTheEndOfThat() throws Exception {
        List<Boolean> in = inThread(() -> {
            List<Boolean> seen = new ArrayList<>(List.of(isIn()));
            int outer = Presence.enter();
            seen.add(isIn());
            int inner = Presence.enter();
            seen.add(isIn());
            Presence.leave(inner);
            seen.add(isIn());
            Presence.leave(outer);
            seen.add(isIn());
            return seen;
        });

        assertThat(in).containsExactly(false, true, true, true, false);
    }

    @Test
    void itIsOutWhileItWaitsButNotInACallback() throws Exception {
        List<Boolean> in = inThread(() -> {
            int entered = Presence.enter();
            int away = Presence.away(OF_THE_JDK);
            List<Boolean> seen = new ArrayList<>(List.of(isIn()));
            int callback = Presence.enter();
            seen.add(isIn());
            Presence.leave(callback);
            seen.add(isIn());
            Presence.back(away);
            seen.add(isIn());
            Presence.leave(entered);
            return seen;
        });

        assertThat(in).containsExactly(false, true, false, true);
    }

    @Test
    void aWaitOutsideWovenCodeChangesNothing() throws Exception {
        assertThat(inThread(() -> {
                    int away = Presence.away(null);
                    Presence.back(away);
                    return isIn();
                }))
                .isFalse();
    }

    /** Everything but a pass changes whether the count is odd. */
    @Test
    void eachChangeCounts() {
        Presence presence = new Presence();
        assertThat(presence.count()).isZero();
        presence.pass();
        assertThat(presence.count()).as("nothing to pass").isZero();
        assertThat(presence.comeIn()).isTrue();
        assertThat(presence.comeIn()).isFalse();
        assertThat(presence.count()).isOne();
        presence.pass();
        assertThat(presence.count()).isEqualTo(3);
        assertThat(presence.goOut()).isTrue();
        assertThat(presence.goOut()).isFalse();
        assertThat(presence.count()).isEqualTo(4);
    }

    @Test
    void aWorkerIsOutOnlyWhileItWaitsAndInForItsCallbacks() throws Exception {
        class WorkerByHand extends Thread {
            private final Presence presence = new Presence();
            private final List<Boolean> seen = new ArrayList<>();

            @Override
            public void run() {
                presence.comeIn();
                presence.attach();
                int callback = Presence.enter();
                Presence.leave(callback);
                seen.add(isIn());
                int away = Presence.away(OF_THE_JDK);
                seen.add(isIn());
                int within = Presence.enter();
                seen.add(isIn());
                Presence.leave(within);
                seen.add(isIn());
                Presence.back(away);
                seen.add(isIn());
            }
        }
        Presence.workersAre(WorkerByHand.class);
        try {
            WorkerByHand worker = new WorkerByHand();
            worker.start();
            worker.join();

            assertThat(worker.seen).containsExactly(true, false, true, false, true);
        } finally {
            Presence.workersAre(null);
        }
    }

    @Test
    void threadsThatHaveEndedLeaveTheirPlaces() throws Exception {
        for (int i = 0; i < 200; i++) {
            inThread(() -> {
                Presence.enter(); // an error ends the thread before it leaves
                return null;
            });
        }

        assertThat(Presence.counts(new Presence[0])).hasSizeLessThan(100);
    }
}
