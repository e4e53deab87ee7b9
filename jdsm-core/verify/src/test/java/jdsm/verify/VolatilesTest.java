package jdsm.verify;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.coherence.Outbox;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That random programs do with volatile accesses what they are there for. */
@Tag("once")
class VolatilesTest {
    private static final int SEEDS = 3_000;

    /** Counts accesses that only come about by what a volatile access has seen. */
    private static final class Counting extends Memory {
        private final Programs.Step[][] programs;
        private int readsBehindFlags;
        private int accessesUnderTokens;
        private int set;
        private int notSet;

        Counting(Scenario scenario) {
            super(scenario.shape());
            this.programs = scenario.programs();
        }

        @Override
        long write(SimWorker writer, Programs.Step step) {
            count(writer, step);
            return super.write(writer, step);
        }

        @Override
        void read(SimWorker reader, Programs.Step step, long value) {
            count(reader, step);
            super.read(reader, step, value);
        }

        @Override
        void compare(SimWorker worker, Programs.Step step, long expected, boolean found) {
            set += found ? 1 : 0;
            notSet += found ? 0 : 1;
            super.compare(worker, step, expected, found);
        }

        private void count(SimWorker worker, Programs.Step step) {
            if (step.isPlain()) {
                Programs.Step[] program = programs[worker.number()];
                int at = worker.at();
                while (at > 0 && program[at].isPlain()) {
                    at--;
                }
                readsBehindFlags += program[at].is(Programs.Op.WHEN) ? 1 : 0;
                accessesUnderTokens += program[at].is(Programs.Op.TAKE) ? 1 : 0;
            }
        }
    }

    @Test
    void whatVolatilesPublishIsAccessed() {
        Verifier verifier = new Verifier(null, null);
        int readsBehindFlags = 0;
        int accessesUnderTokens = 0;
        int set = 0;
        int notSet = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Scenario scenario = verifier.scenario(seed);
            Counting memory = new Counting(scenario);
            long[] events = new long[Outbox.Event.values().length];
            new Simulation(scenario, new RandomScheduler(seed, scenario.shape()), memory, null, events, null).run();
            readsBehindFlags += memory.readsBehindFlags;
            accessesUnderTokens += memory.accessesUnderTokens;
            set += memory.set;
            notSet += memory.notSet;
        }
        assertThat(readsBehindFlags).isGreaterThan(SEEDS / 4);
        assertThat(accessesUnderTokens).isGreaterThan(SEEDS / 4);
        assertThat(set).isGreaterThan(SEEDS / 4);
        assertThat(notSet).isGreaterThan(SEEDS / 4);
    }
}
