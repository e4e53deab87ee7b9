package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A handler behind a synchronisation, a bound that throws where it is reached, a counter that comes to an end of the ints, and
 * callbacks of the JDK: each as small as it can be.
 */
class CornersTest {
    private static final String SOURCE = """
            import java.util.*;
            public final class T {
                public static Runnable action = () -> {};
                int n = 5;
                T next;
                static int sync() { action.run(); return 2; }
                static int syncing(int v) { action.run(); return v; }
                static int failing() { action.run(); throw new IllegalStateException(); }
                public int handler(int[] a) {
                    int s = a[1];
                    try { s += failing(); } catch (IllegalStateException e) { s += a[1]; }
                    return s;
                }
                public int handlerInALoop(int[] a) {
                    int s = 0;
                    for (int i = 0; i < 4; i++) {
                        try { a[i] = s; s += failing(); } catch (IllegalStateException e) { a[i] += s; }
                    }
                    return s;
                }
                public int handlerBehindTwo(int[] a) {
                    int s = 0;
                    try { s = a[2]; s += sync(); s += a[2]; s += failing(); } catch (IllegalStateException e) { s += a[2]; }
                    return s;
                }
                public int lateBoundOfAnObject(int[] a) {
                    int s = 0, i = 0;
                    try { do { s += a[i]; a[i] = s; } while (++i < next.n); } catch (NullPointerException e) { s += 3; }
                    return s;
                }
                public int lateBoundInRows(int[] a) {
                    int[][] w = {null, a};
                    int s = 0, i = 0;
                    try { do { s += a[i]; } while (++i < w[0].length); } catch (NullPointerException e) { s += 3; }
                    return s;
                }
                public int lateBoundOutside(int[] a) {
                    int[][] w = {a};
                    int s = 0, i = 3;
                    try { do { s += a[i]; } while (++i < w[7].length); } catch (IndexOutOfBoundsException e) { s += 3; }
                    return s;
                }
                public int testThatThrows(int[] a) {
                    int s = 0, i = 0;
                    while (true) {
                        try { if (i >= next.n) break; } catch (NullPointerException e) { if (i > 9) return s; }
                        s += a[i];
                        i++;
                    }
                    return s;
                }
                public int wraps(int[] a) {
                    int s = 0;
                    for (int i = 2147483640; i <= 2147483647; i++) {
                        int k = i - 2147483640;
                        if (k > 14) break;
                        s += a[k];
                    }
                    return s;
                }
                public int wrapsBelow(int[] a) {
                    int s = 0;
                    for (int i = -2147483646; i >= -2147483648; i--) {
                        int k = -2147483646 - i;
                        if (k > 14) return s;
                        a[k] = s++;
                    }
                    return s;
                }
                public int wrapsInStepsOfRows(int[] a) {
                    int[][] w = {a, a, a, a, a, a, new int[1]};
                    int s = 0;
                    for (int i = 2147483645; i < 2147483647; i += 2) {
                        int k = i - 2147483645;
                        if (k > 5) break;
                        for (int j = 0; j < 9; j++) s += w[k][j];
                    }
                    return s;
                }
                public int setAll(int[] a) {
                    int s = a[0];
                    Arrays.setAll(new int[3], i -> syncing(i));
                    return s + a[0];
                }
                public int setAllInALoop(int[] a) {
                    int s = 0;
                    for (int i = 0; i < 5; i++) { Arrays.setAll(new int[3], T::syncing); s += a[i]; }
                    return s;
                }
                public int sort(int[] a) {
                    int s = a[0];
                    Arrays.sort(new Integer[] {2, 1}, (x, y) -> syncing(x) - y);
                    return s + a[0];
                }
                public int list(int[] a) {
                    int s = a[0];
                    List.of(1).forEach(T::syncing);
                    return s + a[0];
                }
            }
            """;

    private static Map<String, byte[]> files;
    private static Class<?> plain;
    private static Class<?> woven;

    @BeforeAll
    static void compile() {
        files = InMemory.compile(SOURCE);
    }

    @BeforeEach
    void weave() throws Exception {
        Audited twice = Audited.of(files, ClassFiles.of(files), node -> {});
        plain = twice.plain();
        woven = twice.woven();
        woven.getField("action").set(null, (Runnable) Rights::synchronize);
    }

    @AfterAll
    static void forget() {
        Rights.reset();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "handler",
                "handlerInALoop",
                "handlerBehindTwo",
                "lateBoundOfAnObject",
                "lateBoundInRows",
                "lateBoundOutside",
                "testThatThrows",
                "wraps",
                "wrapsBelow",
                "wrapsInStepsOfRows",
                "setAll",
                "setAllInALoop",
                "sort",
                "list"
            })
    void allIsCheckedAndTheSame(String method) throws Exception {
        String expected = call(plain, method);

        assertThat(call(woven, method)).isEqualTo(expected);
        assertThat(Rights.violations()).isEmpty();
        assertThat(Rights.accesses()).isPositive();
    }

    private static String call(Class<?> type, String method) throws Exception {
        int[] array = new int[16];
        Arrays.setAll(array, i -> i + 1);
        Object self = type.getConstructor().newInstance();
        Rights.reset();
        if (type == woven) {
            Rights.share(self);
            Rights.share(array);
        }
        try {
            return type.getMethod(method, int[].class).invoke(self, array) + Arrays.toString(array);
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }
}
