package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Spliterator;
import java.util.function.IntUnaryOperator;
import jdsm.runtime.KeptArrays;
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
            interface Sorter { void sort(Integer[] a, Comparator<Integer> order); }
            class Calls {
                List<Object> listOf(Object a, Object b) { return Arrays.asList(a, b); }
                Object wrapped(byte[] a) { return java.nio.ByteBuffer.wrap(a); }
                byte[] inside(java.nio.ByteBuffer b) { return b.array(); }
                void unknown(int[] a) throws Throwable { ((java.lang.invoke.MethodHandle) null).invoke(a, 1); }
                Object invoke(java.lang.reflect.Method m, Object o, Object[] a) throws Exception { return m.invoke(o, a); }
                void sortBy(Integer[] a, Comparator<Integer> order) { Sorter s = Arrays::sort; s.sort(a, order); }
                Object toArray(Collection<?> c, Integer[] a) { return c.toArray(a); }
                int readSome(java.io.InputStream in, byte[] b, int from, int n) throws Exception { return in.read(b, from, n); }
                void setAll(int[] a, java.util.function.IntUnaryOperator f) { Arrays.setAll(a, f); }
                int hashOf(Object o) { return o.hashCode(); }
                int hasher(Object o) {
                    java.util.function.ToIntFunction<Object> f = System::identityHashCode;
                    return f.applyAsInt(o);
                }
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
                Spliterator<Object> elements(Object[] a) { return Arrays.spliterator(a); }
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

    private static Program compiled;

    private Program program;

    private Object calls;
    private final int[] array = NUMBERS.clone();
    private final int[] second = NUMBERS.clone();
    private final RecordingShared shared = RecordingShared.array(4, 2);
    private final RecordingShared secondShared = RecordingShared.array(4, 2);

    @BeforeAll
    static void compile() {
        compiled = Program.compile(directory, SOURCE);
    }

    @BeforeEach
    void make() throws Exception {
        program = compiled.again().weave();
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
    void viewsCheckEachAccess() throws Throwable {
        Object[] objects = {"a", "b", "c", "d"};
        @SuppressWarnings("unchecked")
        Spliterator<Object> view = (Spliterator<Object>) call("elements", (Object) objects);
        List<Object> found = new ArrayList<>();
        view.tryAdvance(found::add);
        RecordingShared handle = RecordingShared.array(2, 2);
        SharedArrays.of(Object[].class).add(objects, handle);

        view.tryAdvance(found::add);
        view.tryAdvance(found::add);

        assertThat(found).containsExactly("a", "b", "c");
        assertThat(handle.events()).containsExactly("read 0-1", "read 1-2");
    }

    @Test
    void listsOfArraysAreTwins() throws Throwable {
        assertThat(call("listOf", "a", "b"))
                .isEqualTo(Arrays.asList("a", "b"))
                .isExactlyInstanceOf(Class.forName("jdsm.util.ArrayAsList"));
    }

    @Test
    void whatIsKeptMustNotBeShared() throws Throwable {
        byte[] bytes = new byte[4];
        SharedArrays.of(byte[].class).add(bytes, RecordingShared.array(1, 0));

        assertThatThrownBy(() -> call("wrapped", bytes))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(
                        "java.nio.ByteBuffer.wrap goes on using the shared byte[] that it is given, where nothing keeps"
                                + " it coherent: give it a copy (array.clone()), and copy back what it has changed");
        byte[] later = new byte[4];
        call("wrapped", later);
        assertThatThrownBy(() -> KeptArrays.requireNotKept(later, () -> "Some.field"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageStartingWith(
                        "Some.field cannot be shared, for java.nio.ByteBuffer.wrap was given this byte[]");
        KeptArrays.requireNotKept(new byte[4], () -> "Some.field");
    }

    @Test
    void whatIsHandedOutMustNotBeShared() throws Throwable {
        byte[] inside = (byte[]) call("inside", java.nio.ByteBuffer.allocate(3));

        assertThatThrownBy(() -> KeptArrays.requireNotKept(inside, () -> "Some.field"))
                .hasMessageContaining("java.nio.ByteBuffer.array was given this byte[]");
    }

    @Test
    void unknownMethodsMayDoAnything() {
        assertThatThrownBy(() -> call("unknown", array))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageStartingWith(
                        "java.lang.invoke.MethodHandle.invoke is not known to JDSM, and may write or go on"
                                + " using the shared int[] that it is given");
    }

    @Test
    void byReflectionOnlyTheProgramsOwnMethodsAreKnown() throws Throwable {
        var fill = Arrays.class.getMethod("fill", int[].class, int.class);
        var own = program.type("Calls").getDeclaredMethod("helper", long.class, int[].class, double.class);
        own.setAccessible(true);

        assertThatThrownBy(() -> call("invoke", fill, null, new Object[] {array, 1}))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageStartingWith("java.util.Arrays.fill, called by reflection, is not known to JDSM");
        assertThat(call("invoke", own, null, new Object[] {1L, array, 2.0})).isEqualTo(1L);
        assertThat(array[0]).isEqualTo(3);
    }

    @Test
    void callbacksMaySynchronize() throws Throwable {
        Integer[] boxed = {3, 1, 2, 4};
        RecordingShared handle = RecordingShared.array(4, 1);
        SharedArrays.of(Integer[].class).add(boxed, handle);
        Comparator<Integer> losing = (a, b) -> {
            handle.lose();
            return a - b;
        };

        call("sortBy", boxed, losing);

        assertThat(boxed).containsExactly(1, 2, 3, 4);
        assertThat(handle.events()).containsExactly("read 0-4", "write 0-1", "write 1-2", "write 2-3");
    }

    @Test
    void whatACallHasChangedIsStoredWhereItThrows() {
        Integer[] target = {1, 2, 3};
        SharedArrays.of(Integer[].class).add(target, RecordingShared.array(1, 0));
        Collection<Object> bad = List.of(7, "no number");

        assertThatThrownBy(() -> call("toArray", bad, target)).isInstanceOf(ArrayStoreException.class);

        assertThat(target).containsExactly(7, 2, 3);
    }

    @Test
    void theArrayItselfIsTheResult() throws Throwable {
        Integer[] target = {1, 2, 3};
        SharedArrays.of(Integer[].class).add(target, RecordingShared.array(1, 0));

        assertThat(call("toArray", List.of(7, 8, 9), target)).isSameAs(target);
        assertThat(target).containsExactly(7, 8, 9);
        assertThat(call("toArray", List.of(1, 2, 3, 4), target)).isNotSameAs(target);
        assertThat(target).containsExactly(7, 8, 9);
    }

    @Test
    void rangesAreCopiedAlone() throws Throwable {
        byte[] bytes = new byte[8];
        RecordingShared handle = RecordingShared.array(8, 1);
        SharedArrays.of(byte[].class).add(bytes, handle);

        assertThat(call("readSome", new ByteArrayInputStream(new byte[] {1, 2, 3}), bytes, 2, 4))
                .isEqualTo(3);

        assertThat(bytes).containsExactly(0, 0, 1, 2, 3, 0, 0, 0);
        assertThat(handle.events()).containsExactly("read 2-6", "write 2-3", "write 3-4", "write 4-5");
        assertThatThrownBy(() -> call("readSome", new ByteArrayInputStream(new byte[1]), bytes, 7, 2))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void generatorsMaySynchronize() throws Throwable {
        int[] numbers = new int[4];
        RecordingShared handle = RecordingShared.array(4, 1);
        SharedArrays.of(int[].class).add(numbers, handle);
        IntUnaryOperator losing = i -> {
            handle.lose();
            return i;
        };

        call("setAll", numbers, losing);

        assertThat(numbers).containsExactly(0, 1, 2, 3);
        assertThat(handle.events()).containsExactly("write 0-1", "write 1-2", "write 2-3", "write 3-4");
    }

    @Test
    void hashCodesOfArraysAreThoseOfTheJob() throws Throwable {
        assertThat(call("hashOf", array)).isEqualTo(RecordingShared.HASH);
        assertThat(call("hashOf", "text")).isEqualTo("text".hashCode());
        assertThat(call("hasher", array)).isEqualTo(RecordingShared.HASH);
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
