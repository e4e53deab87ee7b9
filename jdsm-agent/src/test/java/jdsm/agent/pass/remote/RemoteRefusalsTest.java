package jdsm.agent.pass.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What cannot be with remote arrays is refused by class, member and line, and says what to do. */
class RemoteRefusalsTest {
    private static final String BOUND =
            "; a remote array can only be used as an array, by marked variables and by methods of the program";

    private static List<String> refusals(String... lines) {
        return RemoteRun.refusals(
                "import jdsm.remote.Remote; import java.util.*; class P { static @Remote double[] a;\n"
                        + String.join("\n", lines) + "\n}");
    }

    @Test
    void anArrayThatLeavesTheProgram() {
        assertThat(refusals(
                        "static Object o; static List<Object> l; static Object[] array = new Object[1];",
                        "static void m() { o = a; }",
                        "static void n() { l.add(a); }",
                        "static void k() { array[0] = a; }",
                        "static void t() { String s = \"a\" + a; }",
                        "static boolean i(Object x) { Object y = a; return y instanceof double[]; }",
                        "static Object r() { return a; }",
                        "static int h() { return a.hashCode(); }",
                        "static void c() { o = Arrays.copyOf(a, 7); }"))
                .containsExactly(
                        "P.m (P.java:3): stores a remote array into P.o, which is no array of primitives" + BOUND,
                        "P.n (P.java:4): passes a remote array to java.util.List.add" + BOUND,
                        "P.k (P.java:5): stores a remote array into an array of objects" + BOUND,
                        "P.t (P.java:6): passes a remote array to java.lang.String.valueOf" + BOUND,
                        "P.i (P.java:7): asks for the class of a remote array" + BOUND,
                        "P.r (P.java:8): returns a remote array as another type" + BOUND,
                        "P.h (P.java:9): calls hashCode of a remote array" + BOUND,
                        "P.c (P.java:10): passes a remote array to java.util.Arrays.copyOf" + BOUND);
    }

    @Test
    void classesThatCaptureRemoteAndOrdinaryArrays() {
        assertThat(refusals(
                        "static void m() { run(a); run(new double[4]); }",
                        "static void run(double[] c) {",
                        "new Runnable() { public void run() { c[0]++; } }.run(); }"))
                .containsExactly(
                        "P$1.<init> (P.java:4): captures a variable that is a remote array in one call of its method and an"
                                + " ordinary one in another; write a method and a class for each of the two");
    }

    @Test
    void ordinaryArraysInPlaceOfRemoteOnes() {
        assertThat(refusals(
                        "static double[] b;",
                        "static void m() { a = b; }",
                        "static void n() { a = Arrays.copyOf(b, 3); }",
                        "static double[] k(boolean x) { double[] c = x ? a : b; return c; }",
                        "static void s(double[] given) { a = given; }",
                        "static void t() { s(b); }",
                        "static void o(Object x) { a = (double[]) x; }"))
                .containsExactlyInAnyOrder(
                        "P.m (P.java:3): mixes remote arrays with field P.b, which is not marked; mark the field @Remote",
                        "P.n (P.java:4): uses the result of java.util.Arrays.copyOf together with remote arrays; copy its elements",
                        "P.k (P.java:5): mixes remote arrays with field P.b, which is not marked; mark the field @Remote",
                        "P.k (P.java:5): returns a remote array; mark the result @Remote",
                        "P.s (P.java:6): mixes remote arrays with parameter 1, which is not marked; mark the parameter @Remote",
                        "P.o (P.java:8): casts an object to double[] and uses it together with remote arrays");
    }

