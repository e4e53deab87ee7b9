package jdsm.check;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Reads the logs of all actors into the detector and reports findings, one line for each pair of sites. Used by one
 * thread.
 */
public final class Findings {
    /** The number of races, and of soundness holes, that are reported in full. */
    static final int MOST = 100;

    private final int ranks;
    private final int threads;
    private final Detector detector;
    private final Consumer<String> out;
    private final List<Site> sites = new ArrayList<>();
    private final Map<Site, Integer> numbers = new HashMap<>();
    /** The number of a site in {@code sites}, by rank and the rank's number of the site. */
    private final Map<Long, Integer> siteOf = new HashMap<>();

    private final Map<Integer, Watch.Name> objects = new HashMap<>();
    /** The names that are needed until the next barrier only. */
    private final Map<Integer, Watch.Name> passing = new HashMap<>();

    private final Set<Set<String>> races = new HashSet<>();
    private final Set<String> holes = new HashSet<>();
    private long accesses;

    /**
     * Makes the reader of one job's logs, which has found nothing yet.
     *
     * @param ranks the number of ranks
     * @param threads the number of workers of a rank
     * @param out called with a line for each finding
     */
    public Findings(int ranks, int threads, Consumer<String> out) {
        this(ranks, threads, out, Shadows.mostPages());
    }

    /** @param mostPages the most pages of elements between two barriers */
    Findings(int ranks, int threads, Consumer<String> out, int mostPages) {
        this.ranks = ranks;
        this.threads = threads;
        this.detector = new Detector(ranks, threads, this::race, mostPages);
        this.out = out;
    }

    /**
     * Reads a log. The logs of an actor must arrive in their order.
     *
     * @param rank the rank that has sent the log
     * @throws IllegalArgumentException if no rank writes such a log
     * @throws java.nio.BufferUnderflowException if the log is cut off
     * @throws IllegalStateException if the detector has no room for so many elements
     */
    public void accept(int rank, ByteBuffer log) {
        log.order(ByteOrder.LITTLE_ENDIAN);
        int actor = log.getInt();
        int workers = ranks * threads;
        boolean others = actor >= workers;
        if (actor < 0 || rank != (others ? actor - workers : actor / threads)) {
            throw new IllegalArgumentException("a log of actor " + actor);
        }
        if (others) {
            detector.beginOthers(rank);
        }
        while (log.hasRemaining()) {
            record(log, actor, rank);
        }
        if (others) {
            detector.endOthers(rank);
        }
    }

    private void record(ByteBuffer log, int actor, int rank) {
        byte code = log.get();
        switch (code) {
            case LogFormat.READ, LogFormat.WRITE -> access(log, actor, rank, code == LogFormat.WRITE);
            case LogFormat.ACQUIRE -> detector.acquire(actor, SyncKind.of(log.get()), log.getLong());
            case LogFormat.RELEASE -> detector.release(actor, SyncKind.of(log.get()), log.getLong());
            case LogFormat.BARRIER -> barrier();
            case LogFormat.SITE -> site(log, rank);
            case LogFormat.OBJECT -> object(log);
            case LogFormat.HOLE -> hole(log, actor, rank);
            default -> throw new IllegalArgumentException("no record of a log has the code " + code);
        }
    }

    private void barrier() {
        if (detector.barrier()) {
            passing.clear();
        }
    }

    private void object(ByteBuffer log) {
        int unit = log.getInt();
        Watch.Name name = new Watch.Name(text(log), text(log));
        (name.isForEver() ? objects : passing).put(unit, name);
    }

    private void access(ByteBuffer log, int actor, int rank, boolean write) {
        int unit = log.getInt();
        int site = siteOf(rank, log.getInt());
        int element = log.getInt();
        int stride = log.getInt();
        int count = log.getInt();
        long last = element + (count - 1L) * stride;
        if (element < 0 || count < 1 || last < 0 || last > Integer.MAX_VALUE || stride == 0 && count > 1) {
            throw new IllegalArgumentException(
                    count + " accesses to elements from " + element + " on, " + stride + " apart");
        }
        accesses += count;
        for (int i = 0; i < count; i++) {
            if (write) {
                detector.write(actor, unit, element, site);
            } else {
                detector.read(actor, unit, element, site);
            }
            element += stride;
        }
    }

