package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Enum sets and enum maps in shared fields have one content in the job. Several ranks in a JVM. */
@Timeout(180)
class SharedEnumSetsTest {
    private static final String SOURCE = """
            import java.io.*;
            import java.util.*;
            import java.util.function.*;
            import java.util.stream.*;
            import jdsm.*;
            enum Day { MON, TUE, WED { @Override boolean isMiddle() { return true; } }, THU, FRI, SAT, SUN; boolean isMiddle() { return false; } }
            enum Many { %s }
            record Plan(String name, EnumSet<Day> days) {}
            interface Chooser { EnumSet<Day> choose(EnumSet<Day> from); }
            class Week {
                private final EnumSet<Day> free;
                protected EnumSet<Day>[] perWorker;
                Week(EnumSet<Day> free) { this.free = EnumSet.copyOf(free); }
                EnumSet<Day> free() { return free; }
            }
            class SharedEnumSets extends SPMD {
                static final EnumSet<Day> WEEKEND = EnumSet.of(Day.SAT, Day.SUN);
                final EnumSet<Day> days = EnumSet.noneOf(Day.class);
                final Set<Many> many = EnumSet.noneOf(Many.class);
                final EnumMap<Day, EnumSet<Many>> map = new EnumMap<>(Day.class);
                final Map<EnumSet<Day>, Integer> bySet = new HashMap<>();
                Week week = new Week(EnumSet.range(Day.MON, Day.WED));
                Plan plan;
                Object anything;
                Set<Day> collected;
                Chooser chooser;
                Supplier<EnumSet<Day>> maker;
                @SuppressWarnings({"unchecked", "rawtypes"})
                @Override public void start() throws Exception {
                    int w = worker(), p = workers();
                    if (w == 0) {
                        week.perWorker = new EnumSet[p];
                        plan = new Plan("plan", EnumSet.complementOf(WEEKEND));
                        anything = EnumSet.allOf(Day.class);
                        collected = Stream.of(Day.FRI, Day.MON).collect(Collectors.toCollection(() -> EnumSet.noneOf(Day.class)));
                        chooser = from -> { EnumSet<Day> rest = from.clone(); rest.removeAll(WEEKEND); return rest; };
                        maker = () -> EnumSet.copyOf(days);
                    }
                    barrier();
                    synchronized (this) {
                        days.add(Day.values()[w]);
                        many.add(Many.values()[w]); many.add(Many.values()[100 - w]);
                        map.computeIfAbsent(Day.TUE, d -> EnumSet.noneOf(Many.class)).add(Many.values()[64 + w]);
                        bySet.merge(EnumSet.of(Day.MON, Day.WED), 1, Integer::sum);
                        week.free().add(Day.values()[6 - w]);
                        week.perWorker[w] = EnumSet.range(Day.MON, Day.values()[w]);
                        plan.days().remove(Day.values()[w]);
                        collected.add(Day.values()[w]);
                    }
                    barrier();
                    EnumSet<Day> cast = (EnumSet<Day>) anything;
                    EnumSet<Day> all = EnumSet.noneOf(Day.class);
                    for (EnumSet<Day> each : week.perWorker) { all.addAll(each); }
                    StringBuilder order = new StringBuilder();
                    for (Iterator<Many> it = many.iterator(); it.hasNext(); ) { order.append(it.next().ordinal()).append(' '); }
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(EnumSet.of(Day.THU)); }
                    Object read = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
                    report(w + " " + days + order + many.size() + map + bySet.get(EnumSet.of(Day.WED, Day.MON)) + bySet.containsKey(new HashSet<>(List.of(Day.MON, Day.WED)))
                        + week.free() + all + plan + (anything instanceof EnumSet) + cast.containsAll(WEEKEND) + cast.size() + collected + chooser.choose(days)
                        + maker.get().equals(days) + days.equals(new HashSet<>(days)) + new HashSet<>(days).equals(days) + days.contains(null) + days.contains(Many.C0)
                        + EnumSet.copyOf((Collection<Day>) read) + read.equals(EnumSet.of(Day.THU)) + Arrays.toString(days.toArray()) + (days.hashCode() == new HashSet<>(days).hashCode()));
                }
            }
            """.formatted(manyConstants());

    private static String manyConstants() {
        StringBuilder all = new StringBuilder("C0");
        for (int i = 1; i <= 100; i++) {
            all.append(", C").append(i);
        }
        return all.toString();
    }

    private static final String LIBRARY = """
            package library;
            import java.util.*;
            public class Weeks {
                public static EnumSet<Thread.State> some = EnumSet.allOf(Thread.State.class);
                public static int count(EnumSet<Thread.State> states) { return states.size(); }
                public static int size(Set<Thread.State> states) { return states.size(); }
            }
            """;

    private static final String USER = """
            import java.util.*;
            import jdsm.*;
            import library.Weeks;
            class Passes extends SPMD { int n; @Override public void start() { n = Weeks.count(EnumSet.allOf(Thread.State.class)); } }
            class Reads extends SPMD { int n; @Override public void start() { n = Weeks.some.size(); } }
            class Exchanges extends SPMD {
                int[] n = new int[9];
                @Override public void start() { n[worker()] = Weeks.size(EnumSet.allOf(Thread.State.class)); report("n " + n[worker()]); }
            }
            """;

    @TempDir
    static Path app;

    @TempDir
    static Path others;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedEnumSets.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "3, ''", "2, check"})
    void allRanksSeeOneContent(int ranks, String options) {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(ranks));
        Outcome plain = process.plainRanks(1, threads, "SharedEnumSets");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(ranks, options, "SharedEnumSets");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).hasSize(ranks).containsExactlyInAnyOrderElementsOf(plain.out());
    }

    @Test
    void aLibraryThatIsNotWovenGetsThemAsSets() throws IOException {
        InprocProgram user = InprocProgram.compile(others, Map.of("Weeks.java", LIBRARY, "Passes.java", USER));
        String exclude = "exclude=library.";

        assertThat(user.ranks(3, exclude, "Exchanges").out()).hasSize(3).allMatch(line -> line.endsWith("n 6"));
        assertThat(String.join("\n", user.ranks(3, exclude, "Passes").err()))
                .contains(
                        "library.Weeks.count has an EnumSet, but library.Weeks is not woven, and woven code has sets of another"
                                + " class; weave it (include=library.Weeks), or exchange a Set with it");
        assertThat(String.join("\n", user.ranks(3, exclude, "Reads").err()))
                .contains("library.Weeks.some has an EnumSet");
        assertThat(user.ranks(3, "", "Passes").err()).isEmpty();
    }
}
