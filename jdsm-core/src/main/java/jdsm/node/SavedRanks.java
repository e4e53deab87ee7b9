package jdsm.node;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import jdsm.checkpoint.Manifest;

/**
 * All ranks' parts of a checkpoint.
 *
 * @param error why the checkpoint is lost; null if it is not
 */
record SavedRanks(String error, List<Manifest.RankFile> files, SortedMap<String, String> classes) {
    static SavedRanks lost(String why) {
        return new SavedRanks(why, List.of(), new TreeMap<>());
    }

    /**
     * Joins what the first workers of the ranks have brought. Returns null if ownership was on its way.
     *
     * @param all the values of all workers, {@code threads} of each rank
     */
    static SavedRanks of(Object[] all, int threads) {
        List<Manifest.RankFile> files = new ArrayList<>();
        SortedMap<String, String> classes = new TreeMap<>();
        boolean settled = true;
        long difference = 0;
        for (int rank = 0; rank < all.length / threads; rank++) {
            SavedRank each = SavedRank.of((String) all[rank * threads]);
            if (each.error() != null) {
                return lost("rank " + rank + ": " + each.error());
            }
            settled &= each.settled();
            difference += each.owned() - each.made();
            files.add(each.file());
            classes.putAll(each.classes());
        }
        return settled && difference == 0 ? new SavedRanks(null, files, classes) : null;
    }
}
