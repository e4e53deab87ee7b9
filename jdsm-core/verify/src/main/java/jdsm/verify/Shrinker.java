package jdsm.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdsm.coherence.Outbox;

/*
 * Delta debugging (Zeller and Hildebrandt, Simplifying and isolating failure-inducing input, 2002) in two parts. The
 * first shrinks the programs of the workers; each candidate runs under many schedules, because the failing schedule of
 * one program means nothing for another. The second shrinks the choices of one schedule.
 */

/** Shrinks a failing job as long as it still fails. To be used once, by one thread. */
final class Shrinker {
    /** The number of schedules that a candidate must pass before it counts as not failing. */
    private static final int SCHEDULES = 200;

    private final Fault fault;
    private final long seed;
    /** The smallest known failing job. {@link #choices} is a schedule under which it fails. */
    private Scenario best;

    private List<Integer> choices;

    /** @param failing a job that fails under the schedule of the seed */
    Shrinker(Scenario failing, long seed, Fault fault) {
        this.fault = fault;
        this.seed = seed;
        this.best = failing;
        ReplayScheduler recorder = ReplayScheduler.recording(scheduler(failing, 0));
        if (!fails(failing, recorder)) {
            throw new IllegalArgumentException("seed " + seed + " does not fail");
        }
        this.choices = recorder.chosen();
    }

    /** Runs a job and describes each step and the end of the job. */
    static Verifier.Explanation replay(Scenario scenario, Scheduler scheduler, Fault fault) {
        StringBuilder text = new StringBuilder(scenario.describe()).append('\n');
        Simulation simulation = simulation(scenario, scheduler, fault, text);
        try {
            simulation.run();
            return new Verifier.Explanation(text.append("no violation\n").toString(), false);
        } catch (RuntimeException e) {
            text.append("violation: ").append(Violation.text(e)).append("\n\n").append(simulation.snapshot());
            return new Verifier.Explanation(text.toString(), true);
        }
    }

    private static Simulation simulation(Scenario scenario, Scheduler scheduler, Fault fault, StringBuilder trace) {
        long[] events = new long[Outbox.Event.values().length];
        return new Simulation(scenario, scheduler, new Memory(scenario.shape()), fault, events, trace);
    }

    /** Shrinks the job, and describes its run under the shortest known failing schedule. */
    Verifier.Explanation explain() {
        shrink();
        findShorterSchedule();
        shortenSchedule();
        return replay(best, ReplayScheduler.following(choices), fault);
    }

    /**
     * Shrinks the job to one without data races that fails under some schedule, and from which no part can be left out.
     */
    Scenario shrink() {
        Scenario before;
        do {
            before = best;
            leaveOutLoss();
            leaveOutBlocks();
            leaveOutAccesses();
            leaveOutBarriers();
            leaveOutIdleWorkers();
        } while (best != before);
        return best;
    }

    /** Whether a smaller job fails; if so it becomes the best. The known schedule is tried first. */
    private boolean succeeds(Scenario candidate) {
        if (!Races.none(candidate)) {
            return false;
        }
        ReplayScheduler scheduler = ReplayScheduler.following(choices);
        boolean fails = fails(candidate, scheduler);
        for (int schedule = 1; !fails && schedule < SCHEDULES; schedule++) {
            scheduler = ReplayScheduler.recording(scheduler(candidate, schedule));
            fails = fails(candidate, scheduler);
        }
        if (fails) {
            best = candidate;
            choices = scheduler.chosen();
        }
        return fails;
    }

    /** A schedule for the job; schedule 0 is that of the seed. */
    private Scheduler scheduler(Scenario scenario, int schedule) {
        return new RandomScheduler(~seed + schedule, scenario.shape());
    }

    private boolean fails(Scenario scenario, Scheduler scheduler) {
        try {
            simulation(scenario, scheduler, fault, null).run();
            return false;
        } catch (RuntimeException e) {
            return true;
        }
    }

    // Programs.

    private void leaveOutLoss() {
        if (best.lost() != Loss.NOBODY) {
            succeeds(best.withoutLoss());
        }
    }

    /** Leaves out accesses, and blocks of locks, holds and conditions; many at once at first, then fewer. */
    private void leaveOutBlocks() {
        for (int worker = 0; worker < best.programs().length; worker++) {
            int all = blocks(best.programs()[worker]).size();
            for (int size = all; size > 0; size /= 2) {
                for (int end = blocks(best.programs()[worker]).size(); end > 0; end -= size) {
                    succeeds(withoutBlocks(best, worker, Math.max(0, end - size), end));
                }
            }
        }
    }

