package jdsm.bench.soak;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.bench.soak.GrowthRule.Growth;
import jdsm.bench.soak.GrowthRule.Verdict;

/** All that a run has seen: series of samples, how much was done, and what went wrong. Not thread-safe. */
final class Ledger {
    /**
     * What one quantity of one process has been.
     *
     * @param passing by how much it may be more for a while
     */
    record Series(String of, Quantity quantity, long passing, long[] samples) {
        Verdict verdict() {
            return new GrowthRule(quantity.tolerance(), passing).judge(samples);
        }

        /** Whether it keeps a run from being a good one. */
        boolean fails() {
            return quantity.isJudged() && verdict().growth() != Growth.NONE;
        }
    }

    private record Key(String of, Quantity quantity) {}

    private final Set<String> runningJobs = new HashSet<>();
    private final Map<Key, List<Long>> series = new LinkedHashMap<>();
    private final Map<String, Integer> done = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();

    /** In this process jobs run one after the other. */
    void runsJobs(String of) {
        runningJobs.add(of);
    }

    void add(String of, Sample sample) {
        for (Quantity quantity : Quantity.values()) {
            Long value = sample.values().get(quantity);
            if (value != null) {
                series.computeIfAbsent(new Key(of, quantity), any -> new ArrayList<>())
                        .add(value);
            }
        }
    }

    /** Counts one more of something. */
    void did(String what) {
        done.merge(what, 1, Integer::sum);
    }

    /** @param what in one line, or with a job's output in more */
    void failed(String what) {
        failures.add(what);
    }

    List<Series> series() {
        return series.entrySet().stream()
                .map(each -> series(each.getKey(), each.getValue()))
                .toList();
    }

    private Series series(Key key, List<Long> samples) {
        Quantity quantity = key.quantity();
        return new Series(
                key.of(),
                quantity,
                runningJobs.contains(key.of()) ? quantity.ofAJob() : 0,
                samples.stream().mapToLong(Long::longValue).toArray());
    }

    Map<String, Integer> done() {
        return Collections.unmodifiableMap(done);
    }

    List<String> failures() {
        return Collections.unmodifiableList(failures);
    }

    /** Whether nothing has failed and nothing grown. */
    boolean isGood() {
        return failures.isEmpty() && series.size() > 0 && series().stream().noneMatch(Series::fails);
    }
}
