package jdsm.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ExplainTest {
    private static final String SOURCE = """
            class Heat extends SPMD {
                double[][] grid;
                volatile boolean done;
                @VolatileElements int[] flags;
                @Local int own;
                Cell first;
                static { if (true) { throw new AssertionError("nothing of the program may run"); } }
                public void start() { new Helper().help(); }
            }
            class Cell { Cell next; int n; }
            class Helper { static Thread calls; static int done; void help() { calls = null; done++; } }
            """;

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int explain(String... args) throws Exception {
        URL[] place = {directory.toUri().toURL()};
        URL[] core = {
            jdsm.runtime.Woven.class.getProtectionDomain().getCodeSource().getLocation()
        };
        try (URLClassLoader runtime = new URLClassLoader(core, ClassLoader.getPlatformClassLoader());
                URLClassLoader loader = new URLClassLoader(place, runtime)) {
            return Explain.run(args, loader, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
        }
    }

    @Test
    void whatIsSharedAndWhatIsRefused() throws Exception {
        Program.compile(directory, SOURCE);

        assertThat(explain("app.Heat")).isEqualTo(2);

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(out.toString(UTF_8).lines())
                .startsWith(
                        "woven: 3 classes",
                        "shared:",
                        "  Heat.done: boolean, volatile",
                        "  Heat.first: app.Cell",
                        "  Heat.flags: int[], elements volatile",
                        "  Heat.grid: double[][]",
                        "  Heat.first -> Cell.n: int",
                        "  Heat.first -> Cell.next: app.Cell",
                        "  Helper.done: int")
                .contains("refused:")
                .last()
                .asString()
                .startsWith("  app.Helper.help (Program.java:14): static field app.Helper.calls is written");
    }

    @Test
    void heavyFieldsAreSaidToBe() throws Exception {
        Program.compile(directory, SOURCE);

        explain("app.Heat", "heavy=app.Cell.n");

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(out.toString(UTF_8).lines())
                .contains("  Heat.first -> Cell.n: int, heavy", "  Heat.first -> Cell.next: app.Cell")
                .noneMatch(line -> line.contains("Jdsm") || line.contains("jdsm$"));
    }

    private static final String SPINS = """
            class Spins extends SPMD {
                volatile int[] flags; volatile boolean[][] table; volatile long[] turns; int[] plain;
                @VolatileElements volatile int[] marked; static volatile byte[] common;
                public void start() {
                    while (flags[1] == 0) ;
                    int[] mine = flags;
                    while ((mine[2] & 4) != 0) { Thread.onSpinWait(); }
                    while (!table[worker()][1]) Thread.yield();
                    do { plain[0]++; } while (turns[0] < 5);
                    while (common[1] != 2) { }
                    // none of these:
                    while (marked[1] == 0) ;
                    while (flags[1] == 0) barrier();
                    while (flags[1] == 0) { synchronized (this) { plain[0]++; } }
                    for (int i = 0; i < flags.length; i++) { plain[i] += flags[i]; }
                    for (int i = 0; i < 9; i++) { if (flags[i] == 0) break; }
                    if (flags[1] == 0) plain[0]++;
                }
            }
            """;

    @Test
    void loopsThatMayWaitForEver() throws Exception {
        Program.compile(directory, SPINS);

        assertThat(explain("app.Spins", "local=app.Spins.common")).isZero();

        assertThat(out.toString(UTF_8).lines().dropWhile(line -> !line.equals("warnings:")))
                .containsExactly(
                        "warnings:",
                        spin(8, "flags"),
                        spin(10, "flags"),
                        spin(11, "table"),
                        spin(12, "turns"),
                        spin(13, "common"));
    }

    private static final String IDLE = """
            class Idle extends SPMD {
                boolean ready; int[] plain; Next first; static int turn; transient boolean own; @Local int mine; volatile boolean seen;
                @VolatileElements int[] marked; final int limit = Integer.parseInt("3");
                public void start() throws InterruptedException {
                    while (!ready) Thread.sleep(10);
                    while (!ready) { }
                    for (int i = 0; plain[2] == 0; i++) { Thread.onSpinWait(); }
                    while (turn != 1) Thread.yield();
                    Next next = first;
                    do { Thread.yield(); } while (next.done < worker + limit);
                    while (first.next.done == 0 || !ready) { }
                    // none of these:
                    while (!own || mine == 0) { }
                    while (!seen && !ready) { }
                    while (marked[1] == 0) ;
                    while (limit == 2) ;
                    while (next != null) next = next.next;
                    for (int i = 0; i < turn; i++) { Thread.yield(); }
                    while (!ready) barrier();
                    while (!ready) { step(); }
                    while (plain[0] > 0) plain[0]--;
                    while (System.nanoTime() < 5 && !ready) ;
                    while (!ready) { if (Thread.interrupted()) return; }
                }
                int worker; void step() { ready = true; }
                static class Next { Next next; int done; }
            }
            """;

    @Test
    void loopsThatOnlyWaitForAPlainField() throws Exception {
        Program.compile(directory, IDLE);

        assertThat(explain("app.Idle")).isZero();

        String tail = ", which is not volatile, so it may wait for ever: make the field volatile";
        String loop = "  app.Idle.start (Program.java:%d): the loop waits for ";
        assertThat(out.toString(UTF_8).lines().dropWhile(line -> !line.equals("warnings:")))
                .containsExactly(
                        "warnings:",
                        loop.formatted(8) + "field app.Idle.ready" + tail,
                        loop.formatted(9) + "field app.Idle.ready" + tail,
                        loop.formatted(10)
                                + "an element of app.Idle.plain, whose elements are not volatile, so it may wait for ever: mark the"
                                + " field @VolatileElements or say volatile-elements=app.Idle.plain",
                        loop.formatted(11) + "field app.Idle.turn" + tail,
                        loop.formatted(13) + "field app.Idle$Next.done" + tail,
                        loop.formatted(14) + "field app.Idle.first" + tail);
    }

    @Test
    void changesOfEnumConstants() throws Exception {
        Program.compile(directory, """
                class Modes extends SPMD {
                    enum Mode { FAST, SLOW { void hit() { own = 1; } int own; }; int hits; final int level; transient int lost;
                        @Local int mine; static int all; Mode() { level = 1; hits = 0; } void hit() { hits++; lost++; mine++; all++; } }
                    public void start() {
                        Mode.FAST.hit();
                        Mode.SLOW.hits = 5;
                    }
                }
                """);

        assertThat(explain("app.Modes")).isZero();

        assertThat(out.toString(UTF_8).lines().dropWhile(line -> !line.equals("warnings:")))
                .containsExactlyInAnyOrder(
                        "warnings:",
                        changed("Modes.start", 9, "Modes$Mode.hits"),
                        changed("Modes$Mode.hit", 6, "Modes$Mode.hits"),
                        changed("Modes$Mode$1.hit", 5, "Modes$Mode$1.own"));
    }

    private static String changed(String method, int line, String field) {
        return "  app.%s (Program.java:%d): field app.%s of an enum's constants is changed, of which each rank has its own: an"
                        .formatted(method, line, field)
                + " error while ranks compute; make it a field of the SPMD class, or of an object that such a field leads to;"
                + " or, where each rank shall have its own, and nothing is combined, mark it @Local or say local=app."
                + field;
    }

    private static String spin(int line, String field) {
        return "  app.Spins.start (Program.java:%d): the loop waits for an element of app.Spins.%2$s, which is volatile,"
                        .formatted(line, field)
                + " but its elements are not, so it may wait for ever: mark the field @VolatileElements or say"
                + " volatile-elements=app.Spins." + field;
    }

    private static final String LOOPS = """
            class Loops extends SPMD {
                double[] a; int[] row; int n; volatile boolean done; Shape shape; Solid solid; Plain plain; Object lock;
                public void start() {
                    double[] d = a; int[] r = row;
                    for (int j = r[0]; j < r[1]; j++) { d[j] = 1;
                        r[2]++; }
                    for (int j = 0; j < n; j++) { d[j] = 1;
                        shape.intersect(); }
                    for (int j = 0; j < n; j++) { d[j] = 1;
                        solid.volume(); }
                    for (int j = 0; j < n; j++) { d[j] = 1;
                        plain.deep(); }
                    for (int j = 0; j < n; j++) { d[j] = 1;
                        System.out.println(); }
                    for (int j = 0; j < n; j++) { d[j] = 1;
                        if (done) return; }
                    for (int j = 0; j < n; j++) { d[j] = 1;
                        synchronized (this) { n++; } }
                    for (int j = 0; j < n; j++) { d[j] = 1;
                        barrier(); }
                    for (int j = 0; j < n; j++) { d[j] = 1;
                        Late.touch(); }
                    for (int j = 0; j != r.length; j++) { d[j] = 1; }
                    for (int j = 0; j < r.length; j++) { d[r[j]] = 1; }
                    for (int j = 0; j < r.length; j++) { d[j * j] = 1; }
                    for (int j = 0; j < size(); j++) { d[j] = 1; }
                    for (int j = 0; j < n; j++) { d[j] = 1; n--; }
                    for (Solid s = solid; s != null; s = s.next) { s.sides++; }
                    for (int j = 1; j < r.length; j *= 2) { d[j] = 1; }
                }
                final int size() { try { return n; } catch (RuntimeException e) { return 0; } }
            }
            class Shape { void intersect() {} }
            class Sphere extends Shape { void intersect() {} }
            class Cube extends Shape { @Override void intersect() { synchronized (this) { new Sphere(); } } }
            abstract class Solid { abstract void volume(); Solid next; int sides; }
            final class Plain { void deep() { deeper(); }
                private void deeper() { locked(); }
                private synchronized void locked() { new Cube(); } }
            class Late { static volatile int n; static void touch() {}
                static { n = 3; } }
            """;

    private static final String REASONS = """
            8 write(this.a[j]), in a loop: the bound is an array's element, which the loop may change
            10 write(this.a[j]), in a loop: the loop may synchronise in line 11: it calls Shape.intersect, which may run Cube.intersect, which in line 38 enters a monitor
            12 write(this.a[j]), in a loop: the loop may synchronise in line 13: it calls Solid.volume, which no class on the class path implements by code that is known
            14 write(this.a[j]), in a loop: the loop may synchronise in line 15: it calls Plain.deep, which in line 40 calls Plain.deeper, which in line 41 calls Plain.locked, which is synchronized
            16 write(this.a[j]), in a loop: the loop may synchronise in line 17: it calls PrintStream.println, which is not woven, and not known to be free of synchronisation
            18 write(this.a[j]), in a loop: the loop may synchronise in line 19: it accesses a volatile field, or a volatile element
            20 write(this.a[j]), in a loop: the loop may synchronise in line 21: it enters or leaves a monitor
            21 write(this), in a loop: the loop may synchronise in line 21: it enters or leaves a monitor
            22 write(this.a[j]), in a loop: the loop may synchronise in line 23: it calls Loops.barrier, which synchronises
            24 write(this.a[j]), in a loop: the loop may synchronise in line 25: it may initialise class Late, whose initialiser may synchronise
            27 write(this.a[this.row[j]]), in a loop: the index is an array's element
            28 write(this.a[j * j]), in a loop: the index does not have the form a * i + b, where i is the loop's variable, and a and b stay the same
            29 write(this.a[j]), in a loop: the bound is the result of Loops.size
            30 write(this.a[j]), in a loop: the bound is field Loops.n, which the loop may change in line 30
            31 write(s), in a loop: the object is 's', which changes in the loop
            32 write(this.a[j]), in a loop: the index is 'j', which changes in the loop, not by the same number each time
            """;

    @Test
    void whyACheckStaysInALoop() throws Exception {
        Program.compile(directory, LOOPS);

        explain("app.Loops");

        assertThat(out.toString(UTF_8)
                        .lines()
                        .filter(line -> line.contains("in a loop: ") && !line.contains("read(this)"))
                        .map(line -> line.strip().substring("app.Loops.start:".length())))
                .containsExactlyElementsOf(REASONS.lines().toList());
    }

    @Test
    void optionsAreTheAgents() throws Exception {
        Program.compile(directory, SOURCE);

        assertThat(explain("app.Heat", "local=app.Helper.calls:app.Heat.first")).isZero();

        assertThat(out.toString(UTF_8)).doesNotContain("refused:", "Cell").contains("Heat.grid");
    }

    @Test
    void classFilesAreWrittenBeforeAndAfterWeaving() throws Exception {
        Program.compile(directory, SOURCE);
        Path dump = directory.resolve("dump");

        explain("app.Heat", "dump=" + dump);

        Path name = Path.of("app", "Heat.class");
        assertThat(dump.resolve("before").resolve(name)).hasSameBinaryContentAs(directory.resolve(name));
        assertThat(Files.size(dump.resolve("after").resolve(name))).isGreaterThan(Files.size(directory.resolve(name)));

        out.reset();
        assertThat(explain("app.Heat", "dump=" + directory.resolve(name))).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("jdsm-agent: cannot write a class file: ");
    }

    @Test
    void whatCannotBeExplained() throws Exception {
        Program.compile(directory, SOURCE);

        assertThat(explain("app.Missing")).isEqualTo(2);
        assertThat(explain("app.Cell")).isEqualTo(2);
        assertThat(explain()).isEqualTo(2);
        assertThat(explain("app.Heat", "what=1")).isEqualTo(2);

        assertThat(err.toString(UTF_8).lines())
                .containsExactly(
                        "jdsm-agent: class app.Missing is not a class of the application: it is not on the class path, or"
                                + " excluded, or part of the JDK or of JDSM",
                        "jdsm-agent: class app.Cell cannot be run as a job: it must extend jdsm.SPMD and not be abstract",
                        "jdsm-agent: usage: jdsm.agent.Explain CLASS [OPTIONS]",
                        "jdsm-agent: unknown option 'what'; known: cache, check, debug, dump, exclude, heavy, include, local, profile, remote, sample, verbose, verify,"
                                + " volatile-elements");
    }
}
