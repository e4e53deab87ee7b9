package jdsm.profile;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.SPMD;
import jdsm.comm.digest.Sha256;
import jdsm.observe.ArrayEvents;
import jdsm.observe.Counters;
import jdsm.observe.WaitSites;
import jdsm.runtime.Allocations;
import jdsm.runtime.Profiled;
import jdsm.runtime.Woven;

/** What one rank has counted, and its way to the rank that writes the profile. */
public final class RankProfile {
    /** The counters of events by class, each with the events that it counts. */
    private static final Map<Counters.Counter, LongFunction<ClassEvents>> EVENTS = Map.of(
            Counters.Counter.FETCHES, count -> new ClassEvents(count, 0, 0, 0),
            Counters.Counter.INVALIDATIONS, count -> new ClassEvents(0, count, 0, 0),
            Counters.Counter.OWNERSHIP_MOVES, count -> new ClassEvents(0, 0, count, 0),
            Counters.Counter.LOCK_MOVES, count -> new ClassEvents(0, 0, 0, count));

    private RankProfile() {}

    /**
     * The profile of this rank. Reads the class files of the counted classes, as their loaders find them.
     *
     * @param counters those of this rank, by class
     * @param fields gives the fields that lead to arrays, by the numbers of the arrays or of their units, as far as there
     *     are any
     * @throws IllegalStateException if the program accesses too many fields
     */
    public static Profile own(
            int rank, int ranks, Counters counters, Function<Set<Integer>, Map<Integer, String>> fields) {
        Map<String, Counted> byClass = new TreeMap<>();
        for (Profiled.Count count : Profiled.counts()) {
            byClass.computeIfAbsent(count.owner(), any -> new Counted()).add(count, rank);
        }
        EVENTS.forEach((counter, event) -> counters.byClass(counter)
                .forEach((type, count) -> of(type, byClass)
                        .ifPresent(counted -> counted.events = counted.events.plus(event.apply(count)))));
        List<ClassProfile> classes = new ArrayList<>();
        byClass.forEach((name, counted) -> classes.add(counted.ofClass(name)));
        List<ArrayEvents.Total> arrays = counters.arrays().totals();
        List<WaitSites.Total> waits = counters.waits().totals();
        Map<Integer, String> names = fields.apply(Stream.concat(
                        arrays.stream().map(ArrayEvents.Total::number),
                        waits.stream().map(WaitSites.Total::unit))
                .collect(Collectors.toSet()));
        return new Profile(
                ranks,
                Profiled.interval(),
                Thresholds.DEFAULT,
                classes,
                sums(arrays.stream().map(total -> array(total, names, rank)), ArrayProfile::key, ArrayProfile::and),
                sums(waits.stream().map(total -> wait(total, names, rank)), WaitProfile::key, WaitProfile::plus),
                sums(
                        Allocations.counts().stream().map(RankProfile::site),
                        AllocationProfile::key,
                        AllocationProfile::plus));
    }

    /** Encodes a rank's profile for {@link #ofBytes} on another rank. */
    public static byte[] toBytes(Profile profile) {
        return ProfileBytes.encode(profile);
    }

    /**
     * Decodes the profile of a rank.
     *
     * @throws RuntimeException if the bytes are no profile
     */
    public static Profile ofBytes(int rank, ByteBuffer bytes) {
        return ProfileBytes.decode(rank, bytes);
    }

    /** Adds up what has one key: a field leads to several arrays. */
    private static <T> List<T> sums(Stream<T> all, Function<T, String> key, BinaryOperator<T> plus) {
        return List.copyOf(all.collect(Collectors.toMap(key, each -> each, plus, TreeMap::new))
                .values());
    }

    private static ArrayProfile array(ArrayEvents.Total total, Map<Integer, String> names, int rank) {
        return ArrayProfile.of(
                names.getOrDefault(total.number(), ""),
                total.type(),
                total.blocks(),
                total.fetches(),
                total.invalidations(),
                total.ownershipMoves(),
                total.diffs(),
                rank);
    }

