package jdsm.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Sets of ranks. */
final class Ranks {
    private Ranks() {}

    /** The rank if it has counted something, else none. */
    static SortedSet<Integer> of(long count, int rank) {
        return new TreeSet<>(count > 0 ? Set.of(rank) : Set.of());
    }

    static SortedSet<Integer> union(SortedSet<Integer> some, SortedSet<Integer> more) {
        SortedSet<Integer> all = new TreeSet<>(some);
        all.addAll(more);
        return all;
    }

    /** The ranks as a list with ranges: {@code 0-3 5}. */
    static String text(Set<Integer> ranks) {
        List<int[]> ranges = new ArrayList<>();
        for (int rank : ranks) {
            int[] last = ranges.isEmpty() ? null : ranges.get(ranges.size() - 1);
            if (last != null && last[1] == rank - 1) {
                last[1] = rank;
            } else {
                ranges.add(new int[] {rank, rank});
            }
        }
        return ranges.isEmpty()
                ? "-"
                : ranges.stream()
                        .map(range -> range[0] == range[1] ? "" + range[0] : range[0] + "-" + range[1])
                        .collect(Collectors.joining(" "));
    }
}
