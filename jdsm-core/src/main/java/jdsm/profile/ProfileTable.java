package jdsm.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The text of a profile: a table for each class, the most accessed class first; one of the arrays, one of the lines at
 * which workers waited, and one of the lines at which objects were made.
 */
public final class ProfileTable {
    private static final String GAP = "  ";
    /** The rows of the tables of arrays and lines; the file has all. */
    private static final int MOST_ROWS = 20;

    private ProfileTable() {}

    /** The lines of the text. */
    public static List<String> lines(Profile profile) {
        List<String> lines = new ArrayList<>();
        if (profile.sample() > 1) {
            lines.add("reads and writes are estimates: about one of " + profile.sample() + " was counted");
            lines.add("");
        }
        List<ClassProfile> classes = new ArrayList<>(profile.classes());
        classes.sort(Comparator.comparingLong(ClassProfile::accesses).reversed().thenComparing(ClassProfile::name));
        for (ClassProfile type : classes) {
            add(lines, type, profile.thresholds());
        }
        if (classes.isEmpty()) {
            lines.add("no access to a field of a shared class was counted");
        }
        addArrays(lines, profile.arrays());
        addWaits(lines, profile.waits());
        addSites(lines, profile.sites());
        return lines;
    }

    private static void add(List<String> lines, ClassProfile type, Thresholds thresholds) {
        boolean split = type.whyWhole(thresholds) == null;
        lines.add("class " + type.name() + ": " + (split ? "split" : "keep whole") + ", " + type.reason(thresholds));
        if (!type.fields().isEmpty()) {
            TextTable table = new TextTable(
                    Set.of(1, 2, 3, 4),
                    "field",
                    "reads",
                    "writes",
                    "of accesses",
                    "of writes",
                    "class",
                    "read by",
                    "written by");
            type.fields().stream()
                    .sorted(Comparator.comparingLong((FieldProfile field) -> field.reads() + field.writes())
                            .reversed()
                            .thenComparing(FieldProfile::name))
                    .forEach(field -> add(table, type, field, thresholds));
            table.row("total", Long.toString(type.reads()), Long.toString(type.writes()), "", "", "", "", "");
            lines.addAll(table.lines());
        }
        lines.add(GAP + "monitor entries " + type.monitors() + ", lock moves "
                + type.events().lockMoves() + ", ownership moves "
                + type.events().ownershipMoves() + ", fetches "
                + type.events().fetches() + ", invalidations " + type.events().invalidations());
        lines.add("");
    }

    private static void add(TextTable table, ClassProfile type, FieldProfile field, Thresholds thresholds) {
        table.row(
                field.name(),
                Long.toString(field.reads()),
                Long.toString(field.writes()),
                ClassProfile.percent(field.reads() + field.writes(), type.accesses()),
                ClassProfile.percent(field.writes(), type.writes()),
                type.role(field, thresholds) + (field.isVolatile() ? " volatile" : ""),
                Ranks.text(field.readBy()),
                Ranks.text(field.writtenBy()));
    }

    private static void addArrays(List<String> lines, List<ArrayProfile> arrays) {
        if (arrays.isEmpty()) {
            return;
        }
        lines.add("arrays:");
        TextTable table = new TextTable(
                Set.of(2, 3, 4, 5, 6),
                "field",
                "type",
                "blocks",
                "fetches",
                "invalidations",
                "ownership moves",
                "diffs",
                "fetched by",
                "use");
        arrays.stream()
                .sorted(Comparator.comparingLong(ArrayProfile::events)
                        .reversed()
                        .thenComparing(ArrayProfile::key))
                .limit(MOST_ROWS)
                .forEach(array -> table.row(
                        array.field().isEmpty() ? "(not reached at the end)" : array.field(),
                        array.type(),
                        Long.toString(array.blocks()),
                        Long.toString(array.fetches()),
                        Long.toString(array.invalidations()),
                        Long.toString(array.ownershipMoves()),
                        Long.toString(array.diffs()),
                        Ranks.text(array.fetchedBy()),
                        array.use()));
        lines.addAll(table.lines());
        lines.add("");
    }

    private static void addWaits(List<String> lines, List<WaitProfile> waits) {
        if (waits.isEmpty()) {
            return;
        }
        lines.add("waits of all workers:");
        long all = waits.stream().mapToLong(WaitProfile::nanos).reduce(0, Math::addExact);
        TextTable table = new TextTable(Set.of(0, 1, 2), "seconds", "of waits", "times", "to", "what", "ranks", "line");
        waits.stream()
                .sorted(Comparator.comparingLong(WaitProfile::nanos).reversed().thenComparing(WaitProfile::key))
                .limit(MOST_ROWS)
                .forEach(wait -> table.row(
                        String.format(Locale.ROOT, "%.3f", wait.nanos() / 1e9),
                        ClassProfile.percent(wait.nanos(), all),
                        Long.toString(wait.times()),
                        wait.purpose(),
                        wait.object().isEmpty() ? "-" : wait.object(),
                        Ranks.text(wait.ranks()),
                        wait.line().isEmpty() ? "-" : wait.line()));
        lines.addAll(table.lines());
        lines.add("");
    }

    private static void addSites(List<String> lines, List<AllocationProfile> sites) {
        if (sites.isEmpty()) {
            return;
        }
        lines.add("objects made:");
        TextTable table = new TextTable(
                Set.of(0, 1, 2, 3, 4, 5), "made", "bytes", "shared", "of made", "fetched", "of made", "class", "line");
        sites.stream()
                .sorted(Comparator.comparingLong(AllocationProfile::shared)
                        .thenComparingLong(AllocationProfile::made)
                        .reversed()
                        .thenComparing(AllocationProfile::key))
                .limit(MOST_ROWS)
                .forEach(site -> table.row(
                        Long.toString(site.made()),
                        Long.toString(site.bytes()),
                        Long.toString(site.shared()),
                        ClassProfile.percent(site.shared(), site.made()),
                        Long.toString(site.fetched()),
                        ClassProfile.percent(site.fetched(), site.made()),
                        site.type().isEmpty() ? "-" : site.type(),
                        site.line().isEmpty() ? "(all other lines)" : site.line()));
        lines.addAll(table.lines());
        lines.add("");
    }
}