    private void site(ByteBuffer log, int rank) {
        int number = log.getInt();
        int line = log.getInt();
        Site site = new Site(text(log), text(log), text(log), line, text(log));
        int known = numbers.computeIfAbsent(site, unknown -> {
            sites.add(site);
            return sites.size() - 1;
        });
        siteOf.put(SyncKind.id(rank, number), known);
    }

    private int siteOf(int rank, int number) {
        Integer known = siteOf.get(SyncKind.id(rank, number));
        if (known == null) {
            throw new IllegalArgumentException("a log with site " + number + ", which it has not described");
        }
        return known;
    }

    private static String text(ByteBuffer log) {
        int length = log.getShort();
        if (length < 0 || length > log.remaining()) {
            throw new IllegalArgumentException("a text of " + length + " bytes");
        }
        byte[] text = new byte[length];
        log.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    // Findings.

    private void hole(ByteBuffer log, int actor, int rank) {
        Site site = sites.get(siteOf(rank, log.getInt()));
        int unit = log.getInt();
        int element = log.getInt();
        boolean write = log.get() != 0;
        if (holes.add(site + " " + site.field() + write) && holes.size() <= MOST) {
            out.accept("soundness hole: " + site + " " + (write ? "writes " : "reads ") + what(site, unit, element)
                    + " without the right to, on " + who(actor));
        }
    }

    private void race(Race race) {
        Set<String> pair = new TreeSet<>(Set.of(side(race.first())));
        pair.add(side(race.second()));
        if (!races.add(pair) || races.size() > MOST) {
            return;
        }
        Site site = sites.get(race.second().site());
        Site named = site.field().isEmpty() ? sites.get(race.first().site()) : site;
        out.accept("race: " + what(named, race.unit(), race.element()) + ": " + told(race.first()) + " and "
                + told(race.second()) + ", and nothing orders them");
    }

    private String side(Race.Access access) {
        Site site = sites.get(access.site());
        return site + " " + site.field();
    }

    private String told(Race.Access access) {
        return (access.write() ? "written" : "read") + " at " + sites.get(access.site()) + " by " + who(access.actor());
    }

    private String who(int actor) {
        int workers = ranks * threads;
        return actor < workers
                ? "worker " + actor + " of rank " + actor / threads
                : "another thread of rank " + (actor - workers);
    }

    private String what(Site site, int unit, int element) {
        Watch.Name unnamed = new Watch.Name("", "unit " + unit);
        Watch.Name object = objects.getOrDefault(unit, passing.getOrDefault(unit, unnamed));
        if (!site.field().isEmpty()) {
            return site.field() + " of " + (object.path().isEmpty() ? object.type() : object.path());
        }
        return object.path().isEmpty()
                ? "element " + element + " of " + object.type()
                : object.path() + "[" + element + "] (" + object.type() + ")";
    }

    /** The number of accesses; an access to a field or element counts once in an interval of a worker. */
    public long accesses() {
        return accesses;
    }

    /** The number of pairs of sites that race. */
    public int races() {
        return races.size();
    }

    /** The number of sites with an access that no check covers. */
    public int holes() {
        return holes.size();
    }

    /** A summary in one line. */
    public String summary() {
        String more = races.size() > MOST || holes.size() > MOST ? ", of each the first " + MOST + " are told" : "";
        String doubt = races.isEmpty() || holes.isEmpty()
                ? ""
                : "; a check before a loop relies on fields that do not change in the loop, so the races may cause"
                        + " the holes: fix the races first";
        return "check: " + count(races.size(), "race") + ", " + count(holes.size(), "soundness hole") + " in "
                + accesses + " accesses to shared fields and elements" + more + doubt;
    }

    private static String count(int count, String what) {
        return (count == 0 ? "no" : Integer.toString(count)) + " " + what + (count == 1 ? "" : "s");
    }
}
