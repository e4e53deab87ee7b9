package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdsm.agent.pass.CheckReport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.commons.CodeSizeEvaluator;

/** Which code becomes a method of its own where nothing is left to check, and that it does the same. */
class PlainMethodsTest {
    private static final String SOURCE = """
            public class T {
                int n = 3;
                public Object nothing(int[] a, double[] d, int k, long m) {
                    for (int i = 0; i < k; i++)
                        for (int j = 0; j < k; j++) a[(i & 7) + j] += i * j;
                    return a[1];
                }
                public Object doubleResult(int[] a, double[] d, int k, long m) {
                    double s = 0.5;
                    for (int i = 0; i < k; i++)
                        for (int j = 0; j < k; j++) s += d[i] * a[(i & 7) + j];
                    return s;
                }
                public Object longResult(int[] a, double[] d, int k, long m) {
                    for (int i = 0; i < k; i++)
                        for (int j = 0; j < k; j++) m = m * 31 + a[(i & 7) + j];
                    return m;
                }
                public Object counterIsResult(int[] a, double[] d, int k, long m) {
                    int i = 0;
                    for (; i < k; i += 2)
                        for (int j = 0; j < i; j++) a[(i & 7) + j] += i;
                    return i;
                }
                public Object assignedInTheLoopOnly(int[] a, double[] d, int k, long m) {
                    int last, i = 0;
                    do {
                        last = 0;
                        for (int j = 0; j < k; j++) last += a[(i & 7) + j] * j;
                        i++;
                    } while (i < k);
                    return last;
                }
                public Object oneAfterTheOther(int[] a, double[] d, int k, long m) {
                    for (int i = 0; i < k; i++)
                        for (int j = 0; j < k; j++) a[(i & 7) + j] += i;
                    for (int i = 0; i < k; i++)
                        for (int j = 0; j + i < k; j++) d[(i & 7) + j] -= a[i];
                    return d[2];
                }
                public Object inALoop(int[] a, double[] d, int k, long m) {
                    int rounds = 0;
                    while (rounds < 3) {
                        sync();
                        for (int i = 0; i < k; i++)
                            for (int j = 0; j < k; j++) a[(i & 7) + j] += i + rounds;
                        rounds++;
                    }
                    return rounds;
                }
                public Object leftEarly(int[] a, double[] d, int k, long m) {
                    for (int i = 0; i < k; i++) {
                        if (a[i] > 3) break;
                        for (int j = 0; j < k; j++) a[(i & 7) + j] += i;
                    }
                    return a[3];
                }
                static int mine(int[] a, boolean b, byte c, char e, short f, float g, String s) {
                    for (int i = 0; i < c; i++)
                        for (int j = 0; j < f; j++) a[(i & 7) + j] += (b ? e : (int) g) + (s == null ? 1 : 2);
                    return a[0];
                }
                public Object allTypes(int[] a, double[] d, int k, long m) {
                    return mine(a, true, (byte) 2, 'x', (short) 3, 1.5f, "text");
                }
                public Object twoResults(int[] a, double[] d, int k, long m) {
                    int s = 0, t = 1;
                    for (int i = 0; i < k; i++)
                        for (int j = 0; j < k; j++) { s += a[(i & 7) + j]; t *= 3; }
                    return s + t;
                }
                public Object referenceIsResult(int[] a, double[] d, int k, long m) {
                    String last = "";
                    for (int i = 0; i < k; i++) {
                        last = "i";
                        for (int j = 0; j < k; j++) a[(i & 7) + j]++;
                    }
                    return last;
                }
                public Object leftToTwoPlaces(int[] a, double[] d, int k, long m) {
                    for (int i = 0; i < k; i++)
                        for (int j = 0; j < k; j++) if (a[(i & 7) + j]++ > 100) return -1;
                    return a[1];
                }
                public Object wholeBody(int[] a, double[] d, int k, long m) {
                    int s = 0, t = 1;
                    for (int i = 0; i < k; i++) { s += a[i]; t = t * 3 + n; }
                    return s + t + m;
                }
                public Object wholeBodyWithHandler(int[] a, double[] d, int k, long m) {
                    for (int i = 0; i < k; i++) a[i]++;
                    try {
                        return 7 / k;
                    } catch (ArithmeticException e) {
                        return "by zero";
                    }
                }
                public Object overridden(int[] a, double[] d, int k, long m) {
                    for (int i = 0; i < k; i++) a[i] += super.toString().length() * 0 + 1;
                    return a[1];
                }
                public Object longLoop(int[] a, double[] d, int k, long m) {
                    for (int i = 0; i < k; i++)
                        for (int j = 0; j < k; j++) {
                            STATEMENTS
                        }
                    return a[1];
                }
                public Object longBody(int[] a, double[] d, int k, long m) {
                    for (int i = 0; i < k; i++) {
                        BODY
                    }
                    return a[1];
                }
                void sync() {}
            }
            """.replace("STATEMENTS", "a[(i & 7) + j] += i * j + k; ".repeat(20))
            .replace("BODY", "a[i] += i * k; ".repeat(20));

