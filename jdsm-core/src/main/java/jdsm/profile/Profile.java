package jdsm.profile;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import jdsm.comm.digest.Sha256;

/**
 * The accesses of a job, or of several jobs, to the fields of its classes, with the bounds by which fields are
 * classified. Immutable.
 *
 * @param ranks the number of ranks; of several jobs the greatest
 * @param sample one access that was counted stands for so many, so that the counts of accesses are estimates; 1 if each
 *     access was counted; of several jobs the greatest
 * @param classes the classes, sorted by name
 * @param arrays what shared arrays cost, sorted by field and type
 * @param waits what workers waited for, sorted by line
 * @param sites where the program made objects, sorted by line
 */
public record Profile(
        int ranks,
        int sample,
        Thresholds thresholds,
        List<ClassProfile> classes,
        List<ArrayProfile> arrays,
        List<WaitProfile> waits,
        List<AllocationProfile> sites) {
    /** Sorts the lists. */
    public Profile {
        classes = sorted(classes, ClassProfile::name);
        arrays = sorted(arrays, ArrayProfile::key);
        waits = sorted(waits, WaitProfile::key);
        sites = sorted(sites, AllocationProfile::key);
    }

    private static <T> List<T> sorted(List<T> some, Function<T, String> key) {
        return some.stream().sorted(Comparator.comparing(key)).toList();
    }

    /** This profile, classified by other bounds. */
    public Profile with(Thresholds others) {
        return new Profile(ranks, sample, others, classes, arrays, waits, sites);
    }

    /**
     * The sum of profiles, classified by the bounds of the first. Counts of samples are estimates of all accesses
     * already, so that they add up with exact ones; the sum is as coarse as the coarsest of them.
     *
     * @throws ProfileException if a class has different versions in them, or the sums are too large
     */
    public static Profile merged(Collection<Profile> profiles) {
        Map<String, ClassProfile> all = new TreeMap<>();
        Map<String, ArrayProfile> arrays = new TreeMap<>();
        Map<String, WaitProfile> waits = new TreeMap<>();
        Map<String, AllocationProfile> sites = new TreeMap<>();
        int ranks = 0;
        int sample = 1;
        Thresholds thresholds = null;
        try {
            for (Profile profile : profiles) {
                ranks = Math.max(ranks, profile.ranks);
                sample = Math.max(sample, profile.sample);
                thresholds = thresholds == null ? profile.thresholds : thresholds;
                profile.classes.forEach(type -> all.merge(type.name(), type, ClassProfile::plus));
                profile.arrays.forEach(array -> arrays.merge(array.key(), array, ArrayProfile::plus));
                profile.waits.forEach(wait -> waits.merge(wait.key(), wait, WaitProfile::plus));
                profile.sites.forEach(site -> sites.merge(site.key(), site, AllocationProfile::plus));
            }
            all.values().forEach(ClassProfile::accesses);
            arrays.values().forEach(ArrayProfile::events);
            waits.values().stream().mapToLong(WaitProfile::nanos).reduce(0, Math::addExact);
        } catch (ArithmeticException e) {
            throw new ProfileException("the sums of the counts exceed 63 bits");
        }
        return new Profile(
                ranks,
                sample,
                thresholds == null ? Thresholds.DEFAULT : thresholds,
                List.copyOf(all.values()),
                List.copyOf(arrays.values()),
                List.copyOf(waits.values()),
                List.copyOf(sites.values()));
    }

    /**
     * The fields to separate from the other fields of their objects, as {@code package.Class.field}: the W and N fields
     * of classes that are to be split.
     */
    public List<String> heavyFields() {
        return classes.stream()
                .filter(type -> type.whyWhole(thresholds) == null)
                .flatMap(type -> type.moving(thresholds).stream().map(field -> type.name() + "." + field.name()))
                .distinct()
                .toList();
    }

    /**
     * Checks that the classes to be split are those that were profiled.
     *
     * @param classFiles gives the class file of a class, by the class's name with dots; null if there is none
     * @throws ProfileException naming the first class that is missing or differs
     */
    public void requireSame(Function<String, byte[]> classFiles) {
        for (ClassProfile type : classes) {
            if (type.whyWhole(thresholds) != null) {
                continue;
            }
            byte[] found = classFiles.apply(type.name());
            if (found == null) {
                throw new ProfileException("class " + type.name() + " of the profile is not on the class path");
            }
            if (!type.digest().equals(Sha256.hex(found))) {
                throw new ProfileException(
                        "the profile is of another version of class " + type.name() + "; profile the program again");
            }
        }
    }
}
