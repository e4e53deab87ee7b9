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
                "static Object none = null;",
                "static int n = 7; static int[] a = new int[n - 5]; static { a[1] = 1; }",
                "static int n = 7; static int[] a = new int[n + 1]; static { a[7] = 1; }",
                "static int n = 7; static int[] a = new int[n * 2]; static { a[13] = 1; }",
                "static int[] a = new int[0]; static int[][] b = new int[2][0]; static int[][] c = new int[0][2];",
                "static int[][] a = new int[2][3]; static { a[0] = new int[1]; }",
                "static Object o; static { o = new Object[1]; o = null; o = 5 > 3 ? null : o; }",
                "static byte b = 100; static short s = 1000; static char c = 'c'; static double d = 1.5;"
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
                "static A[] a = new A[3];",
                "static int n = 7; static int[] a = new int[n - 5]; static { a[2] = 1; }",
                "static int n = 7; static int[] a = new int[n + 1]; static { a[8] = 1; }",
                "static int n = 7; static int[] a = new int[n * 2]; static { a[14] = 1; }",
                "static int n = -1; static int[] a = new int[3]; static { a[n] = 1; }",
                "static int n = -1; static int[][] a = new int[2][n];",
                "static int[] a = new int[3]; static { a[A.n] = 1; }",
                "static A[][] a = new A[2][3];",
                "static int[][] a = new int[2][3]; static { a[2] = new int[1]; }",
                "static Object o = A.class;",
                "static Object o = new A();",
                "static int n; static { try { n = 1; } catch (RuntimeException e) { n = 2; } }"
            })
    void timeMatters(String fields) {
        assertThat(matters(fields)).isTrue();
    }
}
