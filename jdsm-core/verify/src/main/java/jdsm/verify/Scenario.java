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
 * @param publications the publication of each unit
 * @param replicated whether each unit begins with a valid copy on all ranks
 * @param programs the programs of the workers, those of rank 0 first
 * @param lost the rank that is lost while the job runs, or {@link Loss#NOBODY}
 * @param hosts the host of each rank, 0 or 1, that of rank r in bit r; ranks reach the memory of ranks on the same host
 *     only, if any
 */
record Scenario(
        Programs.Shape shape,
        Publication[] publications,
        boolean[] replicated,
        Programs.Step[][] programs,
        int lost,
        int hosts) {
    private static final int ONE_LOSS_IN = 8;
    /** The pace for programs that are too short for the usual one. */
    private static final Pace QUICK = new Pace(1, 1, 2, 2, 2, 0);

    /** A job whose ranks are on one host. */
    Scenario(
            Programs.Shape shape,
            Publication[] publications,
            boolean[] replicated,
            Programs.Step[][] programs,
            int lost) {
        this(shape, publications, replicated, programs, lost, 0);
    }

    /**
     * Makes a random job.
     *
     * @param publication the publication of all units; null for a random one of each
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

    /** Whether a rank reaches the memory of another one. */
    boolean reaches(int one, int other) {
        return oneSided() && ((hosts >>> one ^ hosts >>> other) & 1) == 0;
    }

    /** Whether ranks on one host reach each other's memory. */
    boolean oneSided() {
        return shape.elements() >= 3;
    }

    /** Whether exports sometimes fail for lack of memory. */
    boolean isShortOfMemory() {
        return oneSided() && shape.units() % 2 == 0;
    }

    /** The lowest rank on the host of a rank. If no memory is reached, each rank counts as a host of its own. */
    int firstOnHost(int rank) {
        return IntStream.range(0, rank)
                .filter(other -> reaches(other, rank))
                .findFirst()
                .orElse(rank);
    }

    /** The number of uses after which a unit adapts to its use. */
    Pace pace() {
        return shape.elements() % 2 == 0 ? Pace.USUAL : QUICK;
    }

    Scenario with(Programs.Step[][] others) {
        return new Scenario(shape, publications, replicated, others, lost, hosts);
    }

    /** This job without the loss of a rank. */
    Scenario withoutLoss() {
        return new Scenario(shape, publications, replicated, programs, Loss.NOBODY, hosts);
    }

    /** This job without a rank and its workers. */
    Scenario withoutRank(int rank) {
        int stillLost = lost == rank ? Loss.NOBODY : lost > rank ? lost - 1 : lost;
        int below = hosts & (1 << rank) - 1;
        return smaller(
                shape.resized(shape.ranks() - 1, shape.workers(), shape.threads()),
                worker -> worker / shape.workers() != rank,
                stillLost,
                below | hosts >>> rank + 1 << rank);
    }

    /** This job without one worker of each rank. */
    Scenario withoutWorker(int slot) {
        return smaller(
                shape.resized(shape.ranks(), shape.workers() - 1, shape.threads() - (shape.isThread(slot) ? 1 : 0)),
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

    /** The number of steps of all workers that are no barriers. */
    long sizeWithoutBarriers() {
        return Arrays.stream(programs)
                .flatMap(Arrays::stream)
                .filter(step -> !step.is(Programs.Op.BARRIER))
                .count();
    }

    /** The initial states of the units and the programs, in words; workers without steps are left out. */
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
        int slot = worker % shape.workers();
        return (shape.isThread(slot) ? "thread " : "worker ") + slot + " of rank " + worker / shape.workers();
    }
}
