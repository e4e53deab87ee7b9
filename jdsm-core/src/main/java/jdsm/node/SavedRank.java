package jdsm.node;

import java.util.SortedMap;
import java.util.TreeMap;
import jdsm.checkpoint.Manifest;

/**
 * What the save of one rank has come to, which travels to all workers as a text: a line of facts, then the classes.
 *
 * @param error why there is no file, in one line; null if there is
 * @param settled as {@link jdsm.pool.SavedUnits.Saved} has it; so are the sums
 * @param classes the digests of the class files, by name
 */
record SavedRank(
        String error,
        boolean settled,
        long owned,
        long made,
        Manifest.RankFile file,
        SortedMap<String, String> classes) {
    private static final String LOST = "lost ";

    static SavedRank lost(String why) {
        return new SavedRank(why.lines().findFirst().orElse("?"), false, 0, 0, null, new TreeMap<>());
    }

    String text() {
        if (error != null) {
            return LOST + error;
        }
        StringBuilder text = new StringBuilder();
        text.append(settled).append(' ').append(owned).append(' ').append(made).append(' ');
        text.append(file.bytes()).append(' ').append(file.digest()).append('\n');
        classes.forEach(
                (name, digest) -> text.append(digest).append(' ').append(name).append('\n'));
        return text.toString();
    }

    static SavedRank of(String text) {
        if (text.startsWith(LOST)) {
            return lost(text.substring(LOST.length()));
        }
        String[] lines = text.split("\n");
        String[] facts = lines[0].split(" ");
        SortedMap<String, String> classes = new TreeMap<>();
        for (int i = 1; i < lines.length; i++) {
            String[] parts = lines[i].split(" ", 2);
            classes.put(parts[1], parts[0]);
        }
        return new SavedRank(
                null,
                Boolean.parseBoolean(facts[0]),
                Long.parseLong(facts[1]),
                Long.parseLong(facts[2]),
                new Manifest.RankFile(Long.parseLong(facts[3]), facts[4]),
                classes);
    }
}
