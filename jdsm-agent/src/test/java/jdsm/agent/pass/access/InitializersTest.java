package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Class initialisers that instructions run: they synchronise, store and throw like any call. Each program initialises a class
 * in the fifth iteration of a loop over a shared array.
 */
class InitializersTest {
    private static final String PROGRAM = """
            public final class T {
                public static Runnable action = () -> {};
                static T it;
                int[] a = new int[16], b = new int[16], c = new int[40];
                int n = 9;
                static void sync() { action.run(); }
                static void swap() { int[] t = it.a; it.a = it.b; it.b = t; }
                static void row() { it.c = it.a; }
                public int state() {
                    int h = n;
                    for (int v : a) h = h * 31 + v;
                    for (int v : b) h = h * 31 + v;
                    return h;
                }
                public int m() {
                    it = this;
                    int s = 0;
                    int[] k = a;
                    for (int i = 0; i < 12; i++) {
                        k[i] += i;
                        this.a[i] += 2;
                        if (i == 5) { %s }
                        k[i] += 3;
                        s += this.a[i] + n;
                        this.b[i] = s;
                    }
                    return s;
                }
            }
            """;

    /** What the iteration does, and then: the classes for it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "s += new Sub().hashCode() & 0; : class Base { static { DO; } } class Sub extends Base { }",
                "new Sub(); : class Top { static { DO; } } class Base extends Top { } class Sub extends Base { }",
                "s += Sub.x; : class Base { @jdsm.Local static int x = 3; static { DO; } } class Sub extends Base { }",
                "Sub.x = s; : class Base { @jdsm.Local static int x = 3; static { DO; } } class Sub extends Base { }",
                "Sub.f(); : class Base { static void f() { } static { DO; } } class Sub extends Base { }",
                "Sub.f(); : class Base { static { DO; } } class Sub extends Base { static void f() { } }",
                "s += I.X; : interface I { int X = Do.it(); } class Do { static int it() { DO; return 4; } }",
                "s += C.X; : class C implements I { } interface I { int X = Do.it(); }"
                        + " class Do { static int it() { DO; return 4; } }",
                "new C(); : class C implements J { } interface J extends I { } interface I { int X = Do.it();"
                        + " default void f() { } } class Do { static int it() { DO; return 4; } }",
                "new C(); : class C implements I { public void f() { } } interface I { int X = Do.it();"
                        + " void f(); private void g() { } } class Do { static int it() { DO; return 4; } }",
                "I l = v -> v; : interface I { int X = Do.it(); int f(int v); default void g() { } }"
                        + " class Do { static int it() { DO; return 4; } }",
                "Runnable r = (Runnable & I) () -> { }; : interface I { int X = Do.it(); default void g() { } }"
                        + " class Do { static int it() { DO; return 4; } }",
                "java.util.function.IntUnaryOperator o = S::f; s += o.applyAsInt(2); :"
                        + " class S { static { DO; } static int f(int v) { return v; } }",
                "java.util.function.Supplier<Object> o = S::new; o.get(); : class S { static { DO; } }",
                "try { Class.forName(\"S\"); } catch (ClassNotFoundException e) { s = -1; } : class S { static { DO; } }",
                "switch (E.A) { case A: s++; break; default: } : enum E { A { int f() { return 1; } }, B;"
                        + " int f() { return 2; } static { DO; } }",
                "new R(1); : record R(int x) { static { DO; } }",
                "assert new S() != null; Object o = new S(); : class S { static { DO; } S() { assert true; } }",
                "try { new Sub(); } catch (Error e) { s += 7; } :"
                        + " class Base { static { DO; if (T.it != null) throw new Error(); } } class Sub extends Base { }",
                "new Outer(); : class Outer { Object o = new Mid(); } class Mid { { Low.f(); } }"
                        + " class Low { static { DO; } static void f() { } }"
            })
    void runWhereTheClassIsFirstUsed(String form) throws Exception {
        String[] parts = form.split(" : ", 2);
        for (String what : new String[] {"T.sync()", "T.swap()", "T.it.n = 70", "T.row(); T.sync(); T.swap()"}) {
            String source = PROGRAM.formatted(parts[0]) + parts[1].replace("DO", what);
            Map<String, byte[]> files = InMemory.compile(source);
            Rights.reset();
            Audited twice = Audited.of(files, ClassFiles.of(files), node -> {});
            twice.woven().getField("action").set(null, (Runnable) Rights::synchronize);

            assertThat(run(twice.woven(), true)).as(source).isEqualTo(run(twice.plain(), false));
            assertThat(Rights.violations()).as(source).isEmpty();
            assertThat(Rights.accesses()).isPositive();
        }
    }

    private static String run(Class<?> type, boolean share) throws Exception {
        Object self = type.getConstructor().newInstance();
        if (share) {
            Rights.share(self);
        }
        try {
            return type.getMethod("m").invoke(self) + " "
                    + type.getMethod("state").invoke(self);
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }
}
