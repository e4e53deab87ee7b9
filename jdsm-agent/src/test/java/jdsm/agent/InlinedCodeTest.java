package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdsm.agent.pass.access.InMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.BasicVerifier;

/** The code that stands in place of calls: receivers, casts, names, what stays, and that it does what the calls did. */
class InlinedCodeTest {
    private static final String SOURCE = """
            public class Main {
                static int sum;
                int n = 3; Cell cell = new Cell(); Shape shape = new Square();
                Cell none;

                public int read() { return cell.size(); }
                public int minusOne() { return cell.less(); }
                public int argumentFirst() { return cell.plus(2); }
                public int ofArgument() { return cell.sizeOf(cell); }
                public int elementFirst() { return cell.first(new int[] {7}); }
                public int constant() { return cell.four(); }
                public int set() { cell.put(9); sum += cell.size(); return sum; }
                public int nullBeforeElement() {
                    try { return none.first(null); } catch (NullPointerException e) { return 31; }
                }
                public int nullOfArgument() { return none == null ? cell.size() : none.sizeOf(cell); }
                public int setOfNull() { try { none.put(1); return 1; } catch (NullPointerException e) { return 32; } }
                public int ofInterface() { return shape.area() + shape.twice(); }
                public int ofClass() { return new Square().area(); }
                public int nothing() { try { Cell.nothing(); } catch (RuntimeException e) { return 1; } return 33; }
                public int early() { int h = 0; for (int i = 0; i < 9; i++) { h = 3 * h + Cell.sign(i - 4); } return h; }
                public int counted() { return cell.count(5) * 100 + n; }
                public int other() { return cell.rated(); }
                public int evenOrOdd() { int h = 0; for (int i = 0; i < 7; i++) { h += h + Cell.even(i); } return h; }
                public int deep() { return n + (n * Cell.four(n, n + 1, n + 2, n + 3)); }
                public int constants() { return Defaults.LIMIT + new Part().value; }
                int down(int v) { return v == 0 ? 0 : down(v - 1) + 1; }
            }
            class Cell {
                @jdsm.Local private static int rate; private int v = 4;
                int size() { return v; }
                int less() { return -1 + v; }
                int plus(int w) { return w + v; }
                int sizeOf(Cell other) { return other.v; }
                int first(int[] of) { int w = of[0]; return w + v; }
                int four() { return 4; }
                void put(int w) { v = w; }
                int count(int from) { from++; from += 2; return from + v; }
                int rated() { return v * rate(); }
                static int rate() { return rate + 2; }
                static int rated(int w) { return w * rate(); }
                static void nothing() {}
                static int sign(int w) { if (w > 0) { return 1; } if (w < 0) { return -1; } return 0; }
                static boolean even0(int w) { return w == 0 || odd0(w - 1); }
                static boolean odd0(int w) { return w != 0 && even0(w - 1); }
                static int even(int w) { return even0(w) ? 1 : 0; }
                static int four(int a, int b, int c, int d) { return a + b * (c + d * (a + b * (c + d))); }
            }
            interface Shape { int area(); default int twice() { return 2 * area() + Defaults.one(); } }
            class Square implements Shape { private int side = 3; public int area() { return side * side; } }
            class Defaults { static final int LIMIT = 5; static int one() { return 1; } }
            class Part { int value; Part() { value = Defaults.one() + 4; } }
            """;

    private static final Inlining PROGRAM = new Inlining(InMemory.compile(SOURCE), true);

    private static Stream<AbstractInsnNode> instructions(String method) {
        return Stream.of(PROGRAM.method("Main", method).instructions.toArray());
    }

    @Test
    void theCallerDoesWhatItDid() throws Exception {
        Class<?> plain = PROGRAM.before("Main");
        Class<?> inlined = PROGRAM.after("Main");
        List<String> compared = new ArrayList<>();
        for (var method : plain.getMethods()) {
            if (method.getDeclaringClass() == plain) {
                assertThat(inlined.getMethod(method.getName())
                                .invoke(inlined.getConstructor().newInstance()))
                        .as(method.getName())
                        .isEqualTo(method.invoke(plain.getConstructor().newInstance()));
                compared.add(method.getName());
            }
        }
        assertThat(compared).hasSize(19);
    }

    /** Variables and stack suffice as the pass leaves them: later passes analyse the method before it is written. */
    @Test
    void everyMethodIsValid() throws Exception {
        for (String name : new String[] {"Main", "Cell", "Square", "Defaults", "Part"}) {
            ClassNode node = PROGRAM.woven(name);
            for (MethodNode method : node.methods) {
                assertThat(new Analyzer<>(new BasicVerifier()).analyze(name, method))
                        .as(method.name)
                        .isNotEmpty();
            }
        }
    }

