package jdsm.bench.pcj;

import java.util.Locale;
import jdsm.bench.peers.Timing;
import jdsm.bench.peers.Updates;
import org.pcj.AsyncTask;
import org.pcj.PCJ;
import org.pcj.PcjFuture;
import org.pcj.RegisterStorage;
import org.pcj.StartPoint;
import org.pcj.Storage;

/**
 * Random updates of a table that is divided equally among all JVMs; {@code asyncAt} runs each update where its element
 * is.
 */
@RegisterStorage(PcjRandomUpdate.Shared.class)
public final class PcjRandomUpdate implements StartPoint {
    @Storage(PcjRandomUpdate.class)
    enum Shared {
        part,
        wrong
    }

    /** Largest number of updates under way. */
    private static final int WINDOW = 1024;

    private long[] part;
    private int wrong;

    /**
     * @param args the number of JVMs, which must divide the table; {@code table=}, {@code updates=} of each thread,
     *     {@code reps=}
     */
    public static void main(String[] args) {
        PcjJob.run(PcjRandomUpdate.class, args);
    }

    @Override
    public void main() {
        int size = PcjJob.number("table") / PCJ.threadCount();
        int updates = PcjJob.number("updates");
        double[] seconds = new double[PcjJob.number("reps")];
        part = new long[size];
        PCJ.barrier();
        for (int rep = 0; rep < seconds.length; rep++) {
            long begin = System.nanoTime();
            update(new Updates(PCJ.myId(), size * PCJ.threadCount()), updates, size);
            PCJ.barrier();
            seconds[rep] = (System.nanoTime() - begin) / 1e9;
        }
        check(updates, size, seconds.length);
        PCJ.barrier();
        if (PCJ.myId() == 0) {
            int all = 0;
            for (int thread = 0; thread < PCJ.threadCount(); thread++) {
                all += PCJ.<Integer>get(thread, Shared.wrong);
            }
            double rate = (double) updates * PCJ.threadCount() / Timing.best(seconds);
            System.out.printf(
                    Locale.ROOT, "PcjRandomUpdate updatesPerSecond=%.0f %s%n", rate, all == 0 ? "OK" : "FAILED");
        }
    }

    private static void update(Updates stream, int updates, int size) {
        PcjFuture<?>[] under = new PcjFuture<?>[WINDOW];
        for (int i = 0; i < updates; i++) {
            if (under[i % WINDOW] != null) {
                under[i % WINDOW].get();
            }
            long value = stream.next();
            int at = stream.index();
            int index = at % size;
            under[i % WINDOW] = PCJ.asyncAt(at / size, (AsyncTask.VoidTask) () -> apply(index, value));
        }
        for (PcjFuture<?> future : under) {
            if (future != null) {
                future.get();
            }
        }
    }

    /** Synchronized, because several calls run at the same time in a JVM. */
    private static void apply(int index, long value) {
        long[] mine = PCJ.getLocal(Shared.part);
        synchronized (mine) {
            mine[index] ^= value;
        }
    }

    /** Repeats all updates of this part of the table, without messages. */
    private void check(int updates, int size, int reps) {
        long[] expected = new long[size];
        if (reps % 2 != 0) {
            for (int thread = 0; thread < PCJ.threadCount(); thread++) {
                Updates stream = new Updates(thread, size * PCJ.threadCount());
                for (int i = 0; i < updates; i++) {
                    long value = stream.next();
                    if (stream.index() / size == PCJ.myId()) {
                        expected[stream.index() % size] ^= value;
                    }
                }
            }
        }
        for (int i = 0; i < size; i++) {
            wrong += part[i] == expected[i] ? 0 : 1;
        }
    }
}
