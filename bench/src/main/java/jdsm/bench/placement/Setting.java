package jdsm.bench.placement;

import java.util.ArrayList;
import java.util.List;

/**
 * A way to run a program.
 *
 * @param split whether the fields that its profile calls written or seldom used are heavy
 * @param order the order of fetching
 */
record Setting(boolean split, String order) {
    /** All settings, those of whole classes first. */
    static List<Setting> all() {
        List<Setting> all = new ArrayList<>();
        for (boolean split : new boolean[] {false, true}) {
            for (String order : List.of("breadth", "depth", "freqread", "learnt")) {
                all.add(new Setting(split, order));
            }
        }
        return all;
    }

    String title() {
        return order + ", " + (split ? "split" : "no split");
    }
}