    /** A method that reads a field of its object at once throws by itself where there is no object. */
    @ParameterizedTest
    @ValueSource(strings = {"read", "minusOne", "argumentFirst", "counted"})
    void theFieldTestsTheReceiver(String method) {
        if (method.equals("counted")) { // assigns its parameter first
            assertThat(PROGRAM.calls(method)).containsExactly("getClass");
        } else {
            assertThat(PROGRAM.calls(method)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ofArgument", "elementFirst", "constant", "setOfNull"})
    void theReceiverIsTestedBefore(String method) {
        assertThat(PROGRAM.calls(method)).containsExactly("getClass");
    }

    @Test
    void aReceiverIsCastWhereItsTypeIsAnother() {
        assertThat(instructions("ofInterface").filter(node -> node.getOpcode() == Opcodes.CHECKCAST))
                .hasSize(2); // the area, and the area in twice: an interface's own method needs none
        assertThat(instructions("ofClass").map(AbstractInsnNode::getOpcode)).doesNotContain(Opcodes.CHECKCAST);
        assertThat(PROGRAM.calls("ofInterface")).containsOnly("getClass");
    }

    @Test
    void straightCodeStaysStraight() {
        assertThat(instructions("read").map(AbstractInsnNode::getOpcode))
                .doesNotContain(Opcodes.GOTO)
                .containsOnlyOnce(Opcodes.IRETURN);
        assertThat(instructions("early").filter(node -> node.getOpcode() == Opcodes.GOTO))
                .hasSizeGreaterThan(1);
    }

    /** The variables of a short method have their names in the caller, for messages; its {@code this} has not. */
    @Test
    void namesOfVariables() {
        assertThat(PROGRAM.method("Main", "argumentFirst").localVariables)
                .extracting(variable -> variable.name)
                .containsExactly("this", "w");
        assertThat(PROGRAM.method("Main", "elementFirst").localVariables)
                .extracting(variable -> variable.index)
                .containsExactly(0, 2, 3);
    }

    /** Code that another class may not access stays in a method, but not the code around it. */
    @Test
    void aPrivateMethodStaysACall() {
        assertThat(PROGRAM.calls("other")).containsExactly("rate");
        assertThat(PROGRAM.calls("Cell", "rated")).isEmpty();
    }

    @Test
    void recursionEnds() {
        assertThat(PROGRAM.calls("evenOrOdd")).containsExactly("even0");
        assertThat(PROGRAM.method("Main", "down").maxLocals).isEqualTo(2);
    }

    @Test
    void constructorsAndInterfacesStay() {
        assertThat(PROGRAM.calls("Part", "<init>")).containsExactly("one");
        assertThat(PROGRAM.calls("Shape", "twice")).containsExactly("area", "one");
    }

    private static Inlining ofLengths(int body, int caller, int calls, boolean loops) {
        return new Inlining(Map.of("Main", ShortCode.caller(body, caller, calls, loops)), true);
    }

    @Test
    void longerCodeIsReplacedInLoops() {
        assertThat(ofLengths(60, 20, 1, false).calls("caller")).isEmpty();
        assertThat(ofLengths(61, 20, 1, false).calls("caller")).containsExactly("body");
        assertThat(ofLengths(61, 40, 1, true).calls("caller")).isEmpty();
        assertThat(ofLengths(200, 40, 1, true).calls("caller")).isEmpty();
        assertThat(ofLengths(201, 40, 1, true).calls("caller")).containsExactly("body");
    }

    @Test
    void theCallerStaysShort() {
        assertThat(ofLengths(50, 150, 1, false).calls("caller")).isEmpty();
        assertThat(ofLengths(50, 151, 1, false).calls("caller")).containsExactly("body");
        assertThat(ofLengths(100, 1_900, 1, true).calls("caller")).isEmpty();
        assertThat(ofLengths(100, 1_901, 1, true).calls("caller")).containsExactly("body");
        assertThat(ofLengths(60, 70, 3, false).calls("caller")).containsExactly("body");
    }

    /** A short method contains the code of short methods, up to a length of the whole. */
    @Test
    void codeInCodeStaysShort() {
        assertThat(ofNested(100, 100, 2)).isEmpty();
        assertThat(ofNested(100, 101, 2)).containsExactly("inner");
        assertThat(ofNested(150, 150, 1)).isEmpty();
        assertThat(ofNested(150, 151, 1)).containsExactly("inner");
    }

    private static List<String> ofNested(int outer, int inner, int calls) {
        return new Inlining(Map.of("Main", ShortCode.nested(outer, inner, calls)), true).calls("caller");
    }

    /** Old class files have subroutines, whose code later passes leave as it is. */
    @Test
    void subroutinesStay() {
        Inlining program = new Inlining(Map.of("Main", ShortCode.withSubroutine()), true);

        assertThat(program.calls("caller")).containsExactly("body");
        assertThat(program.calls("straight")).isEmpty();
    }
}
