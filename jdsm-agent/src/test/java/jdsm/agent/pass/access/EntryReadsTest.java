package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks before loops whose range the code there must read first: from elements, fields and lengths, which may be
 * missing or out of bounds. The program then does what it did, and nothing is accessed without a check.
 */
class EntryReadsTest {
    private static final String SOURCE = """
            public final class T {
                T next, peer; int n = 3, from = 1; int[] own = {5, 2, 7, 1, 6, 3}; byte[] bytes = {1, 4}; char[] chars = {1, 5};
                short[] shorts = {2, 5}; int[][] table = {own, {1, 2, 3, 4, 5}, null};
                static int[] common = {4, 3, 2, 1};
                public int bounds(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = b[k]; i < b[k + 1]; i++) s += a[i];
                    return s;
                }
                public int offset(int[] a, int[] b, int k) {
                    for (int i = 0; i < 3; i++) a[b[k] + i] += i;
                    return b[0];
                }
                public int ofBytes(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = bytes[0]; i < bytes[k]; i++) s += a[i];
                    for (int i = chars[0]; i < chars[k]; i++) s += a[i];
                    for (int i = shorts[0]; i < shorts[k]; i++) s += a[i];
                    return s;
                }
                public int elementOfElement(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = 0; i < b[b[k]]; i++) s += a[i] + a[i + 1];
                    return s;
                }
                public int guarded(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = b[k]; i < b[k + 1]; i++) {
                        if (a[i] > 4) break;
                        s += own[i] * a[i + 1];
                    }
                    return s;
                }
                public int twoLengths(int[] a, int[] b, int k) {
                    T t = k < 0 ? next : this;
                    int s = 0;
                    for (int i = 0; i < t.own.length; i++) { a[i] += 1; b[i] += 2; }
                    return s;
                }
                public int fieldBounds(int[] a, int[] b, int k) {
                    T t = k > 2 ? next : this;
                    for (int i = t.from; i < t.n; i++) { a[i] += t.own[i]; }
                    return t.own[1];
                }
                public int row(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = 0; i < b[1]; i++) s += table[k][i];
                    return s;
                }
                public int rows(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = 0; i <= k; i++) for (int j = 0; j < 4; j++) s += table[i][j];
                    return s;
                }
                public int column(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = 0; i < 2; i++) s = 2 * s + table[i][k];
                    return s;
                }
                public int diagonals(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int t = 0; t < 2; t++)
                        for (int i = 0; i < k; i++) for (int j = 0; j < 3; j++) s += table[i][j] + table[i + 1][j + 1] * t;
                    return s;
                }
                public int byResult(int[] a, int[] b, int k) {
                    int m = Integer.bitCount(k), s = 0;
                    for (int i = 0; i < 6; i += m + 1) s = 2 * s + a[i];
                    return s;
                }
                public int byResultInside(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = 0; i < 6; i += Integer.bitCount(k + i) + 1) s = 2 * s + a[i];
                    return s;
                }
                public int extremes(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = Math.max(k, b[0] - 3); i < Math.min(b[1], a.length); i++) s += a[i];
                    return s;
                }
                public int unequal(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = b[0]; i != b[k]; i++) s += a[i];
                    return s;
                }
                public int down(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = b[1]; i > b[k]; i -= 2) s = 3 * s + a[i];
                    return s;
                }
                public int strides(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = 0; i < 3; i++) for (int j = 0; j < 2; j++) s = 2 * s + a[i * n + j * (k + 1)];
                    return s;
                }
                public int segments(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = 0; i < k; i++) for (int j = b[i] - 1; j < b[i + 1]; j++) s = 2 * s + a[j];
                    return s;
                }
                public int twoSegments(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = 0; i < k; i++) {
                        for (int j = b[i]; j < b[i + 1]; j++) s = 2 * s + a[j];
                        for (int j = own[i]; j < own[i + 1] + 4; j++) s = 2 * s + a[j];
                    }
                    return s;
                }
                public int segmentsByVariable(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = 0; i < 2 && k > 0; i++) for (int j = b[i]; j < b[i + 1]; j += k) s = 2 * s + a[j];
                    return s;
                }
                public int lateField(int[] a, int[] b, int k) {
                    int i = 0;
                    do a[i] += 3; while (++i < n);
                    return k;
                }
                public int lateInner(int[] a, int[] b, int k) {
                    for (int t = 0; t < 3; t++) {
                        int x = Integer.bitCount(t), i = 0;
                        do a[i + x] += 3; while (++i < n);
                        sync();
                    }
                    return k;
                }
                public int lateInThird(int[] a, int[] b, int k) {
                    sync();
                    for (int t = 0; t < 3; t++) {
                        int x = Integer.bitCount(t), i = 0;
                        do a[i + x] += 3; while (++i < n);
                    }
                    return k;
                }
                static void sync() {}
                public int rowsOfBlocks(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = 0; i < 2; i++)
                        for (int j = 0; j < 2; j++) for (int l = 0; l < n; l++) s = 2 * s + table[i][j * k + l];
                    return s;
                }
                public int blocksOfRows(int[] a, int[] b, int k) {
                    int s = 0;
                    for (int i = 0; i < 2; i++)
                        for (int j = 0; j < 2; j++) for (int l = 0; l < n; l++) s = 2 * s + table[i * k + j][l];
                    return s;
                }
                public int objectBesideGuard(int[] a, int[] b, int k) {
                    T p = peer;
                    int s = p.from;
                    for (int i = 0; i < k; i++) {
                        if (s > 100) break;
                        p.n += i;
                        s += 50;
                    }
                    return s;
                }
                public int ofStatic(int[] a, int[] b, int k) { return sum() + k; }
                static int sum() { return common[0] + common[1] + common[3]; }
            }
            """;

