package jdsm.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.coherence.Outbox;
import jdsm.coherence.Publication;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The loss of a rank in the simulator. */
@Tag("once")
class LossTest {
    private static final Programs.Shape SHAPE = new Programs.Shape(2, 1, 1, 1, 1, 1, 0);
    // Options of that shape.
    private static final int MESSAGE_FROM_1_TO_0 = 2;
    private static final int TASK_OF_0 = 4;
    private static final int TASK_OF_1 = 5;
    private static final int WORKER_OF_0 = 6;
    private static final int WORKER_OF_1 = 7;
    private static final int NEWS_AT_0 = 8;
    private static final int LOSS = 10;

    /** Chosen within a step: how many messages arrive. */
    private static final int NOTHING_ARRIVES = -1;

    private static final int ONE_ARRIVES = -2;

    @Test
    void survivorsReadWhatTheyMustAndEnd() {
        Verifier verifier = new Verifier(null, null);
        int losses = 0;
        int failures = 0;
        for (long seed = 0; seed < 4_000; seed++) {
            Scenario scenario = verifier.scenario(seed);
            if (scenario.lost() != Loss.NOBODY) {
                Simulation job = simulation(scenario, new RandomScheduler(seed, scenario.shape()));
                job.run();
                losses++;
                failures += job.snapshot().contains(", failed, ") ? 1 : 0;
            }
        }
        assertThat(losses).isBetween(400, 600);
        assertThat(failures).isGreaterThan(losses / 2);
    }

    @Test
    void whatWasSentBeforeMayArrive() {
        Simulation job = lossOfRank1(
                WORKER_OF_1, TASK_OF_1, LOSS, ONE_ARRIVES, WORKER_OF_0, TASK_OF_0, MESSAGE_FROM_1_TO_0, NEWS_AT_0);

        assertThat(job.snapshot()).contains("worker 0 of rank 0, ended").contains("worker 0 of rank 1, gone");
    }

    @Test
    void whatWasSentBeforeMayBeLostToo() {
        Simulation job = lossOfRank1(WORKER_OF_1, TASK_OF_1, LOSS, NOTHING_ARRIVES, WORKER_OF_0, TASK_OF_0, NEWS_AT_0);

        assertThat(job.snapshot()).contains("worker 0 of rank 0, failed").contains("worker 0 of rank 1, gone");
    }

    @Test
    void whoKnowsOfALossWaitsForNothing() {
        Simulation job = lossOfRank1(LOSS, NEWS_AT_0, WORKER_OF_0);

        assertThat(job.snapshot()).contains("worker 0 of rank 0, failed, step 0: barrier");
    }

    private static Simulation lossOfRank1(Integer... choices) {
        Programs.Step[][] programs = {{Programs.Step.BARRIER}, {Programs.Step.BARRIER}};
        Scenario scenario =
                new Scenario(SHAPE, new Publication[] {Publication.INVALIDATE}, new boolean[1], programs, 1);
        Simulation job = simulation(scenario, ReplayScheduler.following(List.of(choices)));
        job.run();
        return job;
    }

    private static Simulation simulation(Scenario scenario, Scheduler scheduler) {
        long[] events = new long[Outbox.Event.values().length];
        return new Simulation(scenario, scheduler, new Memory(scenario.shape()), null, events, null);
    }
}