    private static Scenario withoutBlocks(Scenario scenario, int worker, int first, int end) {
        List<Programs.Step> program = new ArrayList<>(List.of(scenario.programs()[worker]));
        List<int[]> blocks = blocks(scenario.programs()[worker]);
        for (int block = end - 1; block >= first; block--) {
            program.subList(blocks.get(block)[0], blocks.get(block)[1]).clear();
        }
        return with(scenario, worker, program);
    }

    /**
     * The parts of a program, without its barriers, that can be left out as a whole: for each the first step and the
     * end.
     */
    private static List<int[]> blocks(Programs.Step[] program) {
        List<int[]> blocks = new ArrayList<>();
        int begin = 0;
        int rights = 0;
        for (int at = 0; at < program.length; at++) {
            if (program[at].is(Programs.Op.BARRIER)) {
                continue;
            }
            begin = rights == 0 ? at : begin;
            rights += program[at].begins() ? 1 : 0;
            rights -= program[at].ends() ? 1 : 0;
            if (rights == 0) {
                blocks.add(new int[] {begin, at + 1});
            }
        }
        return blocks;
    }

    private void leaveOutAccesses() {
        for (int worker = 0; worker < best.programs().length; worker++) {
            for (int at = best.programs()[worker].length - 1; at >= 0; at--) {
                if (best.programs()[worker][at].isAccess()) {
                    List<Programs.Step> program = new ArrayList<>(List.of(best.programs()[worker]));
                    program.remove(at);
                    succeeds(with(best, worker, program));
                }
            }
        }
    }

    /**
     * Leaves out a barrier of all workers, if no race results. Keeps the last barrier, because its guarantees are
     * checked.
     */
    private void leaveOutBarriers() {
        long barriers = Arrays.stream(best.programs()[0])
                .filter(step -> step.is(Programs.Op.BARRIER))
                .count();
        for (long barrier = barriers - 1; barrier > 0; barrier--) {
            Programs.Step[][] programs = new Programs.Step[best.programs().length][];
            for (int worker = 0; worker < programs.length; worker++) {
                programs[worker] = withoutBarrier(best.programs()[worker], barrier);
            }
            succeeds(best.with(programs));
        }
    }

    private static Programs.Step[] withoutBarrier(Programs.Step[] program, long barrier) {
        List<Programs.Step> rest = new ArrayList<>();
        long passed = 0;
        for (Programs.Step step : program) {
            if (!step.is(Programs.Op.BARRIER) || ++passed != barrier) {
                rest.add(step);
            }
        }
        return rest.toArray(Programs.Step[]::new);
    }

    private static Scenario with(Scenario scenario, int worker, List<Programs.Step> program) {
        Programs.Step[][] programs = scenario.programs().clone();
        programs[worker] = program.toArray(Programs.Step[]::new);
        return scenario.with(programs);
    }

    /** Leaves out a rank, or a worker of each rank, if the workers left out only go through barriers. */
    private void leaveOutIdleWorkers() {
        for (int rank = best.shape().ranks() - 1; rank > 0 && best.shape().ranks() > 2; rank--) {
            Scenario candidate = best.withoutRank(rank);
            if (best.sizeWithoutBarriers() == candidate.sizeWithoutBarriers()) {
                succeeds(candidate);
            }
        }
        for (int slot = best.shape().workers() - 1; slot >= 0 && best.shape().workers() > 1; slot--) {
            if (!best.shape().isThread(slot)
                    && best.shape().workers() - best.shape().threads() == 1) {
                continue; // some worker has to pass the barriers
            }
            Scenario candidate = best.withoutWorker(slot);
            if (best.sizeWithoutBarriers() == candidate.sizeWithoutBarriers()) {
                succeeds(candidate);
            }
        }
    }

    // Schedules.

    private void findShorterSchedule() {
        for (int schedule = 0; schedule < SCHEDULES; schedule++) {
            ReplayScheduler recorder = ReplayScheduler.recording(scheduler(best, schedule));
            if (fails(best, recorder) && recorder.chosen().size() < choices.size()) {
                choices = recorder.chosen();
            }
        }
    }

    /** Leaves out choices that the default of {@link ReplayScheduler} replaces. */
    private void shortenSchedule() {
        for (int at = choices.size() - 1; at >= 0; at--) {
            List<Integer> candidate = new ArrayList<>(choices);
            candidate.remove(at);
            if (fails(best, ReplayScheduler.following(candidate))) {
                choices = candidate;
            }
        }
    }
}
