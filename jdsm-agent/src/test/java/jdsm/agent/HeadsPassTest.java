package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which loops can be resumed, and what is said of the others. */
@Timeout(30)
class HeadsPassTest {
    private static final String FORM = "write for (int i = resumeFrom(\"name\", first); ...)";

    @TempDir
    Path directory;

    private List<String> refusals(String members) {
        return Program.compile(directory, "class P extends SPMD {\n" + members + "\n}\nclass Q { int x; }")
                .weave()
                .refusals();
    }

    private List<String> ofStart(String body) {
        return refusals(
                "double[] a = new double[5]; int n = 3; public void start() throws Exception {\n" + body + "\n}");
    }

    private void refused(String body, int line, String reason) {
        assertThat(ofStart(body)).containsExactly("app.P.start (Program.java:" + line + "): " + reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for (int i = resumeFrom(\"a\", 0); i < n; i++) { a[0]++; barrier(); }",
                "int i = resumeFrom(\"a\", 0); while (i < n) { a[0]++; i += 2; }",
                "int i = resumeFrom(\"a\", n); do { a[0]++; } while (i++ < 10);",
                "for (int i = resumeFrom(\"a\", 0); ; i++) { if (i > n) { break; } if (a[1] == 2) { continue; } a[0]++; }",
                "String s = \"s\" + n; Integer b = n; long t = 5; char c = 'x';"
                        + " for (int i = resumeFrom(\"a\", 0); i < n; i++) { a[i] = s.length() + b + t + c; }",
                "for (int i = resumeFrom(\"a\", 0); i < n; i++) { double[] row = a; Q q = new Q(); row[0] += q.x; }",
                "double[] row = a; row[0] = 3; for (int i = resumeFrom(\"a\", 0); i < n; i++) { a[i]++; } row = a; row[1]++;",
                "for (int i = resumeFrom(\"a\", 0); i < n; i++) { for (int j = 0; j < 3; j++) { a[j] += i; } }",
                "for (int i = resumeFrom(\"a\", 0); i < n; i++) { a[0]++; }"
                        + " for (int i = resumeFrom(\"b\", 0); i < n; i++) { a[0]++; }",
                "for (int i = resumeFrom(\"a\", 0), m = n; i < m; i++) { a[0]++; }",
                "try { for (int i = resumeFrom(\"a\", 0); i < n; i++) { a[i]++; } } catch (RuntimeException e) { a[0] = 0; }",
            })
    void loopsThatCanBeResumed(String body) {
        assertThat(ofStart(body)).isEmpty();
    }

    @Test
    void localsThatTheLoopAssigns() {
        refused(
                "double sum = 0; for (int i = resumeFrom(\"a\", 0); i < n; i++) { sum += a[i]; }",
                6,
                "local variable 'sum' is assigned in the resumable loop and read in a later round, and a restart would not"
                        + " have its value; keep it in a field of the program");
        refused(
                "int last = 0;\nfor (int i = resumeFrom(\"a\", 0); i < n; i++) { last = i; }\na[0] = last;",
                7,
                "local variable 'last' is assigned in the resumable loop and read in a later round, and a restart would not"
                        + " have its value; keep it in a field of the program");
    }

    @Test
    void localsThatReferToObjects() {
        String reason =
                " refers to an object from before the resumable loop, and a restart would find another one there;"
                        + " read it from a field in the loop, or keep it in a field";
        refused(
                "double[] row = a; for (int i = resumeFrom(\"a\", 0); i < n; i++) { row[i]++; }",
                6,
                "local variable 'row' (double[])" + reason);
        refused(
                "Q q = new Q(); for (int i = resumeFrom(\"a\", 0); i < n; i++) { a[i] = q.x; }",
                6,
                "local variable 'q' (app.Q)" + reason);
        refused(
                "synchronized (this) { for (int i = resumeFrom(\"a\", 0); i < n; i++) { a[i]++; } }",
                6,
                "a local variable" + reason);
    }

    @Test
    void placesWhereNoLoopBegins() {
        refused("resumeFrom(\"a\", 0);", 6, "the result of resumeFrom is not the first index of a loop; " + FORM);
        refused("n = resumeFrom(\"a\", 0);", 6, "resumeFrom is a part of an expression; " + FORM);
        refused("int i = resumeFrom(\"a\", 0); a[i] = 3;", 6, "no loop begins behind resumeFrom; " + FORM);
        refused(
                "int i = resumeFrom(\"a\", 0); if (n > 3) { for (; i < n; i++) { a[i]++; } }",
                6,
                "no loop begins behind resumeFrom; " + FORM);
        refused(
                "int i = 1 + resumeFrom(\"a\", 0); for (; i < n; i++) { a[i]++; }",
                6,
                "resumeFrom is a part of an expression; " + FORM);
    }

    @Test
    void aLoopInALoop() {
        refused(
                "for (int rep = 0; rep < 3; rep++) {\nfor (int i = resumeFrom(\"a\", 0); i < n; i++) { a[i]++; } }",
                7,
                "the loop of resumeFrom is in another loop, and a restart would not know in which of its rounds to begin;"
                        + " make one loop of the two, or let a field count the rounds");
    }

    @Test
    void names() {
        String reason =
                "the name of a resumable loop must be a constant of at most 100 letters, digits, '.', '_' and '-'";
        refused("for (int i = resumeFrom(\"a b\", 0); i < n; i++) { a[i]++; }", 6, reason);
        refused("for (int i = resumeFrom(\"a\" + n, 0); i < n; i++) { a[i]++; }", 6, reason);
        refused(
                "for (int i = resumeFrom(\"a\", 0); i < n; i++) { }\nfor (int i = resumeFrom(\"a\", 0); i < n; i++) { }",
                7,
                "two loops have the name 'a'; give each resumable loop a name of its own");
    }

    @Test
    void otherMethodsAndObjects() {
        String reason =
                "resumeFrom is for a loop in start() of the program itself, because a restart cannot restore the"
                        + " local variables of callers; move the loop to start()";
        assertThat(refusals("public void start() { go(); }\n"
                        + "void go() { for (int i = resumeFrom(\"a\", 0); i < 3; i++) { barrier(); } }"))
                .containsExactly("app.P.go (Program.java:6): " + reason);
        assertThat(refusals("public void start() { }\n"
                        + "static void go(P p) { for (int i = p.resumeFrom(\"a\", 0); i < 3; i++) { } }"))
                .containsExactly("app.P.go (Program.java:6): " + reason);
        assertThat(refusals("P other; public void start() {\n"
                        + "for (int i = other.resumeFrom(\"a\", 0); i < 3; i++) { } }"))
                .containsExactly("app.P.start (Program.java:6): resumeFrom is called of another object than this");
    }
}
