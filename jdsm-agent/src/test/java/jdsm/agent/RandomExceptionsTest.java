package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdsm.Protocol;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random exceptions with random causes and suppressed ones, which workers in turn make, store in arrays, lists and fields of each other,
 * throw and change. Ranks see what threads see, also where each barrier looks for exceptions that nobody reaches.
 */
@Tag("once")
@Timeout(300)
class RandomExceptionsTest {
    private static final int PROGRAMS = 4;
    private static final int RANKS = 3;

    private static final String SOURCE = """
            import java.util.*;
            import jdsm.*;
            class Counted extends Exception {
                int count;
                volatile int times;
                Throwable other;
                Counted(String text, Throwable cause) { super(text, cause); }
            }
            class Small extends RuntimeException {
                Object part;
                Small(String text) { super(text, null, true, false); }
            }
            class RandomExceptions extends SPMD {
                final Throwable[] table = new Throwable[12];
                final List<Throwable> list = new ArrayList<>();
                final Map<Throwable, Integer> numbers = new HashMap<>();
                int next;
                int turn;

                private Throwable pick(Random random) {
                    Throwable at = table[random.nextInt(table.length)];
                    if (at instanceof Counted c && c.other != null && random.nextBoolean()) { at = c.other; }
                    if (at != null && at.getCause() != null && random.nextInt(3) == 0) { at = at.getCause(); }
                    return at;
                }
                private Throwable made(Random random) {
                    String text = "number " + next++;
                    Throwable cause = pick(random);
                    Throwable made = switch (random.nextInt(6)) {
                        case 0 -> new Counted(text, cause);
                        case 1 -> new Small(text);
                        case 2 -> new IllegalStateException(text, cause);
                        case 3 -> new java.nio.file.NoSuchFileException(text);
                        case 4 -> new java.util.concurrent.ExecutionException(cause);
                        default -> new Error(text);
                    };
                    for (int i = random.nextInt(3); i > 0; i--) {
                        Throwable each = pick(random);
                        if (each != null) { made.addSuppressed(each); }
                    }
                    if (made.getCause() == null && cause != null && random.nextBoolean()) {
                        try { made.initCause(cause); } catch (IllegalStateException e) { }
                    }
                    return made;
                }
                private int number(Throwable e) { return e == null ? -1 : numbers.getOrDefault(e, -2); }
                private String text(Throwable e) {
                    StringBuilder text = new StringBuilder().append(e).append(number(e)).append(':').append(number(e.getCause()));
                    for (Throwable each : e.getSuppressed()) { text.append(',').append(number(each)); }
                    if (e instanceof Counted c) { text.append('c').append(c.count).append('t').append(c.times).append('o').append(number(c.other)); }
                    if (e instanceof Small s) { text.append('p').append(s.part instanceof Throwable t ? number(t) : s.part == null); }
                    StackTraceElement[] frames = e.getStackTrace();
                    return text.append(frames.length == 0 ? "" : frames[0].getMethodName() + frames[0].getLineNumber()).append(';').toString();
                }
                private String step(Random random) {
                    int place = random.nextInt(table.length);
                    Throwable e = table[place];
                    switch (random.nextInt(6)) {
                        case 0, 1 -> {
                            Throwable made = made(random);
                            numbers.put(made, numbers.size());
                            table[place] = made;
                        }
                        case 2 -> { if (e instanceof Counted c) { c.count += next; c.times++; c.other = pick(random); } }
                        case 3 -> { if (e instanceof Small s) { s.part = pick(random); } }
                        case 4 -> { if (e != null) { list.add(e); } else if (!list.isEmpty()) { table[place] = list.get(random.nextInt(list.size())); } }
                        default -> {
                            try { if (e != null) { throw e; } } catch (Throwable caught) { return caught == e ? text(caught) : "another"; }
                        }
                    }
                    return e == null ? "" : text(e);
                }
                @Override public void start() throws InterruptedException {
                    Random random = new Random(Long.parseLong(args()[0]) * 31 + worker());
                    int steps = 60;
                    StringBuilder said = new StringBuilder();
                    for (int i = 0; i < steps; i++) {
                        synchronized (this) {
                            while (turn % workers() != worker()) { wait(); }
                            for (int n = random.nextInt(4); n >= 0; n--) { said.append(step(random)); }
                            turn++;
                            notifyAll();
                        }
                        if (i % 8 == 7) { barrier(); }
                    }
                    barrier();
                    for (Throwable e : list) { said.append(text(e)); }
                    report(worker() + " " + said);
                }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "RandomExceptions.java", SOURCE);
    }

    static List<Arguments> programs() {
        List<Arguments> all = new ArrayList<>();
        for (int seed = 1; seed <= PROGRAMS; seed++) {
            for (Protocol protocol : Protocol.values()) {
                if (protocol != Protocol.STRICT) {
                    all.add(Arguments.of(seed, protocol));
                }
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("programs")
    void ranksSeeWhatThreadsSee(int seed, Protocol protocol) {
        String[] program = {"RandomExceptions", Integer.toString(seed)};
        Outcome threads = process.plainRanks(1, Map.of("JDSM_THREADS", Integer.toString(RANKS)), program);
        assertThat(threads.err()).isEmpty();

        String name = protocol.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        Map<String, String> settings = Map.of("JDSM_CONSISTENCY", name, "JDSM_FREE_AFTER", seed % 2 == 0 ? "0" : "16m");
        Outcome ranks = process.run(RANKS, "verify", settings, program);

        assertThat(ranks.err()).isEmpty();
        assertThat(ranks.out()).hasSize(RANKS).containsExactlyInAnyOrderElementsOf(threads.out());
    }

    /** Without races, and no access without its check. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theDetectorFindsNothing(int seed) {
        Outcome ranks = process.ranks(2, "check", "RandomExceptions", Integer.toString(seed));

        assertThat(ranks.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(ranks.status()).isZero();
    }

    static List<Integer> seeds() {
        return List.of(7, 8);
    }
}
