package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Static fields have one value in the job. Several ranks in a JVM. */
@Timeout(180)
@Tag("once")
class SharedStaticsTest {
    private static final String SOURCE = """
            import java.util.*;
            import java.util.function.*;
            import jdsm.*;
            class Base {
                static Base first = new Made();          // runs Made's constructor before Made's initialiser
                protected static long total;
                static double scale = 0.5;
                static int[] counts = new int[8];
            }
            class Made extends Base {
                static int made;
                static int later = 3;
                Made() { made++; later++; }
            }
            class Sub extends Base { static String name = "none"; static byte small; static boolean[][] seen = new boolean[4][4]; }
            class Outer<T> {
                private static char letter = 'a';
                private static Outer<?> newest;
                T held;
                static String letter() { return letter + " " + (newest != null); }
                class Inner { void next() { letter++; newest = Outer.this; } }
                static class Nested { static short s; static float f = 1f / 3; void use() { s += 2; letter += 1; f *= 2; } }
            }
            interface Constants { int[] TABLE = {1, 2, 3}; Object LOCK = new Object(); }
            enum Mode { A, B; static int switches; static Mode mode = A; static synchronized void flip() { switches++; mode = mode == A ? B : A; } }
            class Flag { static volatile int turn; static volatile boolean done; @VolatileElements static int[] ready = new int[8]; }
            class Node { static Node head; static int size; final int value; Node next; Node(int value) { this.value = value; } }
            class Kept implements java.io.Serializable { static int uses; public static long more; int n; }
            class Config { static int n = Integer.getInteger("none", 40); static final int[] PER = new int[Config.n]; @Local static int own; }
            class SharedStatics extends SPMD {
                static int started;
                static long[] sums;
                @Override public void initialize() { sums = new long[Config.n * 100]; Config.n *= 2; }
                @Override public void start() {
                    int w = worker(), p = workers();
                    synchronized (SharedStatics.class) {
                        started++;
                        Base.total += 10L * w; Sub.total++;
                        Sub.scale *= 2;
                        Sub.small += 3;
                        Sub.name = Sub.name.length() < 6 ? Sub.name + w : Sub.name;
                        int[] local = Sub.counts;
                        for (int i = 0; i < local.length; i++) { local[i] += i * w + (Sub.small > 100 ? 1 : 0); }
                        Outer<Integer> o = new Outer<>(); o.held = w;
                        o.new Inner().next();
                        new Outer.Nested().use();
                        Mode.flip();
                        IntBinaryOperator add = (a, b) -> { Kept.uses += a; return Kept.uses + b; };
                        Kept.more += add.applyAsInt(1, 2);
                        new Made();
                        Node node = new Node(w); node.next = Node.head; Node.head = node; Node.size++;
                        Config.own++;
                    }
                    synchronized (Constants.LOCK) { Constants.TABLE[w % 3] += 10; Config.PER[w] = Config.n; }
                    for (int i = 0; i < Config.n; i++) { sums[w * Config.n + i] = (long) i * Base.first.hashCode() == 0 ? 0 : w + 1; }
                    while (Flag.turn != w) Thread.onSpinWait();
                    Flag.turn = w + 1;
                    Flag.ready[w] = 1;
                    if (w == 0) { while (Flag.ready[p - 1] == 0) Thread.onSpinWait(); Flag.done = true; }
                    while (!Flag.done) Thread.onSpinWait();
                    Sub.seen[w % 4][w / 4] = true;
                    barrier();
                    if (w == p - 1) {
                        int nodes = 0, values = 0;
                        for (Node at = Node.head; at != null; at = at.next) { nodes++; values += at.value; }
                        long sum = 0;
                        for (long s : sums) { sum += s; }
                        int seen = 0;
                        for (boolean[] row : Sub.seen) for (boolean b : row) if (b) seen++;
                        report(started + " " + Base.total + " " + Base.scale + " " + Sub.small + " " + Sub.name.length() + " "
                            + Arrays.toString(Base.counts) + " " + Outer.Nested.s + " " + Math.round(Outer.Nested.f * 3) + " " + Outer.letter()
                            + " " + Mode.switches + Mode.mode + " " + Kept.uses + " " + Kept.more + " " + Made.made + " " + Made.later
                            + " " + Node.size + nodes + values + " " + Arrays.toString(Constants.TABLE) + " " + Config.PER[w] + " " + sum
                            + " " + seen + " " + Flag.turn
                            + " " + java.io.ObjectStreamClass.lookup(Kept.class).getSerialVersionUID());
                    }
                }
            }
            class Differs extends SPMD {
                static long born;
                @Override public void initialize() { born = 7 + rank(); }
                @Override public void start() {}
            }
            class Given extends SPMD {
                @FromRank(1) static int[] given;
                @Override public void initialize() { given = new int[] {rank()}; }
                @Override public void start() { if (worker() == 0) report("given " + given[0]); }
            }
            class Innermost { long born; }
            class Around { final Innermost inner = new Innermost(); }
            class Deep extends SPMD {
                final Around outer = new Around();
                @Override public void initialize() { outer.inner.born = 7 + rank(); }
                @Override public void start() {}
            }
            class Valued { String name; int noise = -1; Object any; java.time.Instant made; }
            class DiffersInValues extends SPMD {
                final Valued[] all = {new Valued(), new Valued()};
                @Override public void initialize() {
                    int n = rank();
                    switch (args()[0]) {
                        case "string" -> all[1].name = "name " + n;
                        case "long" -> all[1].any = 7L + n;
                        case "instant" -> all[0].made = java.time.Instant.ofEpochSecond(n);
                        default -> all[1].any = new Object[] {null, "a".repeat(80) + n};
                    }
                }
                @Override public void start() {}
            }
            class Lambda extends SPMD {
                static Object task;
                @Override public void initialize() { task = java.util.regex.Pattern.compile("a").asPredicate(); }
                @Override public void start() {}
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "SharedStatics.java", SOURCE);
    }

    /** As many ranks as the threads of one JVM without the agent. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void allWorkersSeeOneValue(int workers) throws Exception {
        Map<String, String> threads = Map.of("JDSM_THREADS", Integer.toString(workers));
        Outcome plain = process.plainRanks(1, threads, "SharedStatics");
        assertThat(plain.err()).isEmpty();

        Outcome outcome = process.ranks(workers, "", "SharedStatics");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).hasSize(1).isEqualTo(plain.out());
    }

    @Test
    void differentValuesAreNamed() throws Exception {
        assertThat(process.ranks(2, "", "Differs").err())
                .anyMatch(
                        line -> line.contains(
                                "initial content differs in the static fields of Differs: .born is 7"
                                        + " on rank 0 and 8 on rank 1; let initialize() give every rank the same, or mark the field @Local"));
    }

    @Test
    void differentValuesBehindAnObjectAreForAWorkerToStore() throws Exception {
        assertThat(process.ranks(2, "", "Deep").err())
                .anyMatch(line -> line.contains("initial content differs in Innermost (key ")
                        && line.endsWith(": .born is 7 on rank 0 and 8 on rank 1; let initialize() give every rank the"
                                + " same, or let one worker store it in start(), before a barrier()"));
    }

    /** Objects of the start that are in one array share a unit. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "string| .name is 'name 0' on rank 0, where rank 1 has 'name 1'; let initialize() give every rank the same",
                "long| .any is 7 on rank 0, where rank 1 has 8; let",
                "instant| .made is 1970-01-01T00:00:00Z on rank 0, where rank 1 has 1970-01-01T00:00:01Z; let",
                "long text| [1] is 'aaaaaaaaaaaaaaaaaaaa"
            })
    void valuesThatDifferAreNamed(String how, String said) throws Exception {
        assertThat(process.ranks(2, "", "DiffersInValues", how).err())
                .anyMatch(line -> line.contains("initial content differs in ") && line.contains(said));
    }

    @Test
    void oneRankMayGiveTheContent() throws Exception {
        assertThat(process.ranks(2, "", "Given").out()).containsExactly("given 1");
    }

    @Test
    void whatCannotBeSharedIsNamed() throws Exception {
        assertThat(process.ranks(2, "", "Lambda").err())
                .anyMatch(line -> line.contains("Lambda.task refers to a ") && line.contains("Lambda.task"))
                .noneMatch(line -> line.contains("JdsmStatics"));
    }
}
