package jdsm.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The text of a profile: a table for each class, the most accessed class first. */
public final class ProfileTable {
    private static final String GAP = "  ";

    private ProfileTable() {}

    /** The lines of the text. */
    public static List<String> lines(Profile profile) {
        List<String> lines = new ArrayList<>();
        List<ClassProfile> classes = new ArrayList<>(profile.classes());
        classes.sort(Comparator.comparingLong(ClassProfile::accesses).reversed().thenComparing(ClassProfile::name));
        for (ClassProfile type : classes) {
            add(lines, type, profile.thresholds());
        }
        if (classes.isEmpty()) {
            lines.add("no access to a field of a shared class was counted");
        }
        return lines;
    }

    private static void add(List<String> lines, ClassProfile type, Thresholds thresholds) {
        boolean split = type.whyWhole(thresholds) == null;
        lines.add("class " + type.name() + ": " + (split ? "split" : "keep whole") + ", " + type.reason(thresholds));
        List<List<String>> rows = new ArrayList<>();
        if (type.fields().isEmpty()) {
            events(lines, type);
            return;
        }
        rows.add(List.of("field", "reads", "writes", "of accesses", "of writes", "class", "read by", "written by"));
        type.fields().stream()
                .sorted(Comparator.comparingLong((FieldProfile field) -> field.reads() + field.writes())
                        .reversed()
                        .thenComparing(FieldProfile::name))
                .forEach(field -> rows.add(row(type, field, thresholds)));
        rows.add(List.of("total", Long.toString(type.reads()), Long.toString(type.writes()), "", "", "", "", ""));
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        rows.forEach(row -> lines.add(line(row, widths)));
        events(lines, type);
    }

    private static void events(List<String> lines, ClassProfile type) {
        lines.add(GAP + "monitor entries " + type.monitors() + ", lock moves "
                + type.events().lockMoves() + ", ownership moves "
                + type.events().ownershipMoves() + ", fetches "
                + type.events().fetches() + ", invalidations " + type.events().invalidations());
        lines.add("");
    }

    private static List<String> row(ClassProfile type, FieldProfile field, Thresholds thresholds) {
        return List.of(
                field.name(),
                Long.toString(field.reads()),
                Long.toString(field.writes()),
                ClassProfile.percent(field.reads() + field.writes(), type.accesses()),
                ClassProfile.percent(field.writes(), type.writes()),
                type.role(field, thresholds) + (field.isVolatile() ? " volatile" : ""),
                ranks(field.readBy()),
                ranks(field.writtenBy()));
    }

    /** Ranks as a list with ranges: {@code 0-3 5}. */
    private static String ranks(Set<Integer> ranks) {
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

    /** The first column and those of words on the left, numbers on the right. */
    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String blanks = " ".repeat(widths[i] - row.get(i).length());
            boolean number = i >= 1 && i <= 4;
            line.append(GAP).append(number ? blanks + row.get(i) : row.get(i) + blanks);
        }
        return line.toString().stripTrailing();
    }
}
