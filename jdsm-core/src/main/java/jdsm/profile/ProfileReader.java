package jdsm.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import jdsm.observe.StatisticsReader;

/**
 * Reads a profile from a file of {@link ProfileFile}. Refuses everything else: a member that is missing or unknown, a
 * value of a wrong type or range, a classification that does not follow from the counts.
 */
public final class ProfileReader {
    private static final Pattern DIGEST = Pattern.compile("([0-9a-f]{64})?");
    private static final Pattern NAME = Pattern.compile("[^\\s,:;=/\\[]+");

    private static final Pattern ANY = Pattern.compile(".*");

    private static final Set<String> ARRAY_MEMBERS = Set.of(
            "field", "type", "blocks", "fetches", "invalidations", "ownershipMoves", "diffs", "fetchedBy", "writtenBy");

    private static final Set<String> WAIT_MEMBERS = Set.of("line", "object", "purpose", "times", "nanos", "ranks");

    private static final Set<String> SITE_MEMBERS = Set.of("line", "type", "made", "bytes", "shared", "fetched");

    private final Path file;

    private ProfileReader(Path file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @throws ProfileException with a message of one line, if the file cannot be read or is no profile
     */
    public static Profile read(Path file) {
        return new ProfileReader(file).read();
    }

    private Profile read() {
        Map<String, Object> all = json();
        if (!ProfileFile.SCHEMA.equals(all.get("schema"))) {
            throw wrong("schema", "\"" + ProfileFile.SCHEMA + "\"", all.get("schema"));
        }
        if (!Long.valueOf(ProfileFile.VERSION).equals(all.get("version"))) {
            throw wrong("version", Long.toString(ProfileFile.VERSION), all.get("version"));
        }
        requireMembers(
                "the profile",
                all,
                Set.of("schema", "version", "ranks", "sample", "thresholds", "classes", "arrays", "waits", "sites"));
        int ranks = positive("ranks", "a number of ranks", all);
        int sample = positive("sample", "a number of accesses", all);
        Thresholds thresholds = thresholds(object("thresholds", all.get("thresholds")));
        List<ClassProfile> classes = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Object type : list("classes", all)) {
            ClassProfile next = type(object("classes", type), ranks, thresholds);
            if (!names.add(next.name())) {
                throw new ProfileException(file + " has class " + next.name() + " twice");
            }
            classes.add(next);
        }
        return new Profile(ranks, sample, thresholds, classes, arrays(ranks, all), waits(ranks, all), sites(all));
    }

    private List<ArrayProfile> arrays(int ranks, Map<String, Object> of) {
        List<ArrayProfile> arrays = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (Object each : list("arrays", of)) {
            Map<String, Object> all = object("arrays", each);
            requireMembers("an array", all, ARRAY_MEMBERS);
            String place = text("type", all, ANY) + " " + text("field", all, ANY);
            ArrayProfile array = new ArrayProfile(
                    text("field", all, ANY),
                    text("type", all, ANY),
                    event("blocks", place, all),
                    event("fetches", place, all),
                    event("invalidations", place, all),
                    event("ownershipMoves", place, all),
                    event("diffs", place, all),
                    ranks(place, "fetchedBy", all, ranks),
                    ranks(place, "writtenBy", all, ranks));
            requireRanks(place + " fetchedBy", array.fetches() > 0, array.fetchedBy());
            requireRanks(place + " writtenBy", array.ownershipMoves() > 0 || array.diffs() > 0, array.writtenBy());
            requireOnce(place, keys.add(array.key()));
            requireCountable(place, array::events);
            arrays.add(array);
        }
        return arrays;
    }

    private List<WaitProfile> waits(int ranks, Map<String, Object> of) {
        List<WaitProfile> waits = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (Object each : list("waits", of)) {
            Map<String, Object> all = object("waits", each);
            requireMembers("a wait", all, WAIT_MEMBERS);
            String place = "the wait at " + text("line", all, ANY);
            WaitProfile wait = new WaitProfile(
                    text("line", all, ANY),
                    text("object", all, ANY),
                    text("purpose", all, ANY),
                    event("times", place, all),
                    event("nanos", place, all),
                    ranks(place, "ranks", all, ranks));
            requireRanks(place + " ranks", wait.times() > 0, wait.ranks());
            requireOnce(place, keys.add(wait.key()));
            waits.add(wait);
        }
        requireCountable(
                "waits", () -> waits.stream().mapToLong(WaitProfile::nanos).reduce(0, Math::addExact));
        return waits;
    }

