package jdsm.bench.pcj;

import java.util.Locale;
import jdsm.bench.peers.Timing;
import jdsm.examples.Molecules;
import jdsm.examples.Vectors;
import org.pcj.PCJ;
import org.pcj.RegisterStorage;
import org.pcj.StartPoint;
import org.pcj.Storage;

/**
 * The example program MolDyn with its kernels and its division of work, and explicit data movement: in each step every
 * thread sends its band's positions to all others, and sends each other thread the forces on that thread's band.
 */
@RegisterStorage(PcjMolDyn.Shared.class)
public final class PcjMolDyn implements StartPoint {
    @Storage(PcjMolDyn.class)
    enum Shared {
        positions,
        forces
    }

    private static final long SEED = 1;
    private static final double TOLERANCE = 1e-9;

    /** The components of each thread's band. */
    private double[][][] positions;
    /** From each thread, its share of the forces on this thread's band, by component. */
    private double[][][] forces;

    /** @param args the number of JVMs, {@code cells=}, {@code steps=}, {@code reps=} */
    public static void main(String[] args) {
        PcjJob.run(PcjMolDyn.class, args);
    }

    @Override
    public void main() {
        int steps = PcjJob.number("steps");
        double[] seconds = new double[PcjJob.number("reps")];
        positions = new double[PCJ.threadCount()][][];
        forces = new double[PCJ.threadCount()][][];
        Molecules molecules = new Molecules(PcjJob.number("cells"));
        for (int rep = 0; rep < seconds.length; rep++) {
            molecules.reset(SEED);
            PCJ.barrier();
            long begin = System.nanoTime();
            new Simulation(molecules).run(steps);
            PCJ.barrier();
            seconds[rep] = (System.nanoTime() - begin) / 1e9;
        }
        if (PCJ.myId() == 0) {
            double distance = molecules.distanceTo(alone(steps));
            System.out.printf(
                    Locale.ROOT,
                    "PcjMolDyn seconds=%.4f distance=%.2g %s%n",
                    Timing.best(seconds),
                    distance,
                    distance <= TOLERANCE ? "OK" : "FAILED");
        }
    }

    private static Molecules alone(int steps) {
        Molecules molecules = new Molecules(PcjJob.number("cells"));
        molecules.reset(SEED);
        molecules.simulate(steps);
        return molecules;
    }

    /** One thread's part of a repetition. */
    private final class Simulation {
        private final Molecules molecules;
        private final Vectors mine;
        private final Vectors force;
        private final int from;
        private final int to;

        private Simulation(Molecules molecules) {
            this.molecules = molecules;
            this.mine = new Vectors(molecules.size());
            this.force = new Vectors(molecules.size());
            this.from = bandOf(PCJ.myId());
            this.to = bandOf(PCJ.myId() + 1);
        }

        private int bandOf(int thread) {
            return (int) ((long) molecules.size() * thread / PCJ.threadCount());
        }

        private void run(int steps) {
            computeForces();
            for (int step = 0; step < steps; step++) {
                molecules.drift(force, from, to);
                exchangePositions();
                computeForces();
                molecules.kick(force, from, to);
            }
        }

        private void exchangePositions() {
            double[][] band = molecules.positions().get(from, to);
            for (int thread = 0; thread < PCJ.threadCount(); thread++) {
                if (thread != PCJ.myId()) {
                    PCJ.asyncPut(band, thread, Shared.positions, PCJ.myId());
                }
            }
            PCJ.waitFor(Shared.positions, PCJ.threadCount() - 1);
            for (int thread = 0; thread < PCJ.threadCount(); thread++) {
                if (thread != PCJ.myId()) {
                    molecules.positions().put(positions[thread], bandOf(thread));
                }
            }
        }

        private void computeForces() {
            mine.clear();
            molecules.addForces(mine, PCJ.myId(), PCJ.threadCount());
            for (int thread = 0; thread < PCJ.threadCount(); thread++) {
                if (thread != PCJ.myId()) {
                    PCJ.asyncPut(mine.get(bandOf(thread), bandOf(thread + 1)), thread, Shared.forces, PCJ.myId());
                }
            }
            PCJ.waitFor(Shared.forces, PCJ.threadCount() - 1);
            force.clear();
            for (int thread = 0; thread < PCJ.threadCount(); thread++) {
                if (thread == PCJ.myId()) {
                    force.add(mine, from, to);
                } else {
                    force.add(forces[thread], from);
                }
            }
        }
    }
}
