package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import jdsm.agent.pass.CheckReport;
import jdsm.runtime.Checks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Which methods are divided into one with checks and one without, and by which comparisons they choose. */
class TwinMethodsTest {
    private static final String SOURCE = """
            public class T {
                int x, y;
                int[] a = new int[4];
                T next;
                Leaf leaf;
                long twoObjects(T other, long by) { return x + by * other.y; }
                static int list(T first) {
                    int sum = 0;
                    for (T t = first; t != null; t = t.next) sum += t.x;
                    return sum;
                }
                int depth() { return next == null ? x : next.x + next.depth(); }
                void written(T other) { x = other.y; leaf.value++; }
                void parameters(T other) { x++; other.y++; }
                T pair(T other) { other.y = next.x; return other; }
                static void found(T first) {
                    for (T t = first; t != null; t = t.next) { t.x++; }
                }
                T[] parts;
                Object[] things;
                T[][] table;
                int elements() {
                    int sum = 0;
                    for (T part : parts) if (part != null) sum += part.x;
                    return sum;
                }
                boolean thing(int i) { return things[i] == next; }
                T stored(int i) { T old = table[i][x]; parts[i] = old; return old; }
                static int wider(U[] first, T holder) {
                    int sum = 0;
                    T[] all = first;
                    for (int i = 0; i < 3; i++) { sum += all[i].x; all = holder.parts; }
                    return sum;
                }
                static int ofInterface(Shape[] all, T other) { return other.x + ((U) all[0]).x; }
                int rows(int[][] of) { int sum = x; for (int[] row : of) sum += row[0]; return sum; }
                int guarded(T other) {
                    try { return x / other.y; } catch (ArithmeticException e) { return y; }
                }
                int oneCheck() { return x + y; }
                int element(T other) { return x + other.a[1]; }
                int synchronizes(T other) { int was = other.x; sync(); return was + x; }
                int superclass(T other) { return super.toString().length() * 0 + x + other.x; }
                static int five(T t, Leaf l, A a, B b, C c) { return t.x + l.value + a.v + b.v + c.v; }
                void sync() { }
            }
            interface Shape { }
            class U extends T implements Shape { }
            class Leaf { int value; }
            class A { int v; }
            class B { int v; }
            class C { int v; }
            """;

    private static final Map<String, MethodNode> METHODS = new HashMap<>();

    @BeforeAll
    static void weave() {
        Map<String, byte[]> files = InMemory.compile(SOURCE);
        Weaving.weave(
                new AccessPass(),
                files,
                new TestClasses(files),
                CheckReport.NONE,
                node -> node.methods.forEach(method -> METHODS.put(method.name.replaceAll("\\d+$", ""), method)));
    }

    private static List<MethodInsnNode> calls(String method) {
        return StreamSupport.stream(METHODS.get(method).instructions.spliterator(), false)
                .filter(MethodInsnNode.class::isInstance)
                .map(MethodInsnNode.class::cast)
                .toList();
    }

    private static boolean hasChecks(String method) {
        return calls(method).stream().anyMatch(call -> call.owner.equals("jdsm/runtime/Checks"));
    }

    /** The comparisons by which a method chooses, each as name and slot. */
    private static List<String> comparisons(String method) {
        List<String> found = new ArrayList<>();
        for (MethodInsnNode call : calls(method)) {
            if (call.owner.equals("jdsm/runtime/Checks")) {
                boolean ofParameter = call.name.equals("isWritable");
                boolean isEnough = call.getNext().getOpcode() == Opcodes.IFNE;
                AbstractInsnNode operand = call.getPrevious();
                found.add(call.name + " " + (ofParameter ? parameter(operand) : constant(operand))
                        + (isEnough ? " or" : ""));
            }
        }
        return found;
    }

    private static int constant(AbstractInsnNode node) {
        return node instanceof IntInsnNode number ? number.operand : node.getOpcode() - Opcodes.ICONST_0;
    }

    private static int parameter(AbstractInsnNode handle) {
        return ((VarInsnNode) handle.getPrevious()).var;
    }

    private static String readable(String type) {
        return "areReadable " + Checks.slotOf(type);
    }

    private static String writable(String type) {
        return "areWritable " + Checks.slotOf(type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"twoObjects", "list", "depth", "guarded"})
    void aMethodThatReadsObjectsIsDivided(String method) {
        assertThat(comparisons(method)).containsExactly(readable("T"));
        assertThat(hasChecks(method + "$plain")).isFalse();
        assertThat(hasChecks(method + "$checked")).isTrue();
        assertThat(METHODS.get(method + "$plain").instructions.size())
                .as("no longer than the program's own, so that HotSpot inlines it as well")
                .isLessThan(METHODS.get(method + "$checked").instructions.size());
    }

    @Test
    void classesOfWrittenObjectsAreComparedForWriting() {
        assertThat(comparisons("found")).containsExactly(writable("T"));
        assertThat(hasChecks("found$plain")).isFalse();
    }

    @Test
    void ofWrittenParametersTheRightsToTheseWillDo() {
        assertThat(comparisons("parameters")).containsExactly(writable("T") + " or", "isWritable 0", "isWritable 1");
        assertThat(comparisons("pair")).containsExactly(readable("T"), writable("T") + " or", "isWritable 1");
        assertThat(comparisons("written"))
                .containsExactly(readable("T"), writable("Leaf"), writable("T") + " or", "isWritable 0");
        assertThat(hasChecks("parameters$plain")).isFalse();
    }

    @Test
    void arraysOfReferencesAreComparedByTheirTypes() {
        assertThat(comparisons("elements")).containsExactlyInAnyOrder(readable("T"), readable("[LT;"));
        assertThat(comparisons("thing")).containsExactlyInAnyOrder(readable("T"), readable("[Ljava/lang/Object;"));
        assertThat(comparisons("stored")).containsExactlyInAnyOrder(readable("T"), readable("[[LT;"), writable("[LT;"));
        assertThat(hasChecks("elements$plain")).isFalse();
    }

    /** A variable that a loop assigns may have an array of a wider type there than before; any array may be one of an interface's. */
    @Test
    void arraysOfUncertainTypesAreComparedWithAll() {
        assertThat(comparisons("wider")).containsExactlyInAnyOrder(readable("T"), readable("[Ljava/lang/Object;"));
        assertThat(comparisons("ofInterface"))
                .containsExactlyInAnyOrder(readable("T"), readable("U"), readable("[Ljava/lang/Object;"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"oneCheck", "element", "rows", "synchronizes", "superclass", "five"})
    void otherMethodsStayWhole(String method) {
        assertThat(METHODS).containsKey(method).doesNotContainKey(method + "$checked");
        assertThat(hasChecks(method)).isTrue();
    }

    @Test
    void aDebuggerSeesEachLineOnce() {
        Map<String, byte[]> files = InMemory.compile(SOURCE);
        Weaving.weave(
                AccessPass.once(),
                files,
                new TestClasses(files),
                CheckReport.NONE,
                node -> assertThat(node.methods).noneMatch(method -> method.name.contains("$checked")));
    }
}
