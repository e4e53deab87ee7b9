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
 * All values, by line and round. A round measures every line once, one soon after the other, so that a ratio is taken within
 * a round: what disturbs the machine for a while disturbs both. Not thread-safe.
 */
final class Figures {
    private final Map<Key, List<double[]>> rounds = new LinkedHashMap<>();

    /** The values of the next round of a line; at least one. */
    void add(Key key, double... values) {
        rounds.computeIfAbsent(key, any -> new ArrayList<>()).add(values.clone());
    }

    /** In the order in which they came first. */
    Collection<Key> keys() {
        return Collections.unmodifiableSet(rounds.keySet());
    }

    /** The sizes that a subject was measured with, in ascending order. */
    int[] sizes(String transport, Subject... subjects) {
        List<Subject> wanted = List.of(subjects);
        return rounds.keySet().stream()
                .filter(key -> key.transport().equals(transport) && wanted.contains(key.subject()))
                .mapToInt(Key::size)
                .distinct()
                .sorted()
                .toArray();
    }

    /** How many rounds a line has. */
    int rounds(Key key) {
        return rounds.getOrDefault(key, List.of()).size();
    }

    /** All values of a line. */
    double[] values(Key key) {
        return rounds.getOrDefault(key, List.of()).stream()
                .flatMapToDouble(java.util.Arrays::stream)
                .toArray();
    }

    /** Of all values of a line; nothing if it was not measured. */
    Optional<Quartiles> quartiles(Key key) {
        double[] values = values(key);
        return values.length == 0 ? Optional.empty() : Optional.of(Quartiles.of(values));
    }

    /** Of each round's median of {@code key}, divided by that of {@code by}; nothing if one was not measured. */
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
