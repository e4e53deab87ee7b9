package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Optionals and other immutable objects of the JDK arrive on other ranks with equal contents; an object in an optional is the
 * shared one. Several ranks in a JVM.
 */
@Timeout(180)
class SharedValuesTest {
    private static final String SOURCE = """
            import java.net.URI;
            import java.time.*;
            import java.time.temporal.*;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import jdsm.*;
            class Cell { int value; Optional<Cell> next = Optional.empty(); Cell(int value) { this.value = value; } }
            enum Color { RED, BLUE }
            record Named(String name, Optional<String> alias) {}
            class SharedValues extends SPMD {
                static Optional<Cell> chosen;
                final Cell first = new Cell(1);
                Optional<Cell> initial = Optional.of(first);
                Optional<Optional<Cell>> nested = Optional.of(initial);
                Object both = Optional.of(new Cell[] {first});
                Optional<Cell> best = Optional.empty();
                Optional<int[]> numbers;
                Optional<List<Cell>> cells;
                @SuppressWarnings("unchecked") Optional<Cell>[] places = new Optional[20];
                final Map<Optional<Object>, Integer> keys = new HashMap<>();
                final AtomicReference<Optional<Cell>> top = new AtomicReference<>(Optional.empty());
                final ConcurrentHashMap<UUID, Optional<Named>> byId = new ConcurrentHashMap<>();
                final Map<Object, Object> values = new HashMap<>();
                OptionalInt count = OptionalInt.empty();
                OptionalLong most = OptionalLong.of(3);
                OptionalDouble mean;
                Instant instant = Instant.EPOCH;
                Duration duration;
                LocalDate date;
                ZonedDateTime zoned;
                ZoneId zone;
                Temporal temporal;
                TemporalAmount amount;
                Locale locale = Locale.ROOT;
                URI uri;
                Currency currency;
                java.nio.charset.Charset charset = java.nio.charset.StandardCharsets.UTF_8;
                java.util.logging.Logger logger;
                java.util.regex.Pattern pattern = java.util.regex.Pattern.compile("a+");
                record Rule(String name, java.util.regex.Pattern pattern) {}
                final List<Rule> rules = new ArrayList<>();
                final java.io.PrintStream out = System.out;
                final Map<Object, Integer> named = new HashMap<>();
                @Override public void start() {
                    int w = worker(), p = workers(), last = p - 1;
                    if (w == last) {
                        best = Optional.of(first);
                        first.next = Optional.of(new Cell(2));
                        first.next.get().next = best;
                        numbers = Optional.of(new int[] {1, 2, 3});
                        cells = Optional.of(new ArrayList<>(List.of(first, new Cell(3))));
                        chosen = first.next;
                        nested = Optional.of(chosen);
                        count = OptionalInt.of(p);
                        mean = OptionalDouble.of(0.5);
                        instant = Instant.ofEpochSecond(5, 7);
                        duration = Duration.ofMillis(1234);
                        date = LocalDate.of(2024, 2, 29);
                        zone = ZoneId.of("Europe/Paris");
                        zoned = date.atStartOfDay(zone);
                        temporal = YearMonth.from(date);
                        amount = Period.ofDays(3);
                        locale = Locale.GERMANY;
                        uri = URI.create("http://x/y?z");
                        currency = Currency.getInstance("EUR");
                        charset = java.nio.charset.Charset.forName("UTF-16");
                        logger = java.util.logging.Logger.getLogger("shared values");
                        pattern = java.util.regex.Pattern.compile("a(?i)b");
                        rules.add(new Rule("r", pattern));
                        for (Object each : List.of(charset, logger, out, pattern)) { named.put(each, named.size()); }
                        for (Object each : List.of(date, zone, amount, locale, uri, currency, instant, count, mean)) { values.put(each, each); }
                        for (Color color : Color.values()) { keys.put(Optional.of(color), color.ordinal()); }
                        keys.put(Optional.of(first), 7);
                        keys.put(Optional.empty(), 8);
                        keys.put(Optional.of(Optional.of("x")), 9);
                    }
                    barrier();
                    StringBuilder all = new StringBuilder();
                    all.append(logger == java.util.logging.Logger.getLogger("shared values")).append(named.get(logger)).append(named.get(System.out)).append(named.get(charset)).append(charset);
                    all.append(pattern.matcher("aB").matches()).append(pattern.matcher("Ab").matches()).append(named.get(pattern))
                        .append(rules.get(0).pattern() == pattern).append(rules.get(0).equals(new Rule("r", pattern)));
                    all.append(best.get() == first).append(initial.get() == first).append(nested.get().get() == chosen.get());
                    all.append(((Cell[]) ((Optional<?>) both).get())[0] == first);
                    all.append(first.next.get() == chosen.get()).append(first.next.get().next.get() == first);
                    all.append(cells.get().get(0) == first).append(cells.map(List::size).orElse(0));
                    for (int turn = 0; turn < p; turn++) {
                        if (turn == w) { numbers.get()[1] += w; best.ifPresent(c -> c.value += 10); chosen.get().value += w; }
                        barrier();
                    }
                    all.append(numbers.get()[1]).append(first.value).append(first.next.map(c -> c.value).get());
                    for (int i = w; i < places.length; i += p) { places[i] = i % 5 == 0 ? Optional.empty() : Optional.of(i % 5 == 1 ? first : new Cell(i)); }
                    barrier();
                    for (Optional<Cell> place : places) { all.append(place.isPresent() ? place.get() == first ? "f" : place.get().value : "-"); }
                    for (Color color : Color.values()) { all.append(keys.get(Optional.of(color))); }
                    all.append(keys.get(best)).append(keys.get(Optional.empty())).append(keys.get(Optional.of(Optional.of("x")))).append(keys.get(Optional.of(new Cell(1))));
                    Optional<Cell> before;
                    do { before = top.get(); } while (!top.compareAndSet(before, Optional.of(new Cell(before.map(c -> c.value).orElse(0) + 1))));
                    for (int i = 0; i < 10; i++) {
                        UUID id = new UUID(i, i * i);
                        byId.merge(id, Optional.of(new Named("n", Optional.of("a" + i))), (a, b) -> a.equals(b) ? a : Optional.empty());
                    }
                    barrier();
                    all.append(top.get().get().value).append(new TreeMap<>(byId));
                    for (Object each : List.of(LocalDate.of(2024, 2, 29), ZoneId.of("Europe/Paris"), Period.ofDays(3), Locale.GERMANY, URI.create("http://x/y?z"),
                            Currency.getInstance("EUR"), Instant.ofEpochSecond(5, 7), OptionalInt.of(p), OptionalDouble.of(0.5))) {
                        all.append(' ').append(values.get(each));
                    }
                    all.append(count).append(most).append(mean).append(instant).append(duration).append(date).append(zoned).append(zone)
                        .append(temporal).append(amount).append(locale).append(uri).append(currency);
                    report(w + " " + all);
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedValues.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent; once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "3, ''", "2, check"})
    void allRanksSeeOneContent(int workers, String options) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedValues");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(workers, options, "SharedValues");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).hasSize(workers).containsExactlyInAnyOrderElementsOf(plain.out());
        assertThat(outcome.status()).isZero();
    }
}
