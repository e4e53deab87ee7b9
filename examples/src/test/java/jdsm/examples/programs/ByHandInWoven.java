package jdsm.examples.programs;

import java.util.TreeMap;
import jdsm.SPMD;

/** A woven program that shares a map by hand, as a refusal of the map says. */
public final class ByHandInWoven extends SPMD {
    private final transient TreeMap<String, Integer> words = new TreeMap<>();
    private final int[] total = new int[1];

    @Override
    public void initialize() {
        pool.register(words);
    }

    @Override
    public void start() {
        for (int i = 0; i < 10; i++) {
            pool.acquire(words);
            words.merge("word" + i % 2, 1, Integer::sum);
            pool.release(words);
            synchronized (this) {
                total[0]++;
            }
        }
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            pool.update(words);
            report(words + " of " + total[0]);
        }
    }
}