    private static Map<String, byte[]> files;
    private static Class<?> plain;
    private static Class<?> woven;

    @BeforeAll
    static void compile() {
        files = InMemory.compile(SOURCE);
    }

    @BeforeEach
    void weave() throws Exception {
        Audited twice = Audited.of(files, new TestClasses(files), node -> {});
        plain = twice.plain();
        woven = twice.woven();
    }

    @AfterAll
    static void forget() {
        Rights.reset();
    }

    private static String call(Class<?> type, String name, boolean share, int count) throws Exception {
        int[] array = {0, 1, 2, 3, 4, 5, 6, 7};
        double[] doubles = {1, 2.5, 3, 4};
        Object self = type.getConstructor().newInstance();
        Rights.reset();
        if (share) {
            Rights.share(array);
            Rights.share(doubles);
        }
        Method method = type.getMethod(name, int[].class, double[].class, int.class, long.class);
        return method.invoke(self, array, doubles, count, 5L) + Arrays.toString(array) + Arrays.toString(doubles);
    }

    private static List<Method> made(String name) {
        return Arrays.stream(woven.getDeclaredMethods())
                .filter(method -> method.getName().startsWith(name + "$plain"))
                .toList();
    }

    private static void requireTheSame(String name) throws Exception {
        for (int count : new int[] {0, 1, 4}) {
            String expected = call(plain, name, false, count);

            assertThat(call(woven, name, false, count)).as("private").isEqualTo(expected);
            assertThat(call(woven, name, true, count)).as("shared").isEqualTo(expected);
            assertThat(Rights.violations()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nothing",
                "doubleResult",
                "longResult",
                "counterIsResult",
                "assignedInTheLoopOnly",
                "inALoop",
                "leftEarly",
                "longLoop"
            })
    void becomesAMethod(String name) throws Exception {
        requireTheSame(name);
        assertThat(made(name)).singleElement().satisfies(method -> {
            assertThat(method.isSynthetic()).isTrue();
            assertThat(Modifier.isPrivate(method.getModifiers())).isTrue();
        });
    }

    @Test
    void eachOfTwo() throws Exception {
        requireTheSame("oneAfterTheOther");
        assertThat(made("oneAfterTheOther")).hasSize(2);
    }

    @Test
    void parametersOfAllTypes() throws Exception {
        requireTheSame("allTypes");
        assertThat(made("mine")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wholeBody", "wholeBodyWithHandler"})
    void allOfTheMethod(String name) throws Exception {
        requireTheSame(name);
        assertThat(made(name))
                .singleElement()
                .satisfies(method -> assertThat(method.getReturnType()).isEqualTo(Object.class));
    }

    /** The call would be what counts, or HotSpot would inline it again. */
    @Test
    void onlyWhatIsLongAndThenLongerThanHotSpotInlines() {
        Map<String, byte[]> files = InMemory.compile(SOURCE);
        Map<String, Integer> made = new TreeMap<>();
        Weaving.weave(
                new AccessPass(),
                files,
                new TestClasses(files),
                CheckReport.NONE,
                node -> node.methods.stream()
                        .filter(method -> method.name.contains("$plain"))
                        .forEach(method -> {
                            CodeSizeEvaluator size = new CodeSizeEvaluator(null);
                            method.accept(size);
                            made.put(method.name.replaceAll("[$].*", ""), size.getMinSize());
                        }));

        assertThat(made).containsOnlyKeys("longBody", "longLoop");
        assertThat(made.values()).allSatisfy(bytes -> assertThat(bytes).isGreaterThan(325));
    }

    @ParameterizedTest
    @ValueSource(strings = {"twoResults", "referenceIsResult", "leftToTwoPlaces", "overridden"})
    void staysWhereItIs(String name) throws Exception {
        requireTheSame(name);
        assertThat(made(name)).isEmpty();
    }

    @Test
    void anExceptionTellsTheLine() {
        assertThatThrownBy(() -> call(woven, "nothing", false, 5))
                .isInstanceOf(InvocationTargetException.class)
                .cause()
                .satisfies(cause -> {
                    StackTraceElement[] trace = cause.getStackTrace();
                    assertThat(trace[0].getMethodName()).startsWith("nothing$plain");
                    assertThat(trace[0].getLineNumber()).isEqualTo(5);
                    assertThat(trace[1].getMethodName()).isEqualTo("nothing");
                });
    }
}