    private static final int MISSING = 4;

    @AfterAll
    static void forget() {
        Rights.reset();
    }

    private static Object call(Class<?> type, String name, boolean share, int k) throws Exception {
        int[] a = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
        int[] b = k == MISSING ? null : new int[] {1, 5, 3, 2, 6, 0, 4};
        Object self = type.getConstructor().newInstance();
        Field peer = type.getDeclaredField("peer");
        peer.setAccessible(true);
        peer.set(self, type.getConstructor().newInstance());
        Field common = type.getDeclaredField("common");
        common.setAccessible(true);
        Rights.reset();
        if (share) {
            for (Object each : new Object[] {self, a, b, common.get(null)}) {
                Rights.share(each);
            }
        }
        try {
            return type.getMethod(name, int[].class, int[].class, int.class).invoke(self, a, b, k) + Arrays.toString(a);
        } catch (InvocationTargetException e) {
            return e.getCause().getClass().getSimpleName() + Arrays.toString(a);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bounds",
                "offset",
                "ofBytes",
                "elementOfElement",
                "guarded",
                "twoLengths",
                "fieldBounds",
                "row",
                "rows",
                "column",
                "diagonals",
                "byResult",
                "byResultInside",
                "extremes",
                "unequal",
                "down",
                "strides",
                "segments",
                "twoSegments",
                "segmentsByVariable",
                "objectBesideGuard",
                "lateField",
                "lateInner",
                "lateInThird",
                "rowsOfBlocks",
                "blocksOfRows",
                "ofStatic"
            })
    void allIsCheckedAndTheSame(String method) throws Exception {
        Map<String, byte[]> files = InMemory.compile(SOURCE);
        Audited twice = Audited.of(files, new TestClasses(files), node -> {});
        int returned = 0;
        for (int k = -2; k <= MISSING + 2; k++) {
            if (method.equals("unequal") && k == 0) {
                continue; // equal at once
            }
            String expected = call(twice.plain(), method, false, k).toString();

            assertThat(call(twice.woven(), method, true, k)).as("k = " + k).isEqualTo(expected);
            assertThat(call(twice.woven(), method, false, k)).as("private").isEqualTo(expected);
            assertThat(Rights.violations()).isEmpty();
            returned += Character.isLetter(expected.charAt(0)) ? 0 : 1;
        }
        assertThat(returned).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bounds", "ofBytes", "elementOfElement", "twoLengths", "fieldBounds", "down"})
    void nothingIsCheckedInTheLoop(String method) {
        Golden golden = new Golden(SOURCE);

        assertThat(golden.listing(method)).isNotEmpty();
        assertThat(golden.checksAtDepth(method, 1)).as(golden.listing(method)).isZero();
    }

    /** What the code before the inner loop reads is checked before the outer one. */
    @Test
    void readsOfTheEntryAreCheckedFurtherOut() {
        assertThat(new Golden(SOURCE).listing("lateInThird").lines().filter(line -> line.contains("read(this)")))
                .hasSize(1);
        assertThat(new Golden(SOURCE).calls("lateInThird", "read")).isEqualTo(1);
    }

    @Test
    void rangesInWords() {
        Golden golden = new Golden(SOURCE);

        assertThat(golden.listing("bounds")).isEqualTo("""
                line 7: read(a[b[k] .. b[k + 1] - 1]) at the method's start
                line 7: read(b[k + 1]) at the method's start
                line 7: read(b[k]) at the method's start""");
        assertThat(golden.listing("diagonals"))
                .contains("table[0 .. k - 1][0 .. 2])", "table[1 .. k][1 .. 3])")
                .doesNotContain("table[0 .. k][0 .. 3])");
        assertThat(golden.listing("byResult")).contains("read(a[0 .. end of 6])");
        assertThat(golden.listing("byResultInside")).contains("read(a[i]) in the loop");
        assertThat(golden.listing("extremes")).contains("read(a[max(k, b[0] - 3) .. min(b[1], a.length) - 1])");
        assertThat(golden.listing("unequal")).contains("read(a[b[0] .. end of b[k]])");
    }

    /** A handle is looked up once for three elements, in a method that has no variable of its own. */
    @Test
    void oneLookUp() {
        Golden golden = new Golden(SOURCE);

        assertThat(golden.calls("sum", "toRead")).isEqualTo(1);
        assertThat(golden.calls("sum", "read")).isEqualTo(3);
    }
}
