package jdsm.bench.pcj;

import java.util.Locale;
import jdsm.bench.peers.Timing;
import org.pcj.PCJ;
import org.pcj.RegisterStorage;
import org.pcj.StartPoint;
import org.pcj.Storage;

/** Measures a thread's wait for eight bytes of another thread's memory. */
@RegisterStorage(PcjGet.Shared.class)
public final class PcjGet implements StartPoint {
    @Storage(PcjGet.class)
    enum Shared {
        values
    }

    private long[] values;

    /** @param args 2, {@code rounds=}, {@code reps=} */
    public static void main(String[] args) {
        PcjJob.run(PcjGet.class, args);
    }

    @Override
    public void main() {
        int rounds = PcjJob.number("rounds");
        double[] medians = new double[PcjJob.number("reps")];
        values = new long[rounds];
        boolean right = true;
        for (int rep = 0; rep < medians.length; rep++) {
            for (int i = 0; i < rounds; i++) {
                values[i] = rep + i;
            }
            PCJ.barrier();
            if (PCJ.myId() == 1) {
                long[] nanos = new long[rounds];
                for (int i = 0; i < rounds; i++) {
                    long before = System.nanoTime();
                    long value = PCJ.<Long>get(0, Shared.values, i);
                    nanos[i] = System.nanoTime() - before;
                    right &= value == rep + i;
                }
                medians[rep] = Timing.median(nanos);
            }
            PCJ.barrier();
        }
        if (PCJ.myId() == 1) {
            System.out.printf(
                    Locale.ROOT, "PcjGet microseconds=%.2f %s%n", Timing.best(medians), right ? "OK" : "FAILED");
        }
    }
}
