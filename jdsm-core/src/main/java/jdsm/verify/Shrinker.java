package jdsm.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import jdsm.coherence.Outbox;

/*
 * Delta debugging (Zeller and Hildebrandt, Simplifying and isolating failure-inducing input, 2002) in two parts: what the
 * workers do, where each candidate is tried under many schedules, for the one that failed means nothing to another program;
 * and then the choices of one schedule.
 */

/** Makes a job that goes wrong smaller, as long as it still does. Single-threaded. */
final class Shrinker {
    /** Under so many schedules a smaller program is tried before it counts as one that does not go wrong. */
    private static final int SCHEDULES = 1_000;

    private final Fault fault;

    Shrinker(Fault fault) {
        this.fault = fault;
    }

    /** What happens in a job, step by step, and how it ends. */
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

    /** Replays the smallest job that could be found, under the shortest of the schedules known to break it. */
    Verifier.Explanation explain(Scenario failing, long seed) {
        Scenario small = shrink(failing, seed);
        return replay(small, ReplayScheduler.following(shorten(small, shortest(small, seed))), fault);
    }

    /** A job without races that goes wrong under some schedule, and of which nothing can be left out. */
    Scenario shrink(Scenario failing, long seed) {
        Scenario best = failing;
        Scenario before;
        do {
            before = best;
            best = withoutBlocks(best, seed);
            best = withoutAccesses(best, seed);
            best = withoutBarriers(best, seed);
            best = withoutIdleWorkers(best, seed);
        } while (best != before);
        return best;
    }

    private boolean fails(Scenario candidate, long seed) {
        if (!Races.none(candidate)) {
            return false;
        }
        for (int schedule = 0; schedule < SCHEDULES; schedule++) {
            if (fails(candidate, scheduler(candidate, seed, schedule))) {
                return true;
            }
        }
        return false;
    }

    /** Schedule 0 is the one that the seed stands for. */
    private static Scheduler scheduler(Scenario scenario, long seed, int schedule) {
        return new RandomScheduler(~seed + schedule, scenario.shape().ranks());
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

    /** Leaves out accesses, and locks and holds with what is under them; many at once, then fewer. */
    private Scenario withoutBlocks(Scenario failing, long seed) {
        Scenario best = failing;
        for (int worker = 0; worker < failing.programs().length; worker++) {
            for (int size = Math.max(1, blocks(best.programs()[worker]).size()); size > 0; size /= 2) {
                int end = blocks(best.programs()[worker]).size();
                for (; end > 0; end -= size) {
                    Scenario candidate = withoutBlocks(best, worker, Math.max(0, end - size), end);
                    best = fails(candidate, seed) ? candidate : best;
                }
            }
        }
        return best;
    }

    private static Scenario withoutBlocks(Scenario scenario, int worker, int first, int end) {
        List<Programs.Step> program = new ArrayList<>(List.of(scenario.programs()[worker]));
        List<int[]> blocks = blocks(scenario.programs()[worker]);
        for (int block = end - 1; block >= first; block--) {
            program.subList(blocks.get(block)[0], blocks.get(block)[1]).clear();
        }
        return with(scenario, worker, program);
    }

    /** What can be left out of a program as a whole, without its barriers: first step and the one behind the last. */
    private static List<int[]> blocks(Programs.Step[] program) {
        List<int[]> blocks = new ArrayList<>();
        int begin = 0;
        int rights = 0;
        for (int at = 0; at < program.length; at++) {
            if (program[at].is(Programs.Op.BARRIER)) {
                continue;
            }
            begin = rights == 0 ? at : begin;
            switch (program[at].op()) {
                case LOCK, HOLD -> rights++;
                case UNLOCK, RELEASE -> rights--;
                default -> {}
            }
            if (rights == 0) {
                blocks.add(new int[] {begin, at + 1});
            }
        }
        return blocks;
    }

    private Scenario withoutAccesses(Scenario failing, long seed) {
        Scenario best = failing;
        for (int worker = 0; worker < failing.programs().length; worker++) {
            for (int at = best.programs()[worker].length - 1; at >= 0; at--) {
                if (best.programs()[worker][at].isAccess()) {
                    List<Programs.Step> program = new ArrayList<>(List.of(best.programs()[worker]));
                    program.remove(at);
                    Scenario candidate = with(best, worker, program);
                    best = fails(candidate, seed) ? candidate : best;
                }
            }
        }
        return best;
    }

    /** Leaves out a barrier of all workers, where no race comes of it. */
    private Scenario withoutBarriers(Scenario failing, long seed) {
        Scenario best = failing;
        long barriers = Arrays.stream(failing.programs()[0])
                .filter(step -> step.is(Programs.Op.BARRIER))
                .count();
        for (long barrier = barriers; barrier > 0; barrier--) {
            Programs.Step[][] programs = new Programs.Step[best.programs().length][];
            for (int worker = 0; worker < programs.length; worker++) {
                programs[worker] = withoutBarrier(best.programs()[worker], barrier);
            }
            Scenario candidate = best.with(programs);
            best = fails(candidate, seed) ? candidate : best;
        }
        return best;
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

    /** Leaves out the last rank, and the last worker of each rank, that do nothing but go through barriers. */
    private Scenario withoutIdleWorkers(Scenario failing, long seed) {
        Scenario best = failing;
        for (int rank = failing.shape().ranks() - 1; rank > 0; rank--) {
            Scenario candidate = best.resized(rank, best.shape().workers());
            best = best.isIdleBeyond(candidate.shape()) && fails(candidate, seed) ? candidate : best;
        }
        for (int workers = failing.shape().workers() - 1; workers > 0; workers--) {
            Scenario candidate = best.resized(best.shape().ranks(), workers);
            best = best.isIdleBeyond(candidate.shape()) && fails(candidate, seed) ? candidate : best;
        }
        return best;
    }

    // Schedules.

    /** The choices of the schedule that breaks a job in the fewest. */
    private List<Integer> shortest(Scenario scenario, long seed) {
        List<Integer> best = null;
        for (int schedule = 0; schedule < SCHEDULES; schedule++) {
            ReplayScheduler recorder = ReplayScheduler.recording(scheduler(scenario, seed, schedule));
            if (fails(scenario, recorder) && (best == null || recorder.choices().size() < best.size())) {
                best = recorder.choices();
            }
        }
        return best;
    }

    /** Leaves out choices for which the fallback does as well. */
    private List<Integer> shorten(Scenario scenario, List<Integer> choices) {
        List<Integer> best = choices;
        for (int at = best.size() - 1; at >= 0; at--) {
            List<Integer> candidate = new ArrayList<>(best);
            candidate.remove(at);
            best = fails(scenario, ReplayScheduler.following(candidate)) ? candidate : best;
        }
        return best;
    }
}
