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

/** The findings of a run: series of samples, counts of work, and failures. Not thread-safe. */
final class Ledger {
    /**
     * The series of one quantity of one process.
     *
     * @param passing allowed temporary increase
     */
    record Series(String of, Quantity quantity, long passing, long[] samples) {
        Verdict verdict() {
            return new GrowthRule(quantity.tolerance(), passing).judge(samples);
        }

        /** Whether this series makes the run fail. */
        boolean fails() {
            return quantity.isJudged() && verdict().growth() != Growth.NONE;
        }
    }

    private record Key(String of, Quantity quantity) {}

    private final Set<String> runningJobs = new HashSet<>();
    private final Map<Key, List<Long>> series = new LinkedHashMap<>();
    private final Map<String, Integer> done = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();

    /** Marks a process in which jobs run one after another. */
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

    /** Counts one unit of work. */
    void did(String what) {
        done.merge(what, 1, Integer::sum);
    }

    /** @param what one line, or several with a job's output */
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

    /** Whether nothing has failed and nothing has grown. */
    boolean isGood() {
        return failures.isEmpty() && series.size() > 0 && series().stream().noneMatch(Series::fails);
    }
}
