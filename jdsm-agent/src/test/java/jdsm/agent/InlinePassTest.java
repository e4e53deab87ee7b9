package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import jdsm.agent.pass.access.InMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which calls the code of short methods replaces, and that the caller then does what it did. */
class InlinePassTest {
    private static final String SOURCE = """
            public class Main {
                static int sum; static Object lock = new Object(); int field = 3; Cell cell = new Cell();
                private static int at(int i, int j) { return i * 3 + j; }
                int get(int i) { return field + at(i, 1); }
                void loop() { for (int i = 0; i < 300; i++) field += i; }
                static synchronized int locked() { return 1; }
                static int guarded(int v) { try { return v; } catch (RuntimeException e) { return 2; } }
                static int twice(Sum s, int v) { return s == null ? 0 : v * 2; }
                static int throwing(int v) { if (v > 0) throw new IllegalStateException("v" + 0); return 5; }
                static int branches(int v) { if (v > 3) return v; return v < 0 ? -1 : 0; }
                static int down(int v) { return v == 0 ? 0 : down(v - 1) + 1; }
                static void stores() { sum++; }
                static int reads() { return sum; }
                static int other() { return Other.count(); }
                Object text() { return "a"; }
                static long wide(long a, int b, double c) { return a + b + (long) c; }
                static int fails(Cell c, int i) { return c.plus(i); }

                public int privates() { return get(2) + at(1, 1); }
                public int ofOther() { return cell.plus(2) + cell.next(1).size(); }
                public int single() { Shape s = new Square(); return s.area() + s.twice(); }
                public int multiple() { Form f = field > 2 ? new Ball() : new Cube(); return f.area(); }
                public int withLoop() { loop(); return field + get(1); }
                public int synchronizing() { return locked(); }
                public int handlers() { return guarded(4); }
                public int conditional() { int h = 0; for (int i = -2; i < 8; i++) h = h * 7 + branches(i); return h; }
                public int recursive() { return down(4); }
                public int storing() { stores(); return reads(); }
                public int initializing() { return other(); }
                public int longs() { return (int) wide(4L, 5, 6.5); }
                public int nulls() { Cell c = null; try { return c.constant(); } catch (NullPointerException e) { return 8; } }
                public int thrown() { try { return throwing(1); } catch (IllegalStateException e) { return 9; } }
                public int inLoop() { int h = 1; for (int i = 0; i < 4; i++) h = h * 5 + sumTo(i); return h; }
                static int few(int v) { int s = 1; for (int i = 0; i < 3; i++) { s = s * v + i; } return s; }
                public int fewIterations() { int h = 1; for (int i = 0; i < 4; i++) h = h * 5 + few(i + h); return h; }
                public int fewBesideLongs() { long h = 7; for (int i = 0; i < 3; i++) h = h * 5L + Math.max(h, (long) few(i)); return (int) h; }
                public int fewBelowNew() { int h = 0; for (int i = 0; i < 3; i++) h += new Sized(few(i)).size + few(i); return h; }
                Law law = new Twice();
                static class Rows { int[][] rows = {{1, 2, 3}, {4, 5, 6}}; Law[] laws = {new Twice(), null, new Locked(), new Square2()}; }
                public int receiver() { Law l = law; int h = 1; for (int i = 0; i < 5; i++) h = h * 7 + l.of(i); return h; }
                public int receiverInField() { int h = 1; for (int i = 0; i < 5; i++) for (int j = 0; j < 2; j++) h = h * 7 + law.of(i + j); return h; }
                public int receiverInArray() { Rows r = new Rows(); int h = 1; for (int i = 0; i < 3; i++) h = h * 7 + r.laws[3].of(i); return h; }
                public int receiverChanges() { int h = 1; for (int i = 0; i < 5; i++) { h = h * 7 + law.of(i); if (i == 2) law = new Square2(); } return h; }
                public int receiverLocked() { Law l = new Rows().laws[2]; int h = 1; for (int i = 0; i < 5; i++) h = h * 7 + l.of(i); return h; }
                static int byByte(Square2[] all, byte at, char b) { Sum[] s = {new Up(), new Down(), new Up()}; int h = 1; for (int i = 0; i < 5; i++) h = h * 7 + s[at].sum(i) + s[b].one(i); return h; }
                public int receiverByByte() { return byByte(null, (byte) 1, (char) 2); }
                public int receiverNull() { Law l = new Rows().laws[1]; int h = 1; try { h = nullLaw(l); } catch (NullPointerException e) { h = 6; } return h; }
                static int nullLaw(Law l) { int h = 1; for (int i = 0; i < 5; i++) h = h * 7 + l.of(i); return h; }
                public int receiverTried() { int h = 1; for (int i = 0; i < 5; i++) try { h = h * 7 + law.of(i); } catch (RuntimeException e) { h++; } return h; }
                public int receiverBetween() { int h = 1; for (int i = 0; i < 5; i++) { h = h * 7 + law.of(i); locked(); } return h; }
                public int template() { Sum s = field > 2 ? new Up() : new Down(); int h = 1; for (int i = 0; i < 5; i++) h = h * 7 + s.sum(i); return h; }
                int sumTo(int n) { int s = field; for (int i = 0; i < n; i++) { s += cell.plus(i); } return s; }
            }
            class Cell { private int n = 4; int plus(int v) { return n + v; } int size() { return n; } int constant() { return 1; }
                Cell next(int v) { Cell c = new Cell(); c.n = v; return c; } }
            class Sized { int size; Sized(int v) { size = v; } }
            class Other { static int n; static { n = 6; Main.sum += 100; } static int count() { return n; } }
            interface Law { int of(int v); }
            class Twice implements Law { int k = 2; public int of(int v) { return k * v; } }
            class Square2 implements Law { public int of(int v) { return v * v; } }
            class Locked implements Law { public synchronized int of(int v) { return v + 9; } }
            abstract class Sum { int sum(int v) { return one(v) + 2 * one(v + 1); } abstract int one(int v); }
            class Up extends Sum { int one(int v) { return v + 1; } }
            class Never implements Law { int k; public int of(int v) { return v + k; } }
            class NeverSum extends Sum { int one(int v) { return v + 30; } int sum(int v) { return super.sum(v) + 1; } }
            class NeverPassing extends Sum { int one(int v) { return Main.twice(this, v); } }
            class Down extends Sum { int k = 3; int one(int v) { return v - k; } }
            interface Shape { int area(); default int twice() { return 2 * area(); } }
            class Square implements Shape { private int side = 3; public int area() { return side * side; } }
            abstract class Form { abstract int area(); }
            class Ball extends Form { int area() { return 1; } }
            class Cube extends Form { int area() { return 2; } }
            """;

