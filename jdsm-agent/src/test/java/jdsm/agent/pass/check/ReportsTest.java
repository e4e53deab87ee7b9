package jdsm.agent.pass.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import jdsm.agent.pass.OnePass;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** The reports of accesses and of synchronisation, as instructions. */
class ReportsTest {
    private static final String SOURCE = """
            class Cell {
                int value; double wide; Cell next; int[] numbers; volatile int up;
                transient int own; transient volatile int ownUp; @jdsm.Local static int all; @jdsm.Local static volatile int allUp;
            }
            abstract class Uses {
                abstract void nothing();
                int $jdsm(Cell c) { return c.value; }
                static int read(Cell c) { return c.value; }
                static void write(Cell c, double v) { c.wide = v; }
                static void link(Cell c, Cell n) { c.next = n; }
                static void keep(Cell c, int[] a) { c.numbers = a; }
                static int readVolatile(Cell c) { return c.up; }
                static void writeVolatile(Cell c, int v) { c.up = v; }
                static int unshared(Cell c) { return c.own + Cell.all; }
                static int readOwn(Cell c) { return c.ownUp; }
                static void writeAll(int v) { Cell.allUp = v; }
                static int element(int[] a, int i) { return a[i]; }
                static short shortElement(short[] a, int i) { return a[i]; }
                static void put(Object[] a, int i, Object o) { a[i] = o; }
                static void ints(int[] a, int i, int v) { a[i] = v; }
                static void shorts(short[] a, int i, short v) { a[i] = v; }
                static void longs(long[] a, int i, long v) { a[i] = v; }
                static void floats(float[] a, int i, float v) { a[i] = v; }
                static void doubles(double[] a, int i, double v) { a[i] = v; }
                static int inLine(Cell c, int[] a) {
                    int sum = c.value;
                    return sum + a[0];
                }
            }
            class Order {
                static int volatileRead(int[] a, int i) {
                    var h = jdsm.runtime.Volatiles.enter(a, i);
                    int v = a[i];
                    jdsm.runtime.Volatiles.exit(h, i);
                    return v + a[i];
                }
                static void volatileWrite(int[] a, int i) {
                    var h = jdsm.runtime.Volatiles.enter(a, i);
                    a[i] = 1;
                    jdsm.runtime.Volatiles.exit(h, i);
                }
                static int field(Cell c, int[] a, int i) {
                    var h = jdsm.runtime.Volatiles.enter(c);
                    int v = a[i];
                    jdsm.runtime.Volatiles.exit(h);
                    return v;
                }
                static void begin(Object o) { jdsm.runtime.Monitors.entered(o); }
                static void end(Object o) { jdsm.runtime.Monitors.exiting(o); }
                static void await(Object o) throws Exception { jdsm.runtime.Monitors.await(o); }
                static void awaitAWhile(Object o, long millis, int nanos) throws Exception {
                    jdsm.runtime.Monitors.await(o, millis, nanos);
                }
                static void signal(Object o) { jdsm.runtime.Monitors.signal(o); }
                static void send(jdsm.comm.Comm c, int to, java.nio.ByteBuffer b) { c.send(to, b); }
                static void sendAsync(jdsm.comm.Comm c, int to, java.nio.ByteBuffer b) { c.sendAsync(to, b); }
                static Object receive(jdsm.comm.Comm c, int from) { return c.receive(from); }
                static Object probe(jdsm.comm.Comm c, int from) { return c.probe(from); }
                static int rank(jdsm.comm.Comm c) { return c.rank(); }
                static int count(java.util.concurrent.atomic.AtomicInteger n) { return n.get(); }
                static Object counter() { return new java.util.concurrent.atomic.AtomicInteger(); }
            }
            """;

    private static final OnePass PROGRAM = OnePass.over(SOURCE);

    private ClassNode uses;
    private ClassNode order;

