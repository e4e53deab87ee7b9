package jdsm.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The accesses to the fields that a class declares, on all ranks.
 *
 * @param name the class, with dots
 * @param digest the SHA-256 digest of its class file before weaving, in hexadecimal; empty if no class file was found,
 *     or several different ones
 * @param obstacle the reason why the class cannot be split, as a predicate; empty if it can
 * @param monitors the entries of monitors of objects of exactly this class
 * @param events what accesses to objects of exactly this class cost
 * @param fields the accessed fields, sorted by name
 */
record ClassProfile(
        String name, String digest, String obstacle, long monitors, ClassEvents events, List<FieldProfile> fields) {
    ClassProfile {
        List<FieldProfile> sorted = new ArrayList<>(fields);
        sorted.sort(Comparator.comparing(FieldProfile::name).thenComparing(FieldProfile::descriptor));
        fields = List.copyOf(sorted);
    }

    long reads() {
        return fields.stream().mapToLong(FieldProfile::reads).reduce(0, Math::addExact);
    }

    long writes() {
        return fields.stream().mapToLong(FieldProfile::writes).reduce(0, Math::addExact);
    }

    long accesses() {
        return Math.addExact(reads(), writes());
    }

    Role role(FieldProfile field, Thresholds thresholds) {
        if (Thresholds.reaches(field.writes(), writes(), thresholds.heavyWrites())) {
            return Role.W;
        }
        return Thresholds.reaches(field.reads(), accesses(), thresholds.frequentReads()) ? Role.R : Role.N;
    }

    /** The fields to move away from the R fields if the class is split. Volatile fields stay: each is alone already. */
    List<FieldProfile> moving(Thresholds thresholds) {
        return fields.stream()
                .filter(field -> !field.isVolatile() && role(field, thresholds) != Role.R)
                .toList();
    }

    /** The reason why the class is not to be split; null if it is. */
    String whyWhole(Thresholds thresholds) {
        if (accesses() == 0) {
            return "no access to a field was counted";
        }
        if (!Thresholds.reaches(writes(), accesses(), thresholds.leastWrites())) {
            return "writes are " + percent(writes(), accesses()) + " of its accesses, less than "
                    + shown(thresholds.leastWrites()) + " %";
        }
        if (digest.isEmpty()) {
            return "its class file was not found, or several different ones were";
        }
        if (!obstacle.isEmpty()) {
            return "it " + obstacle;
        }
        if (moving(thresholds).isEmpty()) {
            return "it has no W or N field";
        }
        return fields.stream().noneMatch(field -> role(field, thresholds) == Role.R) ? "it has no R field" : null;
    }

    /** The reason for splitting the class or not, in words. */
    String reason(Thresholds thresholds) {
        String whole = whyWhole(thresholds);
        return whole != null
                ? whole
                : "writes are " + percent(writes(), accesses()) + " of its accesses, at least "
                        + shown(thresholds.leastWrites()) + " %";
    }

    static String percent(long part, long whole) {
        if (part == 0) {
            return whole == 0 ? "-" : "0 %";
        }
        double percent = 100.0 * part / whole;
        return String.format(Locale.ROOT, percent < 1 ? "%.3f %%" : "%.1f %%", percent);
    }

    private static String shown(double percent) {
        return percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent);
    }

    /**
     * Adds the counts of another profile of this class.
     *
     * @throws ProfileException if that was another version of the class
     */
    ClassProfile plus(ClassProfile other) {
        if (!digest.equals(other.digest)) {
            throw new ProfileException("the profiles are of different versions of class " + name);
        }
        Map<String, FieldProfile> all = new TreeMap<>();
        fields.forEach(field -> all.put(field.key(), field));
        other.fields.forEach(field -> all.merge(field.key(), field, FieldProfile::plus));
        return new ClassProfile(
                name,
                digest,
                obstacle.isEmpty() ? other.obstacle : obstacle,
                Math.addExact(monitors, other.monitors),
                events.plus(other.events),
                List.copyOf(all.values()));
    }
}
