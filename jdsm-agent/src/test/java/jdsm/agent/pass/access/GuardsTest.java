package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/** Methods in which accesses need different tests to be passed, or whose start is no good place for what they compute. */
class GuardsTest {
    private static final String SOURCE = """
            public class T implements I {
                static int step;
                public int behindAnotherTest(int[] a, int n, int k, int d) {
                    int x = n % d, limit = n / d, s = 0;
                    for (int j = 0; j < limit; j++) {
                        s += a[x + j];
                        if (j >= k) break;
                        a[x + j] = s;
                    }
                    return s;
                }
                public int underACondition(int[] a, int n, int k, int d) {
                    int x = n % d, limit = n / d, s = 0;
                    for (int j = 0; j < limit; j++) {
                        if (s < 100) s += a[x + j];
                        if (j >= k) break;
                        s += a[x + j];
                    }
                    return s;
                }
                public int testedAtTheEnd(int[] a, int n, int k, int d) {
                    int s = 0, i = 0;
                    do {
                        int x = i % d, j = 0;
                        do {
                            s += a[j + x];
                            if (i >= k) return s;
                            a[j + x] = s;
                            j++;
                        } while (j < n);
                        i++;
                    } while (i < 3);
                    return s;
                }
                public int rowsBehindTests(int[] u, int n, int k, int p) {
                    int[][] w = {u, u};
                    return rows(w, u, n, k, p);
                }
                static int rows(int[][] w, int[] u, int n, int k, int p) {
                    int s = 0, r = 0;
                    R: while (s != 77) {
                        int i = 0;
                        do {
                            int[] row = w[i];
                            if (r >= k) break R;
                            s += u[s & 1];
                            for (int j = 0; j < n; j++) s += row[j];
                            i++;
                        } while (i < p);
                        r++;
                    }
                    for (int q = 0; q < k; q++) s += w[q].length;
                    return s;
                }
                public int longExpression(int[] a, int x, int n, int unused) {
                    DOUBLINGS
                    int s = a[x & 7];
                    for (int i = 0; i < n; i++) s += a[i];
                    return s;
                }
                public int initialiser(int[] a, int n, int unused, int never) {
                    step = 1;
                    int s = 0;
                    for (int i = 0; i < n; i++) s += a[i] + TABLE[i];
                    return s;
                }
            }
            interface I { int[] TABLE = { T.step, 0, 0, 0, 0, 0 }; }
            """.replace("DOUBLINGS", "x += x;".repeat(15));

    private static final int MODERATE_BYTES = 600;

    private static final Map<String, MethodNode> METHODS = new HashMap<>();
    private static Map<String, byte[]> files;
    private static Class<?> plain;
    private static Class<?> woven;

    @BeforeAll
    static void compile() {
        files = InMemory.compile(SOURCE);
    }

    @BeforeEach
    void weave() throws Exception {
        Audited twice = Audited.of(
                files,
                new TestClasses(files),
                node -> node.methods.forEach(method -> {
                    MethodNode copy = new MethodNode(method.access, method.name, method.desc, null, null);
                    method.accept(copy);
                    METHODS.put(method.name, copy);
                }));
        plain = twice.plain();
        woven = twice.woven();
    }

    @AfterAll
    static void forget() {
        Rights.reset();
    }

    private static Object call(Class<?> type, String name, int... arguments) throws Exception {
        int[] array = new int[12];
        Arrays.setAll(array, i -> i);
        Object self = type.getConstructor().newInstance();
        Rights.reset();
        if (type == woven) {
            Rights.share(self);
            Rights.share(array);
        }
        Method method = type.getMethod(name, int[].class, int.class, int.class, int.class);
        return method.invoke(self, array, arguments[0], arguments[1], arguments[2]) + Arrays.toString(array);
    }

    @ParameterizedTest
    @CsvSource({
        "behindAnotherTest, 17, 0, 4",
        "behindAnotherTest, 17, 2, 4",
        "underACondition, 17, 0, 4",
        "underACondition, 17, 2, 4",
        "testedAtTheEnd, 5, 0, 2",
        "testedAtTheEnd, 5, 2, 2",
        "rowsBehindTests, 5, 2, 2",
        "rowsBehindTests, 5, 0, 2",
        "longExpression, 3, 5, 0",
        "initialiser, 2, 0, 0"
    })
    void allIsCheckedAndTheSame(String method, int first, int second, int third) throws Exception {
        Object expected = call(plain, method, first, second, third);

        assertThat(call(woven, method, first, second, third)).isEqualTo(expected);
        assertThat(Rights.violations()).isEmpty();
    }

    @Test
    void anExpressionThatGrowsIsNotWrittenDownAgain() {
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        METHODS.get("longExpression").accept(size);

        assertThat(size.getMaxSize()).isLessThan(MODERATE_BYTES);
    }

    @Test
    void codeAtTheStartIsInTheFirstLine() {
        assertThat(StreamSupport.stream(
                                METHODS.get("longExpression").instructions.spliterator(), false)
                        .filter(LineNumberNode.class::isInstance)
                        .map(node -> ((LineNumberNode) node).line)
                        .findFirst())
                .contains(56);
    }
}
