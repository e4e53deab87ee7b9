package jdsm.verify;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import jdsm.coherence.Publication;
import jdsm.coherence.home.Pace;

/**
 * A simulated job without its schedule.
 *
 * @param publications how each unit is published
 * @param replicated whether each unit begins with a valid copy everywhere
 * @param programs of the workers, those of rank 0 first
 * @param lost which rank is lost while the job runs; or {@link Loss#NOBODY}
 * @param hosts which of two hosts each rank is on, rank r's in bit r: only ranks of one host reach each other's memory, if any do
 */
record Scenario(
        Programs.Shape shape,
        Publication[] publications,
        boolean[] replicated,
        Programs.Step[][] programs,
        int lost,
        int hosts) {
    private static final int ONE_LOSS_IN = 8;
    /** Of programs that are too short for habits. */
    private static final Pace QUICK = new Pace(1, 1, 2, 2, 0);

    /** Of ranks of one host. */
    Scenario(
            Programs.Shape shape,
            Publication[] publications,
            boolean[] replicated,
            Programs.Step[][] programs,
            int lost) {
        this(shape, publications, replicated, programs, lost, 0);
    }

    /**
     * One at random.
     *
     * @param publication of all units; null: each its own, at random
     */
    static Scenario random(long seed, Programs.Shape shape, Publication publication) {
        SplittableRandom random = new SplittableRandom(seed);
        Publication[] publications = new Publication[shape.units()];
        boolean[] replicated = new boolean[shape.units()];
        for (int unit = 0; unit < publications.length; unit++) {
            publications[unit] = publication != null
                    ? publication
                    : Publication.values()[random.nextInt(Publication.values().length)];
            replicated[unit] = random.nextBoolean();
        }
        Programs.Step[][] programs = new Programs(shape, random).make();
        int lost = random.nextInt(ONE_LOSS_IN) == 0 ? random.nextInt(shape.ranks()) : Loss.NOBODY;
        int hosts = random.nextBoolean() ? 0 : random.nextInt(1 << shape.ranks());
        return new Scenario(shape, publications, replicated, programs, lost, hosts);
    }

    /** Whether a rank reaches another one's memory. */
    boolean reaches(int one, int other) {
        return oneSided() && ((hosts >>> one ^ hosts >>> other) & 1) == 0;
    }

    /** Whether ranks of a host reach each other's memory. */
    boolean oneSided() {
        return shape.elements() >= 3;
    }

    /** Whether there is no room now and then for what ranks of a host fetch. */
    boolean isShortOfMemory() {
        return oneSided() && shape.units() % 2 == 0;
    }

    /** The lowest of the ranks on the host of a rank; where no memory is reached, each rank is a host of its own to the others. */
    int firstOnHost(int rank) {
        return IntStream.range(0, rank)
                .filter(other -> reaches(other, rank))
                .findFirst()
                .orElse(rank);
    }

    /** How soon units follow their use. */
    Pace pace() {
        return shape.elements() % 2 == 0 ? Pace.USUAL : QUICK;
    }

    Scenario with(Programs.Step[][] others) {
        return new Scenario(shape, publications, replicated, others, lost, hosts);
    }

    /** The same, and no rank is lost. */
    Scenario withoutLoss() {
        return new Scenario(shape, publications, replicated, programs, Loss.NOBODY, hosts);
    }

    /** The same without a rank and what its workers do. */
    Scenario withoutRank(int rank) {
        int stillLost = lost == rank ? Loss.NOBODY : lost > rank ? lost - 1 : lost;
        int below = hosts & (1 << rank) - 1;
        return smaller(
                shape.resized(shape.ranks() - 1, shape.workers()),
                worker -> worker / shape.workers() != rank,
                stillLost,
                below | hosts >>> rank + 1 << rank);
    }

    /** The same without one worker of each rank, and what it does. */
    Scenario withoutWorker(int slot) {
        return smaller(
                shape.resized(shape.ranks(), shape.workers() - 1),
                worker -> worker % shape.workers() != slot,
                lost,
                hosts);
    }

    private Scenario smaller(Programs.Shape rest, IntPredicate kept, int stillLost, int stillHosts) {
        Programs.Step[][] others = IntStream.range(0, programs.length)
                .filter(kept)
                .mapToObj(worker -> programs[worker])
                .toArray(Programs.Step[][]::new);
        return new Scenario(rest, publications, replicated, others, stillLost, stillHosts);
    }

    /** How many steps all workers have. */
    long sizeWithoutBarriers() {
        return Arrays.stream(programs)
                .flatMap(Arrays::stream)
                .filter(step -> !step.is(Programs.Op.BARRIER))
                .count();
    }

    /** The programs and where the units begin, in words; workers that do nothing are left out. */
    String describe() {
        StringBuilder text = new StringBuilder();
        for (int unit = 0; unit < publications.length; unit++) {
            text.append("unit ").append(unit).append(": ").append(publications[unit]);
            text.append(replicated[unit] ? ", a copy everywhere\n" : ", at rank 0 only\n");
        }
        if (lost != Loss.NOBODY) {
            text.append("rank ").append(lost).append(" is lost at some moment\n");
        }
        if (oneSided()) {
            text.append("hosts of the ranks:");
            for (int rank = 0; rank < shape.ranks(); rank++) {
                text.append(' ').append(hosts >>> rank & 1);
            }
            text.append('\n');
        }
        for (int worker = 0; worker < programs.length; worker++) {
            if (programs[worker].length > 0) {
                text.append(workerName(worker)).append(":\n");
                for (Programs.Step step : programs[worker]) {
                    text.append("  ").append(step).append('\n');
                }
            }
        }
        return text.toString();
    }

    private String workerName(int worker) {
        return "worker " + worker % shape.workers() + " of rank " + worker / shape.workers();
    }
}
