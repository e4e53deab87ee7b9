package jdsm.bench.pcj;

import java.util.Locale;
import org.pcj.PCJ;
import org.pcj.StartPoint;

/** How long a barrier takes. */
public final class PcjBarrier implements StartPoint {
    /** @param args the number of JVMs, {@code rounds=}, {@code reps=} */
    public static void main(String[] args) {
        PcjJob.run(PcjBarrier.class, args);
    }

    @Override
    public void main() {
        double[] medians = new double[PcjJob.number("reps")];
        for (int rep = 0; rep < medians.length; rep++) {
            long[] nanos = new long[PcjJob.number("rounds")];
            PCJ.barrier();
            long before = System.nanoTime();
            for (int i = 0; i < nanos.length; i++) {
                PCJ.barrier();
                long now = System.nanoTime();
                nanos[i] = now - before;
                before = now;
            }
            medians[rep] = PcjJob.median(nanos);
        }
        if (PCJ.myId() == 0) {
            System.out.printf(Locale.ROOT, "PcjBarrier microseconds=%.2f OK%n", PcjJob.best(medians));
        }
    }
}