    @Test
    void methodsThatCannotBeSpecialised() {
        assertThat(refusals(
                        "static native void f(double[] x);",
                        "static class A { void g(double[] x) {} } static class B extends A { void g(double[] x) {} }",
                        "interface I { void h(double[] x); }",
                        "static void m(A p, I i) { f(a);",
                        "p.g(a);",
                        "i.h(a); }",
                        "static double s(@Remote double[] x) { return x[0]; }",
                        "static java.util.function.ToDoubleFunction<double[]> r() { return P::s; }"))
                .containsExactly(
                        "P.m (P.java:5): passes a remote array to P.f, which is native; copy the elements to an ordinary array",
                        "P.m (P.java:6): passes a remote array to P$A.g, which classes override or implement; mark the"
                                + " parameter @Remote in all of them",
                        "P.m (P.java:7): passes a remote array to P$I.h, which classes override or implement; mark the"
                                + " parameter @Remote in all of them",
                        "P.r (P.java:9): makes a method reference or lambda of P.s, whose own parameter is marked; use an"
                                + " interface of the program that has the same marks, or call the method instead");
    }

    @Test
    void marksThatFitNoArray() {
        String allowed =
                "; mark arrays of double, long, int, float, byte, short or char, before the element type or before the last"
                        + " pair of brackets";

        assertThat(refusals(
                        "static @Remote boolean[] b; static double @Remote [][] c; static @Remote String s;",
                        "static void m() { @Remote int x = 3; System.out.println(x); }"))
                .containsExactlyInAnyOrder(
                        "P.b (P.java): @Remote marks no array that can be remote ([)" + allowed,
                        "P.c (P.java): @Remote marks no array that can be remote (null)" + allowed,
                        "P.s (P.java): @Remote marks no array that can be remote (null)" + allowed,
                        "P.m (P.java:3): @Remote marks a variable that is no array that can be remote" + allowed);
    }

    @Test
    void marksThatDifferFromThoseOfTheOverriddenMethod() {
        assertThat(refusals(
                        "static class A { double f(@Remote double[] x) { return x[0]; } }",
                        "static class B extends A { double f(double[] x) { return x[1]; } }",
                        "static double m(A p) { return p.f(a); }"))
                .containsExactly(
                        "P$B.f (P.java): has other marks @Remote than P$A.f, which it overrides; mark both alike");
    }

    @Test
    void aProgramWithoutMarksStaysAsItIs() {
        RemoteProgram program = RemoteRun.analyse(
                RemoteRun.compile("class P { static double[] a = new double[3]; static double f() { return a[0]; } }"));

        assertThat(program.changed()).isEmpty();
        assertThat(program.refusals()).isEmpty();
    }

    @Test
    void lambdasForInterfacesWhoseMarksTheyCannotHave() {
        String remedy = "; write a class that implements it, also an anonymous one, with the same marks";
        assertThat(refusals(
                        "interface Maker { @Remote double[] make(int n); }",
                        "interface Kernel { void run(@Remote double[] x, int i); }",
                        "interface Plain { void run(double[] x, int i); }",
                        "static void s(@Remote double[] x, int i) { }",
                        "static Maker m() { return n -> a; }",
                        "static Kernel k() { return (Kernel & java.io.Serializable) (x, i) -> x[i] = 1; }",
                        "static Kernel l() { return (x, i) -> { x.hashCode(); }; }",
                        "static Plain p() { return P::s; }",
                        "static Plain q(int k) { return (@Remote double[] x, int i) -> x[i] = k; }"))
                .extracting(each -> each.replaceAll("(lambda.\\w.)\\d", "$1N"))
                .containsExactlyInAnyOrder(
                        "P.m (P.java:6): makes a method reference or lambda for P$Maker.make, whose result is marked"
                                + remedy,
                        "P.k (P.java:7): makes a method reference or lambda for P$Kernel.run, which has marks, and for another"
                                + " interface or Serializable" + remedy,
                        "P.p (P.java:9): makes a method reference or lambda of P.s, whose own parameter is marked; use an"
                                + " interface of the program that has the same marks, or call the method instead",
                        "P.q (P.java:10): makes a lambda with a marked parameter, which is not marked in the interface; mark it"
                                + " there, in an interface of the program",
                        "P.lambda$l$N (P.java:8): calls hashCode of a remote array" + BOUND,
                        "P.$deserializeLambda$ (P.java:1): makes a method reference or lambda for P$Kernel.run, which has marks,"
                                + " and for another interface or Serializable" + remedy,
                        "P.lambda$m$N (P.java:6): returns a remote array; mark the result @Remote");
    }
}