    @BeforeEach
    void weave() {
        uses = PROGRAM.weave(new CheckPass(), "Uses");
        order = PROGRAM.weave(new CheckPass(), "Order");
    }

    private List<String> uses(String method) {
        return OnePass.listing(uses, method);
    }

    private List<String> order(String method) {
        return OnePass.listing(order, method);
    }

    /** The report of an access in a method of one line. */
    private static String report(String name, String method, String field) {
        return report(name, method, " " + method + "(", field);
    }

    private static String report(String name, String method, String line, String field) {
        return "INVOKEDYNAMIC " + name + " [" + method + ", Source.java, " + PROGRAM.line(line) + ", " + field + "]";
    }

    @Test
    void fieldsAreReportedWithTheirNameAndPlace() {
        assertThat(uses("read"))
                .containsExactly(
                        "ALOAD 0", "DUP", report("readsField", "read", "Cell.value"), "GETFIELD Cell.value", "IRETURN");
        assertThat(uses("write"))
                .containsExactly(
                        "ALOAD 0",
                        "DLOAD 1",
                        "DSTORE 3",
                        "DUP",
                        report("writesField", "write", "Cell.wide"),
                        "DLOAD 3",
                        "PUTFIELD Cell.wide",
                        "RETURN");
    }

    @Test
    void storedReferencesArePublished() {
        assertThat(uses("link"))
                .containsExactly(
                        "ALOAD 0",
                        "ALOAD 1",
                        "ASTORE 2",
                        "DUP",
                        report("writesField", "link", "Cell.next"),
                        "DUP",
                        "ALOAD 2",
                        "INVOKESTATIC Observed.publishes",
                        "ALOAD 2",
                        "PUTFIELD Cell.next",
                        "RETURN");
        assertThat(uses("keep")).containsOnlyOnce("INVOKESTATIC Observed.publishes");
        assertThat(uses("put"))
                .containsExactly(
                        "ALOAD 0",
                        "ILOAD 1",
                        "ALOAD 2",
                        "ASTORE 3",
                        "DUP2",
                        report("writesElement", "put", ""),
                        "DUP2",
                        "POP",
                        "ALOAD 3",
                        "INVOKESTATIC Observed.publishes",
                        "ALOAD 3",
                        "AASTORE",
                        "RETURN");
    }

    @Test
    void volatileFieldsAreReportedAsSuch() {
        assertThat(uses("readVolatile")).contains(report("readsVolatile", "readVolatile", "Cell.up"));
        assertThat(uses("writeVolatile")).contains(report("writesVolatile", "writeVolatile", "Cell.up"));
    }

    @Test
    void unsharedFieldsAreNotReported() {
        assertThat(uses("unshared"))
                .containsExactly("ALOAD 0", "GETFIELD Cell.own", "GETSTATIC Cell.all", "IADD", "IRETURN");
    }

    @Test
    void volatileFieldsOfTheRankOrderItsWorkers() {
        assertThat(uses("readOwn"))
                .containsExactly(
                        "ALOAD 0",
                        "ACONST_NULL",
                        "INVOKESTATIC Observed.exiting",
                        "GETFIELD Cell.ownUp",
                        "ACONST_NULL",
                        "INVOKESTATIC Observed.entered",
                        "IRETURN");
        assertThat(uses("writeAll"))
                .containsExactly(
                        "ILOAD 0",
                        "ACONST_NULL",
                        "INVOKESTATIC Observed.exiting",
                        "PUTSTATIC Cell.allUp",
                        "ACONST_NULL",
                        "INVOKESTATIC Observed.entered",
                        "RETURN");
    }

    @Test
    void elementsAreReportedByArrayAndIndex() {
        assertThat(uses("element"))
                .containsExactly(
                        "ALOAD 0", "ILOAD 1", "DUP2", report("readsElement", "element", ""), "IALOAD", "IRETURN");
        assertThat(uses("shortElement")).containsSequence(report("readsElement", "shortElement", ""), "SALOAD");
    }

