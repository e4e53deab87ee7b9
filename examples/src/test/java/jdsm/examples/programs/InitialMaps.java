package jdsm.examples.programs;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import jdsm.SPMD;

/** Maps that are filled before the workers begin, and that these read and change. */
public class InitialMaps extends SPMD {
    private static final int KEYS = 1000;

    private static final Map<String, Integer> NAMES = new ConcurrentHashMap<>();

    static {
        NAMES.put("one", 1);
        NAMES.put("two", 2);
    }

    private final ConcurrentHashMap<Integer, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<Integer, LongAdder> sums = new ConcurrentSkipListMap<>();
    private long[] wrong;

    @Override
    public void initialize() {
        for (int i = 0; i < KEYS; i++) {
            numbers.put(i * 7919, i);
            numbers.merge(i, 1, Integer::sum);
        }
        numbers.remove(5);
        sums.put(0, new LongAdder());
        wrong = new long[workers()];
    }

    @Override
    public void start() {
        for (int i = worker(); i < KEYS; i += workers()) {
            numbers.merge(-1 - i, i, Integer::sum);
            sums.get(0).add(i);
        }
        NAMES.merge("one", 1, Integer::sum);
        barrier();
        for (int i = 0; i < KEYS; i++) {
            if (numbers.get(-1 - i) != i || !numbers.containsKey(i * 7919)) {
                wrong[worker()]++;
            }
        }
        if (numbers.containsKey(5) || NAMES.get("one") != 1 + workers() || NAMES.get("two") != 2) {
            wrong[worker()]++;
        }
    }

    @Override
    public void finish() {
        if (rank() == 0) {
            long all = sums.get(0).sum() == (long) KEYS * (KEYS - 1) / 2 ? 0 : 1;
            for (long each : wrong) {
                all += each;
            }
            report("InitialMaps " + (all == 0 ? "OK" : all + " WRONG"));
        }
    }
}
