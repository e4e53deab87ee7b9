package jdsm.bench.peers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import jdsm.bench.Quartiles;

/**
 * The figures of one workload: one for each peer and round. A round runs all peers in quick succession; ratios compare
 * figures of one round. Not thread-safe.
 */
final class Comparison {
    private final Workload workload;
    private final Map<String, List<Double>> figures = new LinkedHashMap<>();

    Comparison(Workload workload) {
        this.workload = workload;
        workload.peers().forEach(peer -> figures.put(peer.name(), new ArrayList<>()));
    }

    Workload workload() {
        return workload;
    }

    void add(Peer peer, double figure) {
        figures.get(peer.name()).add(figure);
    }

    /** The number of rounds completed by all peers. */
    int rounds() {
        return figures.values().stream().mapToInt(List::size).min().orElse(0);
    }

    boolean has(String peer) {
        return figures.containsKey(peer);
    }

    List<Double> of(String peer) {
        return List.copyOf(figures.get(peer));
    }

    Quartiles quartiles(String peer) {
        return Quartiles.of(figures.get(peer).stream().mapToDouble(x -> x).toArray());
    }

    /** The quartiles of the rounds' ratios of a peer to another one. */
    Quartiles ratio(String peer, String by) {
        return Quartiles.of(IntStream.range(0, rounds())
                .mapToDouble(
                        round -> figures.get(peer).get(round) / figures.get(by).get(round))
                .toArray());
    }
}
