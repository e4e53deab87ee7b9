package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Initialisers whose time does not matter, and others. */
class InertInitializersTest {
    private static boolean matters(String fields) {
        String source = "class A { static int n = 3; static int[] given() { return new int[n]; } }\n" + "class H { "
                + fields + " }\n";
        return !ClassFiles.of(InMemory.compile(source)).initializers("H").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "static int n = 3;",
                "static double[] a = new double[100]; static long l = 5; static float f = 2; static String s = \"s\";",
                "static int n = 7; static int[][] a = new int[n][n * n - 1];",
                "static int[] a = {1, 2, 3}; static String[] s = {\"a\", \"b\"}; static int[][] b = {{1}, {2, 3}};",
                "static Object none = null;"
            })
    void timeDoesNotMatter(String fields) {
        assertThat(matters(fields)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "static int n = A.n;",
                "static int[] a = A.given();",
                "static int n = -3; static int[] a = new int[n];",
                "static int[] a = new int[2]; static { a[2] = 1; }",
                "static int[] a; static { a[0] = 1; }",
                "static int n = 4; static int m = n / (n - 4);",
                "static volatile int n = 3;",
                "static { A.n = 4; }",
                "static int n; static { for (int i = 0; i < 3; i++) n += i; }",
                "static { System.out.println(); }",
                "static Object[] o = new String[1]; static { o[0] = new int[1]; }",
                "static A[] a = new A[3];"
            })
    void timeMatters(String fields) {
        assertThat(matters(fields)).isTrue();
    }
}
