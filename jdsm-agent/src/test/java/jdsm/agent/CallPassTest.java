package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import jdsm.runtime.SharedArrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class CallPassTest {
    private static final String SOURCE = """
            interface Copier { void copy(Object a, int i, Object b, int j, int n); }
            interface Viewer { String view(int[] a); }
            interface Maker { String make(char[] a); }
            class Calls {
                void copy(Object a, int i, Object b, int j, int n) { System.arraycopy(a, i, b, j, n); }
                void copier(Object a, int i, Object b, int j, int n) {
                    Copier c = System::arraycopy;
                    c.copy(a, i, b, j, n);
                }
                void fill(int[] a, int v) { Arrays.fill(a, v); }
                void fillRange(int[] a, int from, int to, int v) { Arrays.fill(a, from, to, v); }
                int[] prefix(int[] a, int n) { return Arrays.copyOf(a, n); }
                int[] range(int[] a, int from, int to) { return Arrays.copyOfRange(a, from, to); }
                void sort(int[] a) { Arrays.sort(a); }
                boolean same(int[] a, int[] b) { return Arrays.equals(a, b); }
                int hash(int[] a) { return Arrays.hashCode(a); }
                String text(int[] a) { Viewer v = Arrays::toString; return v.view(a); }
                int sum(int[] a) { return Arrays.stream(a).sum(); }
                int[] dup(int[] a) { return a.clone(); }
                String string(char[] a) { return new String(a, 1, 2); }
                String made(char[] a) { Maker m = String::new; return m.make(a); }
                void chars(String s, char[] a) { s.getChars(0, 2, a, 0); }
                List<Object> list(Object[] a) { return Arrays.asList(a); }
                String deep(int[][] a) { return Arrays.deepToString(a); }
                String deepObjects(Object[] a) { return Arrays.deepToString(a); }
                boolean deepSame(Object a, Object b) { return Objects.deepEquals(a, b); }
                Object reflect(Object a) { return java.lang.reflect.Array.get(a, 0); }
                long own(long x, int[] a, double d) { return x + helper(x, a, d); }
                static long helper(long x, int[] a, double d) { return 1; }
            }
            """;

    private static final int[] NUMBERS = {3, 1, 2, 9, 8, 7, 6, 5};

    @TempDir
    static Path directory;

    private static Program program;

    private Object calls;
    private final int[] array = NUMBERS.clone();
    private final int[] second = NUMBERS.clone();
    private final RecordingShared shared = RecordingShared.array(4, 2);
    private final RecordingShared secondShared = RecordingShared.array(4, 2);

    @BeforeAll
    static void weave() {
        program = Program.compile(directory, SOURCE).weave();
    }

    @BeforeEach
    void make() throws Exception {
        calls = program.make("Calls");
        SharedArrays.of(int[].class).add(array, shared);
        SharedArrays.of(int[].class).add(second, secondShared);
    }

    private Object call(String name, Object... arguments) throws Throwable {
        return Program.call(calls, name, arguments);
    }

    @Test
    void arraysInArraysOfObjectsAreCheckedToo() throws Throwable {
        Object[] outer = {array, 3, null};
        outer[2] = new Object[] {outer, second};

        call("deepObjects", (Object) outer);

        assertThat(shared.events()).containsExactly("read 0-4");
        assertThat(secondShared.events()).containsExactly("read 0-4");
    }

    @Test
    void deepEqualsReadsBoth() throws Throwable {
        assertThat(call("deepSame", array, second)).isEqualTo(true);

        assertThat(shared.events()).containsExactly("read 0-4");
        assertThat(secondShared.events()).containsExactly("read 0-4");
    }

    @Test
    void copyingChecksBothRanges() throws Throwable {
        call("copy", array, 3, second, 4, 4);

        assertThat(second).containsExactly(3, 1, 2, 9, 9, 8, 7, 6);
        assertThat(shared.events()).containsExactly("read 1-4");
        assertThat(secondShared.events()).containsExactly("write 2-4");
    }

    @Test
    void copyingByAMethodReference() throws Throwable {
        call("copier", array, 0, second, 6, 2);

        assertThat(second).endsWith(3, 1);
        assertThat(shared.events()).containsExactly("read 0-1");
        assertThat(secondShared.events()).containsExactly("write 3-4");
    }

    @Test
    void badCopiesThrowAsEver() {
        assertThatThrownBy(() -> call("copy", array, 7, second, 0, Integer.MAX_VALUE))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThatThrownBy(() -> call("copy", array, 0, "text", 0, 1)).isInstanceOf(ArrayStoreException.class);
        assertThatThrownBy(() -> call("copy", null, 0, array, 0, 1)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void writersOfArrays() throws Throwable {
        call("fillRange", array, 2, 4, 0);
        assertThat(shared.events()).containsExactly("write 1-2");
        call("sort", array);
        assertThat(array).isSorted();
        assertThat(shared.events()).containsExactly("write 1-2", "write 0-4");
        call("fill", second, 5);
        assertThat(second).containsOnly(5);
        assertThat(secondShared.events()).containsExactly("write 0-4");
    }

    @Test
    void readersOfRanges() throws Throwable {
        assertThat((int[]) call("prefix", array, 3)).containsExactly(3, 1, 2);
        assertThat((int[]) call("range", second, 6, 10)).containsExactly(6, 5, 0, 0);

        assertThat(shared.events()).containsExactly("read 0-2");
        assertThat(secondShared.events()).containsExactly("read 3-4");
    }

    @Test
    void readersOfAll() throws Throwable {
        assertThat(call("same", array, second)).isEqualTo(true);
        assertThat(shared.events()).containsExactly("read 0-4");
        assertThat(secondShared.events()).containsExactly("read 0-4");
        for (String reader : List.of("hash", "text", "sum", "dup")) {
            int[] fresh = NUMBERS.clone();
            RecordingShared handle = RecordingShared.array(1, 0);
            SharedArrays.of(int[].class).add(fresh, handle);

            call(reader, fresh);

            assertThat(handle.events()).as(reader).containsExactly("read 0-1");
        }
        assertThat(call("hash", (Object) NUMBERS)).isEqualTo(Arrays.hashCode(NUMBERS));
        assertThat(call("reflect", array)).isEqualTo(3);
    }

    @Test
    void otherMethodsOfTheJdk() throws Throwable {
        char[] chars = "abc".toCharArray();
        RecordingShared handle = RecordingShared.array(1, 0);
        SharedArrays.of(char[].class).add(chars, handle);

        assertThat(call("string", chars)).isEqualTo("bc");
        assertThat(handle.events()).containsExactly("read 0-1");
        assertThat(call("made", chars)).isEqualTo("abc");
        call("chars", "xyz", chars);
        assertThat(chars).containsExactly('x', 'y', 'c');
        assertThat(handle.events()).containsExactly("read 0-1", "write 0-1");
    }

    @Test
    void arraysInArrays() throws Throwable {
        assertThat(call("deep", (Object) new int[][] {array, null}))
                .isEqualTo("[" + Arrays.toString(NUMBERS) + ", null]");
        assertThat(shared.events()).containsExactly("read 0-4");
    }

    @Test
    void viewsOfSharedArraysAreRefusedWhereTheyAreMade() throws Throwable {
        Object[] objects = {"a"};
        assertThat(call("list", (Object) objects)).isEqualTo(List.of("a"));
        SharedArrays.of(Object[].class).add(objects, RecordingShared.array(1, 0));

        assertThatThrownBy(() -> call("list", (Object) objects))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("a view of a shared Object[] is not kept coherent: make it of a copy of the array");
    }

    @Test
    void callsOfTheApplicationAreLeftAlone() throws Throwable {
        assertThat(call("own", 1L, array, 2.0)).isEqualTo(2L);
        assertThat(shared.events()).isEmpty();
    }

    @Test
    void howItLooks() throws Exception {
        Golden.assertSame(program.listing("Calls", "fillRange"), "call-with-range.txt");
        Golden.assertSame(program.listing("Calls", "string"), "call-of-constructor.txt");
        assertThat(program.refusals()).isEmpty();
    }
}