    @ParameterizedTest
    @CsvSource({
        "ints,I,3,IASTORE",
        "shorts,I,3,SASTORE",
        "longs,L,4,LASTORE",
        "floats,F,3,FASTORE",
        "doubles,D,4,DASTORE"
    })
    void aVariableKeepsTheStoredNumber(String method, String type, int variable, String store) {
        assertThat(uses(method))
                .containsExactly(
                        "ALOAD 0",
                        "ILOAD 1",
                        type + "LOAD 2",
                        type + "STORE " + variable,
                        "DUP2",
                        report("writesElement", method, ""),
                        type + "LOAD " + variable,
                        store,
                        "RETURN");
    }

    @Test
    void reportsNameTheLineOfTheirAccess() {
        assertThat(uses("inLine"))
                .contains(
                        report("readsField", "inLine", "int sum", "Cell.value"),
                        report("readsElement", "inLine", "return sum + a[0]", ""));
    }

    @Test
    void methodsOfTheWeaverAndWithoutCodeStayAsTheyAre() {
        assertThat(uses("$jdsm")).containsExactly("ALOAD 1", "GETFIELD Cell.value", "IRETURN");
        assertThat(OnePass.method(uses, "nothing").instructions.size()).isZero();
        assertThat(OnePass.method(uses, "nothing").maxStack).isZero();
    }

    @Test
    void handlesAreNoFieldsOfTheProgram() {
        ClassNode node = PROGRAM.compiled("Uses");
        node.fields.add(new FieldNode(Opcodes.ACC_PUBLIC, "$jdsm", "Ljdsm/runtime/Shared;", null, null));
        MethodNode handle = new MethodNode(Opcodes.ACC_PUBLIC, "handle", "()Ljdsm/runtime/Shared;", null, null);
        handle.visitVarInsn(Opcodes.ALOAD, 0);
        handle.visitFieldInsn(Opcodes.GETFIELD, "Uses", "$jdsm", "Ljdsm/runtime/Shared;");
        handle.visitInsn(Opcodes.ARETURN);
        handle.visitMaxs(1, 1);
        node.methods.add(handle);

        assertThat(OnePass.listing(PROGRAM.weave(new CheckPass(), node), "handle"))
                .doesNotContain("DUP")
                .contains("GETFIELD Uses.$jdsm");
    }

    @Test
    void theFirstElementInsideAVolatileAccessIsVolatile() {
        assertThat(order("volatileRead"))
                .containsSubsequence(
                        "DUP2",
                        "INVOKESTATIC Observed.begins",
                        "INVOKESTATIC Volatiles.enter",
                        "DUP2",
                        "INVOKESTATIC Observed.readsVolatile",
                        "IALOAD",
                        "DUP2",
                        "INVOKESTATIC Volatiles.exit",
                        "INVOKESTATIC Observed.ended",
                        report("readsElement", "volatileRead", "return v + a[i]", ""),
                        "IALOAD");
        assertThat(order("volatileWrite"))
                .containsSubsequence(
                        "INVOKESTATIC Observed.begins",
                        "INVOKESTATIC Volatiles.enter",
                        "ISTORE 3",
                        "DUP2",
                        "INVOKESTATIC Observed.writesVolatile",
                        "ILOAD 3",
                        "IASTORE",
                        "INVOKESTATIC Volatiles.exit",
                        "INVOKESTATIC Observed.ended");
    }

    @Test
    void elementsInsideAVolatileAccessToAFieldArePlain() {
        assertThat(order("field"))
                .containsSubsequence(
                        "DUP",
                        "INVOKESTATIC Observed.begins",
                        "INVOKESTATIC Volatiles.enter",
                        "DUP2",
                        "INVOKEDYNAMIC readsElement [field, Source.java, " + (PROGRAM.line(" field(") + 2) + ", ]",
                        "IALOAD",
                        "DUP",
                        "INVOKESTATIC Volatiles.exit",
                        "INVOKESTATIC Observed.ended");
    }

