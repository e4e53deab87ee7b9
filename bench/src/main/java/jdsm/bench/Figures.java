package jdsm.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * All values, by line and round. A round measures every line once, in quick succession. Ratios compare values of one
 * round, because a disturbance of the machine then affects both. Not thread-safe.
 */
final class Figures {
    private final Map<Key, List<double[]>> rounds = new LinkedHashMap<>();

    /** Adds the values of a line's next round; at least one. */
    void add(Key key, double... values) {
        rounds.computeIfAbsent(key, any -> new ArrayList<>()).add(values.clone());
    }

    /** The lines, in the order of their first values. */
    Collection<Key> keys() {
        return Collections.unmodifiableSet(rounds.keySet());
    }

    /** The sizes of a subject's measurements, in ascending order. */
    int[] sizes(String transport, Subject... subjects) {
        List<Subject> wanted = List.of(subjects);
        return rounds.keySet().stream()
                .filter(key -> key.transport().equals(transport) && wanted.contains(key.subject()))
                .mapToInt(Key::size)
                .distinct()
                .sorted()
                .toArray();
    }

    /** The number of rounds of a line. */
    int rounds(Key key) {
        return rounds.getOrDefault(key, List.of()).size();
    }

    /** All values of a line. */
    double[] values(Key key) {
        return rounds.getOrDefault(key, List.of()).stream()
                .flatMapToDouble(java.util.Arrays::stream)
                .toArray();
    }

    /** The quartiles of all values of a line; empty without values. */
    Optional<Quartiles> quartiles(Key key) {
        double[] values = values(key);
        return values.length == 0 ? Optional.empty() : Optional.of(Quartiles.of(values));
    }

    /**
     * The quartiles of the rounds' ratios: the median of {@code key} divided by that of {@code by}. Empty if one has no
     * values.
     */
    Optional<Quartiles> ratio(Key key, Key by) {
        int common = Math.min(rounds(key), rounds(by));
        return common == 0
                ? Optional.empty()
                : Optional.of(Quartiles.of(IntStream.range(0, common)
                        .mapToDouble(round -> median(key, round) / median(by, round))
                        .toArray()));
    }

    private double median(Key key, int round) {
        return Quartiles.of(rounds.get(key).get(round)).median();
    }
}