    private List<AllocationProfile> sites(Map<String, Object> of) {
        List<AllocationProfile> sites = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        for (Object each : list("sites", of)) {
            Map<String, Object> all = object("sites", each);
            requireMembers("a site", all, SITE_MEMBERS);
            String place = "the site at " + text("line", all, ANY);
            AllocationProfile site = new AllocationProfile(
                    text("line", all, ANY),
                    text("type", all, ANY),
                    event("made", place, all),
                    event("bytes", place, all),
                    event("shared", place, all),
                    event("fetched", place, all));
            if (!site.isPossible()) {
                throw new ProfileException(
                        file + ": " + place + " must have at least as many objects made as shared as fetched");
            }
            requireOnce(place, keys.add(site.key()));
            sites.add(site);
        }
        return sites;
    }

    private void requireOnce(String place, boolean isNew) {
        if (!isNew) {
            throw new ProfileException(file + " has " + place + " twice");
        }
    }

    private void requireRanks(String what, boolean some, SortedSet<Integer> found) {
        if (some == found.isEmpty()) {
            throw wrong(what, some ? "not empty" : "empty", found);
        }
    }

    private Map<String, Object> json() {
        try {
            if (Files.isDirectory(file)) {
                throw new ProfileException(file + " is a directory, not a profile");
            }
            return StatisticsReader.read(file);
        } catch (NoSuchFileException | java.io.FileNotFoundException e) {
            throw new ProfileException(file + ": no such file, or not readable");
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new ProfileException(file + " is not a whole JSON file: " + reason);
        }
    }

    private Thresholds thresholds(Map<String, Object> all) {
        requireMembers("thresholds", all, Set.of("leastWrites", "heavyWrites", "frequentReads"));
        return new Thresholds(percent("leastWrites", all), percent("heavyWrites", all), percent("frequentReads", all));
    }

    private double percent(String member, Map<String, Object> of) {
        if (of.get(member) instanceof Number number && number.doubleValue() >= 0 && number.doubleValue() <= 100) {
            return number.doubleValue();
        }
        throw wrong(member, "a percentage between 0 and 100", of.get(member));
    }

    private ClassProfile type(Map<String, Object> all, int ranks, Thresholds thresholds) {
        requireMembers(
                "a class",
                all,
                Set.of(
                        "name",
                        "sha256",
                        "obstacle",
                        "monitors",
                        "fetches",
                        "invalidations",
                        "ownershipMoves",
                        "lockMoves",
                        "split",
                        "reason",
                        "fields"));
        String name = text("name", all, NAME);
        List<FieldProfile> fields = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        List<Map<String, Object>> found = new ArrayList<>();
        for (Object field : list("fields", all)) {
            Map<String, Object> members = object("fields", field);
            FieldProfile next = field(name, members, ranks);
            if (!keys.add(next.key())) {
                throw new ProfileException(file + " has field " + name + "." + next.name() + " twice");
            }
            fields.add(next);
            found.add(members);
        }
        ClassProfile type = new ClassProfile(
                name,
                text("sha256", all, DIGEST),
                text("obstacle", all, ANY),
                count(name + " monitors", all.get("monitors")),
                new ClassEvents(
                        event("fetches", name, all),
                        event("invalidations", name, all),
                        event("ownershipMoves", name, all),
                        event("lockMoves", name, all)),
                fields);
        requireCountable("class " + name, type::accesses);
        for (int i = 0; i < fields.size(); i++) {
            String role = type.role(fields.get(i), thresholds).name();
            if (!role.equals(found.get(i).get("class"))) {
                throw wrong(
                        "class of " + name + "." + fields.get(i).name(),
                        role,
                        found.get(i).get("class"));
            }
        }
        String split = Boolean.toString(type.whyWhole(thresholds) == null);
        if (!split.equals(all.get("split"))) {
            throw wrong("split of " + name, split, all.get("split"));
        }
        text("reason", all, ANY);
        return type;
    }