    private static final Map<String, byte[]> FILES = InMemory.compile(SOURCE);

    @ParameterizedTest
    @CsvSource({
        "privates,",
        "ofOther,",
        "single,",
        "multiple, area",
        "withLoop, loop",
        "synchronizing, locked",
        "handlers, guarded",
        "conditional,",
        "recursive, down",
        "storing,",
        "initializing, other",
        "longs,",
        "fewIterations,",
        "fewBesideLongs, max",
        "fewBelowNew, few",
        "nulls,",
        "thrown,",
        "inLoop, sumTo",
        "receiver, of",
        "receiverInField, of",
        "receiverInArray, of",
        "receiverChanges, of",
        "receiverLocked, of",
        "receiverTried, of",
        "template, sum one one", // the verifier would load the class that passes itself on as one of its superclass
    })
    void replacedCalls(String method, String left) {
        List<String> calls = new Inlining(FILES, true).calls(method);
        calls.removeAll(List.of("getClass", "getName", "equals")); // test whether there is a receiver, and its class

        assertThat(calls).isEqualTo(left == null ? List.of() : List.of(left.split(" ")));
        assertThat(new Inlining(FILES, false).calls(method)).isNotEmpty();
    }

    /** Behind a loop that has been copied for the classes of a receiver, the code of two classes is there. */
    @ParameterizedTest
    @CsvSource({
        "receiver, 3",
        "receiverInField, 0", // for a call that may lock may change the field
        "receiverChanges, 0",
        "receiverTried, 0",
        "receiverBetween, 0",
        "template, 4",
    })
    void copiedLoops(String method, int copies) {
        long classes = java.util.stream.StreamSupport.stream(
                        new Inlining(FILES, true)
                                .method("Main", method)
                                .instructions
                                .spliterator(),
                        false)
                .filter(node -> node instanceof org.objectweb.asm.tree.LdcInsnNode constant
                        && constant.cst instanceof org.objectweb.asm.Type)
                .count();

        assertThat(classes).isEqualTo(copies);
    }

    @Test
    void theCallerDoesWhatItDid() throws Exception {
        Class<?> plain = new Inlining(FILES, true).before("Main");
        Class<?> inlined =
                new Inlining(FILES, true).after("Main", "Never", "NeverSum", "NeverPassing"); // no code may load these
        int compared = 0;
        for (var method : plain.getMethods()) {
            if (method.getDeclaringClass() == plain) {
                Object expected = method.invoke(plain.getConstructor().newInstance());
                Object actual = inlined.getMethod(method.getName())
                        .invoke(inlined.getConstructor().newInstance());
                assertThat(actual).as(method.getName()).isEqualTo(expected);
                compared++;
            }
        }
        assertThat(compared).isEqualTo(28);
    }
}
