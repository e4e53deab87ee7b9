package jdsm.examples.programs;

import java.util.concurrent.atomic.AtomicBoolean;
import jdsm.Local;
import jdsm.SPMD;

/** A thread beside each worker reads the first column of a matrix, which nobody writes, while the workers write the others. */
public class ReadingThread extends SPMD {
    private static final int N = 128;
    private static final int ROUNDS = 60;

    private double[] a;

    @Local
    private AtomicBoolean ended;

    @Override
    public void initialize() {
        a = new double[N * N];
        for (int i = 0; i < N; i++) {
            a[i * N] = i;
        }
        ended = new AtomicBoolean();
    }

    @Override
    public void start() {
        double[] wrong = new double[1];
        Thread reader = new Thread(() -> {
            while (!ended.get()) {
                double sum = 0;
                for (int i = 0; i < N; i++) {
                    sum += a[i * N];
                }
                wrong[0] += sum == N * (N - 1) / 2 ? 0 : 1;
            }
        });
        reader.start();
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = worker(); i < N; i += workers()) {
                for (int j = 1; j < N; j++) {
                    a[i * N + j] = round;
                }
            }
            barrier();
        }
        ended.set(true);
        try {
            reader.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (wrong[0] > 0) {
            throw new IllegalStateException(wrong[0] + " sums are wrong");
        }
        barrier();
        if (worker() == 0) {
            report("ReadingThread OK");
        }
    }
}