    private void requireCountable(String what, LongSupplier sum) {
        try {
            sum.getAsLong();
        } catch (ArithmeticException e) {
            throw new ProfileException(file + ": the counts of " + what + " exceed 63 bits");
        }
    }

    private FieldProfile field(String owner, Map<String, Object> all, int ranks) {
        requireMembers(
                "a field of " + owner,
                all,
                Set.of("name", "descriptor", "volatile", "reads", "writes", "class", "readBy", "writtenBy"));
        String name = text("name", all, NAME);
        String place = owner + "." + name;
        Object isVolatile = all.get("volatile");
        if (!"true".equals(isVolatile) && !"false".equals(isVolatile)) {
            throw wrong("volatile of " + place, "true or false", isVolatile);
        }
        FieldProfile field = new FieldProfile(
                name,
                text("descriptor", all, Pattern.compile("\\[*([ZBCSIJFD]|L[^;\\[]+;)")),
                isVolatile.equals("true"),
                count(place + " reads", all.get("reads")),
                count(place + " writes", all.get("writes")),
                ranks(place, "readBy", all, ranks),
                ranks(place, "writtenBy", all, ranks));
        requireRanks("readBy of " + place, field.reads() > 0, field.readBy());
        requireRanks("writtenBy of " + place, field.writes() > 0, field.writtenBy());
        return field;
    }

    private SortedSet<Integer> ranks(String place, String member, Map<String, Object> of, int ranks) {
        SortedSet<Integer> all = new TreeSet<>();
        for (Object rank : list(member, of)) {
            if (!(rank instanceof Long number) || number < 0 || number >= ranks || !all.add(number.intValue())) {
                throw wrong(member + " of " + place, "different ranks below " + ranks, rank);
            }
        }
        return all;
    }

    private void requireMembers(String what, Map<String, Object> all, Set<String> known) {
        for (String name : known.stream().sorted().toList()) {
            if (!all.containsKey(name)) {
                throw new ProfileException(file + ": " + what + " has no member '" + name + "'");
            }
        }
        for (String name : all.keySet()) {
            if (!known.contains(name)) {
                throw new ProfileException(file + ": " + what + " has an unknown member '" + name + "'");
            }
        }
    }

    private long count(String what, Object value) {
        if (value instanceof Long count && count >= 0) {
            return count;
        }
        throw wrong(what, "a count of 0 or more", value);
    }

    private long event(String member, String type, Map<String, Object> of) {
        return count(type + " " + member, of.get(member));
    }

    private int positive(String member, String allowed, Map<String, Object> of) {
        long number = count(member, of.get(member));
        if (number < 1 || number > Integer.MAX_VALUE) {
            throw wrong(member, allowed, number);
        }
        return (int) number;
    }

    private String text(String member, Map<String, Object> of, Pattern form) {
        if (of.get(member) instanceof String text && form.matcher(text).matches()) {
            return text;
        }
        throw wrong(member, "a text of the form " + form.pattern(), of.get(member));
    }

    private List<?> list(String member, Map<String, Object> of) {
        if (of.get(member) instanceof List<?> list) {
            return list;
        }
        throw wrong(member, "a list", of.get(member));
    }

    private Map<String, Object> object(String member, Object value) {
        if (value instanceof Map<?, ?> map) {
            Function<Object, String> text = String::valueOf;
            Map<String, Object> members = new java.util.LinkedHashMap<>();
            map.forEach((name, each) -> members.put(text.apply(name), each));
            return members;
        }
        throw wrong(member, "an object", value);
    }

    private ProfileException wrong(String what, String allowed, Object found) {
        return new ProfileException(file + ": " + what + " must be " + allowed + ", was "
                + String.valueOf(found).replaceAll("\\s+", " "));
    }
}
