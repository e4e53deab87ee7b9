package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import jdsm.agent.analysis.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Where the runtime is told of static fields. */
@Timeout(30)
class StaticsPassTest {
    private static final String SOURCE = """
            class Fields {
                static final int[] TABLE = {1};
                static final String NAME = new String("x");
                static final int COUNT = TABLE.length;
                static final List<String> LIST = new ArrayList<>();
                @Local static final List<String> OWN = new ArrayList<>();
                static final List<String> SAID = new ArrayList<>();
                static final Color COLOR = Color.RED;
                final List<String> mine = new ArrayList<>();
                static int changes(Color color, List<String> other) {
                    LIST.add(NAME);
                    List<String> alias = LIST;
                    alias.clear();
                    OWN.add(NAME);
                    SAID.add(NAME);
                    other.add(NAME);
                    color.list.add(NAME);
                    return LIST.size() + other.size();
                }
                static void passed(List<String> other) { Collections.addAll(other, "a", "b"); }
                static int reads(Map<String, String> map) { return LIST.size() + map.get("a").length() + LIST.indexOf(NAME); }
                void own() { mine.add(NAME); }
            }
            enum Color {
                RED;
                final List<String> list = new ArrayList<>();
                int uses;
                transient int lost;
                Color() { uses = 1; }
                void use() { uses++; lost++; }
            }
            enum Plain { ONE, TWO }
            class Failing extends Exception {
                int code;
                static Throwable change(Exception e, Throwable other) { e.addSuppressed(other); return e.initCause(other); }
                @Override public synchronized Throwable fillInStackTrace() { return code == 0 ? this : super.fillInStackTrace(); }
                static String read(Throwable e) { return e.getMessage() + e.getCause() + e.getSuppressed().length; }
                static void thrown(Throwable cause) throws Exception {
                    try { throw new Exception(cause); } catch (RuntimeException e) { throw e; }
                }
            }
            class Timer extends java.util.Timer {
                int ticks;
                @Local int own;
                Timer() { ticks = 1; }
                void tick() { ticks++; own++; }
            }
            """;

    @TempDir
    static Path directory;

    private static List<String> told(Program program, String type, String method) {
        String[] lines = program.listing(type, method).split("\n");
        return Stream.iterate(0, i -> i < lines.length, i -> i + 1)
                .filter(i -> lines[i].startsWith("INVOKESTATIC jdsm/runtime/Statics."))
                .filter(i -> !lines[i].contains("changing (Ljava/lang/Object;)V"))
                .map(i -> lines[i].replaceAll(".*Statics.| \\(.*", "")
                        + (lines[i].contains("changing")
                                ? " " + lines[i - 2] + " " + lines[i - 1]
                                : " " + lines[i - 1]))
                .map(line -> line.replace("LDC ", "").replace("\"", ""))
                .toList();
    }

    private static long changing(Program program, String type, String method) {
        return program.listing(type, method)
                .lines()
                .filter(line -> line.equals("INVOKESTATIC jdsm/runtime/Statics.changing (Ljava/lang/Object;)V"))
                .count();
    }

    @Test
    void initialisersAndChanges() {
        Scope scope = new Scope(List.of(), List.of(), Set.of("app.Fields.SAID"), Set.of());
        Program program = Program.compile(directory, SOURCE, scope).weave();

        assertThat(program.refusals()).isEmpty();
        assertThat(told(program, "Fields", "<clinit>"))
                .containsExactly(
                        "initializing app.Fields",
                        "initialized app.Fields.TABLE",
                        "initialized app.Fields.LIST",
                        "initialized app.Fields.COLOR",
                        "initialized app.Fields");
        assertThat(changing(program, "Fields", "changes"))
                .as("each change of a collection")
                .isEqualTo(6);
        assertThat(changing(program, "Fields", "passed")).as("of an argument").isEqualTo(1);
        assertThat(changing(program, "Fields", "reads")).isZero();
        assertThat(changing(program, "Fields", "own")).isEqualTo(1);
        assertThat(changing(program, "Timer", "tick"))
                .as("a field that no check guards")
                .isEqualTo(1);
        assertThat(changing(program, "Timer", "<init>")).isZero();
        assertThat(told(program, "Color", "<clinit>"))
                .containsExactly("initializing app.Color", "initialized app.Color.RED", "initialized app.Color");
        assertThat(changing(program, "Color", "use")).isZero();
        assertThat(told(program, "Color", "use")).containsExactly("changing app.Color uses");
        assertThat(told(program, "Color", "<init>")).isEmpty();
        assertThat(told(program, "Plain", "<clinit>"))
                .containsExactly("initializing app.Plain", "initialized app.Plain");
    }

    /** Before and behind each call that changes an exception, and nowhere else. */
    @Test
    void changesOfExceptions() {
        Program program = Program.compile(directory, SOURCE).weave();

        String change = program.listing("Failing", "change");
        List<String> calls = change.lines()
                .filter(line -> line.contains("throwableChanges") || line.contains("java/lang/Exception."))
                .map(line -> line.replaceAll("INVOKE\\w+ [\\w/]+\\.| \\(.*", ""))
                .toList();
        assertThat(calls)
                .containsExactly(
                        "throwableChanges",
                        "addSuppressed",
                        "throwableChanges",
                        "throwableChanges",
                        "initCause",
                        "throwableChanges");
        assertThat(program.listing("Failing", "fillInStackTrace").split("throwableChanges", -1))
                .hasSize(3);
        assertThat(program.listing("Failing", "read")).doesNotContain("throwableChanges");
        assertThat(program.listing("Failing", "thrown")).doesNotContain("jdsm/runtime");
    }
}
