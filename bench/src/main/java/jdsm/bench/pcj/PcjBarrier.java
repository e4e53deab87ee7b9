package jdsm.bench.pcj;

import java.util.Locale;
import jdsm.bench.peers.Timing;
import org.pcj.PCJ;
import org.pcj.StartPoint;

/** Measures a barrier of PCJ. */
public final class PcjBarrier implements StartPoint {
    /** @param args the number of JVMs, {@code rounds=}, {@code reps=} */
    public static void main(String[] args) {
        PcjJob.run(PcjBarrier.class, args);
    }

    @Override
    public void main() {
        double[] medians = new double[PcjJob.number("reps")];
        for (int rep = 0; rep < medians.length; rep++) {
            PCJ.barrier();
            medians[rep] = Timing.median(PcjJob.number("rounds"), PCJ::barrier);
        }
        if (PCJ.myId() == 0) {
            System.out.printf(Locale.ROOT, "PcjBarrier microseconds=%.2f OK%n", Timing.best(medians));
        }
    }
}