    private static WaitProfile wait(WaitSites.Total total, Map<Integer, String> names, int rank) {
        return new WaitProfile(
                total.line(),
                names.getOrDefault(total.unit(), total.object()),
                total.purpose(),
                total.times(),
                total.nanos(),
                Ranks.of(total.times(), rank));
    }

    /** Threads that count one object at the same time may count it twice. */
    private static AllocationProfile site(Allocations.Count count) {
        long shared = Math.min(count.shared(), count.made());
        return new AllocationProfile(
                count.line(), count.type(), count.made(), count.bytes(), shared, Math.min(count.fetched(), shared));
    }

    /** The counts of a class; empty for a class that the weaver or JDSM has made. */
    private static Optional<Counted> of(Class<?> type, Map<String, Counted> byClass) {
        if (Woven.isTwin(type.getName()) || Woven.isHolder(type.getName()) || Woven.isLambda(type.getName())) {
            return Optional.empty();
        }
        String name = Woven.ownerOf(type.getName());
        Counted counted = byClass.computeIfAbsent(name, any -> new Counted());
        counted.loaders.add(type.getClassLoader());
        return Optional.of(counted);
    }

    /** What a rank has counted for a class. */
    private static final class Counted {
        private final List<FieldProfile> fields = new ArrayList<>();
        private final Set<ClassLoader> loaders = new HashSet<>();
        private long monitors;
        private ClassEvents events = ClassEvents.NONE;

        void add(Profiled.Count count, int rank) {
            loaders.addAll(count.loaders());
            if (count.field().isEmpty()) {
                monitors = count.reads();
            } else {
                fields.add(FieldProfile.of(
                        count.field(), count.descriptor(), count.isVolatile(), count.reads(), count.writes(), rank));
            }
        }

        ClassProfile ofClass(String name) {
            return new ClassProfile(name, digest(name, loaders), obstacle(name, loaders), monitors, events, fields);
        }
    }

    /**
     * The reason why the agent cannot split a class, as a predicate; empty if it can. The agent refuses to move fields of
     * such classes.
     */
    private static String obstacle(String name, Set<ClassLoader> loaders) {
        try {
            Class<?> type = Class.forName(name, false, loaders.iterator().next());
            if (SPMD.class.isAssignableFrom(type)) {
                return "is a program, of which there is one object";
            } else if (Record.class.isAssignableFrom(type) || Enum.class.isAssignableFrom(type)) {
                return "is a record or an enum";
            } else if (Serializable.class.isAssignableFrom(type) || Cloneable.class.isAssignableFrom(type)) {
                return "is Serializable or Cloneable, and a copy of an object would lack the fields that move";
            }
            return isRead(type) ? "has annotated fields, which code may look for by reflection" : "";
        } catch (ClassNotFoundException | LinkageError e) {
            return "cannot be loaded: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        }
    }

    /** Whether fields of a class have annotations that are not JDSM's, such as those of a parser of command lines. */
    private static boolean isRead(Class<?> type) {
        return Stream.of(type.getDeclaredFields())
                .flatMap(field -> Stream.of(field.getAnnotations()))
                .anyMatch(mark -> !mark.annotationType().getPackageName().equals(SPMD.class.getPackageName()));
    }

    /** The digest of a class's file; empty if there is none, or the loaders find different ones. */
    private static String digest(String name, Set<ClassLoader> loaders) {
        String file = name.replace('.', '/') + ".class";
        Set<String> found = new HashSet<>();
        for (ClassLoader loader : loaders) {
            try (InputStream in =
                    loader == null ? ClassLoader.getSystemResourceAsStream(file) : loader.getResourceAsStream(file)) {
                found.add(in == null ? "" : Sha256.hex(in.readAllBytes()));
            } catch (IOException e) {
                found.add("");
            }
        }
        return found.size() == 1 ? found.iterator().next() : "";
    }
}