    @Test
    void monitorsAreReportedInsideTheirCalls() {
        assertThat(order("begin"))
                .containsExactly(
                        "ALOAD 0", "DUP", "INVOKESTATIC Monitors.entered", "INVOKESTATIC Observed.entered", "RETURN");
        assertThat(order("end"))
                .containsExactly(
                        "ALOAD 0", "DUP", "INVOKESTATIC Observed.exiting", "INVOKESTATIC Monitors.exiting", "RETURN");
        assertThat(order("signal")).containsExactly("ALOAD 0", "INVOKESTATIC Monitors.signal", "RETURN");
    }

    @Test
    void waitsAreAnExitAndAnEntry() {
        assertThat(order("await"))
                .containsExactly(
                        "ALOAD 0",
                        "ASTORE 1",
                        "ALOAD 1",
                        "INVOKESTATIC Observed.exiting",
                        "ALOAD 1",
                        "INVOKESTATIC Monitors.await",
                        "ALOAD 1",
                        "INVOKESTATIC Observed.entered",
                        "RETURN");
        assertThat(order("awaitAWhile"))
                .containsExactly(
                        "ALOAD 0",
                        "LLOAD 1",
                        "ILOAD 3",
                        "ISTORE 7",
                        "LSTORE 5",
                        "ASTORE 4",
                        "ALOAD 4",
                        "INVOKESTATIC Observed.exiting",
                        "ALOAD 4",
                        "LLOAD 5",
                        "ILOAD 7",
                        "INVOKESTATIC Monitors.await",
                        "ALOAD 4",
                        "INVOKESTATIC Observed.entered",
                        "RETURN");
    }

    @Test
    void messagesOrderTheirRanks() {
        assertThat(order("send"))
                .containsExactly(
                        "ALOAD 0",
                        "ILOAD 1",
                        "ALOAD 2",
                        "INVOKESTATIC Observed.sends",
                        "INVOKEINTERFACE Comm.send",
                        "RETURN");
        assertThat(order("sendAsync"))
                .containsSubsequence("INVOKESTATIC Observed.sends", "INVOKEINTERFACE Comm.sendAsync");
        for (String name : List.of("receive", "probe")) {
            assertThat(order(name))
                    .containsExactly(
                            "ALOAD 0",
                            "ILOAD 1",
                            "INVOKEINTERFACE Comm." + name,
                            "INVOKESTATIC Observed.received",
                            "ARETURN");
        }
        assertThat(order("rank")).containsExactly("ALOAD 0", "INVOKEINTERFACE Comm.rank", "IRETURN");
    }

    @Test
    void locksAndAtomicsOfTheJdkOrderTheWorkersOfARank() {
        assertThat(order("count"))
                .containsExactly(
                        "ALOAD 0",
                        "ACONST_NULL",
                        "INVOKESTATIC Observed.exiting",
                        "INVOKEVIRTUAL AtomicInteger.get",
                        "ACONST_NULL",
                        "INVOKESTATIC Observed.entered",
                        "IRETURN");
        assertThat(order("counter"))
                .containsExactly("NEW AtomicInteger", "DUP", "INVOKESPECIAL AtomicInteger.<init>", "ARETURN");
    }

    @ParameterizedTest
    @CsvSource({
        "50, 0, 51, 0", // Java 6 has no invokedynamic
        "45, 3, 51, 0",
        "51, 1, 51, 1",
        "52, 0, 52, 0",
        "61, 65535, 61, 65535",
    })
    void classFilesGetInvokedynamic(int major, int minor, int majorAfter, int minorAfter) {
        ClassNode node = PROGRAM.compiled("Cell");
        node.version = minor << 16 | major;

        assertThat(PROGRAM.weave(new CheckPass(), node).version).isEqualTo(minorAfter << 16 | majorAfter);
    }
}
