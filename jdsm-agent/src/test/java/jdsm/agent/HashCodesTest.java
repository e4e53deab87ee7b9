package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hash codes of woven code depend on no JVM, and are the JDK's where the JDK's do not either. */
class HashCodesTest {
    /** Each method returns hash codes. */
    private static final String SOURCE = """
            import java.util.function.*;
            enum Kind { A, B { int f() { return 1; } } ; int f() { return 0; } }
            record Values(boolean a, byte b, char c, short d, int e, long f, float g, double h, String i, Object j, Integer k) {}
            record Mixed(int x, Kind kind, Class<?> type, Object other) {}
            record Written(Kind kind) { @Override public int hashCode() { return 7 + kind.hashCode(); } }
            class Plain { final int n; Plain(int n) { this.n = n; } @Override public int hashCode() { return n; } }
            public class Hashed {
                static Values values(Object j) { return new Values(true, (byte) 3, 'x', (short) -4, 5, 1L << 40, 1.5f, -0.0, "text", j, null); }
                public static int[] same() {
                    Object[] nested = {"a", new int[] {1, 2}, new Object[] {3L, null, new double[] {4}}, new boolean[] {true},
                        new long[] {1}, new float[] {1}, new byte[] {1}, new short[] {1}, new char[] {1}};
                    ToIntFunction<Object> reference = Object::hashCode;
                    ToIntFunction<Object> orZero = Objects::hashCode;
                    return new int[] {
                        values("o").hashCode(), values(null).hashCode(), values(values("p")).hashCode(),
                        Objects.hash("a", 1, null, new Plain(3)), Objects.hash(), Objects.hash((Object[]) null), Objects.hashCode(null),
                        Arrays.hashCode(new Object[] {"b", 2.5}), Arrays.deepHashCode(nested), Arrays.deepHashCode(null),
                        List.of("a", 1).hashCode(), Map.of("k", "v").hashCode(), Set.of("s", 4).hashCode(), Optional.of("o").hashCode(),
                        new TreeMap<>(Map.of("t", 1)).entrySet().iterator().next().hashCode(), Arrays.asList(1, null, "c").hashCode(),
                        ((Comparable<?>) "text").hashCode(), ((Object) 5L).hashCode(), reference.applyAsInt("r"), orZero.applyAsInt(null),
                        new StringJoiner(",").toString().hashCode(), new java.math.BigDecimal("1.50").hashCode(), ((Number) 3).hashCode()};
                }
                public static int[] byName() {
                    ToIntFunction<Kind> reference = Kind::hashCode;
                    Supplier<Integer> bound = Kind.B::hashCode;
                    Object a = Kind.A;
                    return new int[] {
                        Kind.A.hashCode(), a.hashCode(), reference.applyAsInt(Kind.A), Objects.hashCode(Kind.A), System.identityHashCode(a),
                        Optional.of(Kind.A).hashCode(), new Written(Kind.A).hashCode() - 7,
                        Objects.hash(Kind.A) - 31, Arrays.hashCode(new Kind[] {Kind.A}) - 31, new WeakHashMap<>(Map.of(Kind.A, 0)).entrySet().iterator().next().hashCode(),
                        new Mixed(0, null, null, Kind.A).hashCode(), new Mixed(0, null, null, new Written(Kind.A)).hashCode() - 7};
                }
                public static int[] others() {
                    return new int[] {Kind.B.hashCode(), Hashed.class.hashCode(), new Mixed(0, Kind.A, Hashed.class, null).hashCode()};
                }
                public static String missing() {
                    Kind none = null;
                    try { return "" + none.hashCode(); } catch (NullPointerException e) { return "null"; }
                }
            }
            """;

    private static final int A = "app.Kind".hashCode() * 31 + "A".hashCode();
    private static final int B = "app.Kind".hashCode() * 31 + "B".hashCode();
    private static final int TYPE = "app.Hashed".hashCode();

    @TempDir
    private Path directory;

    @Test
    void allRanksHaveThem() throws Exception {
        Program program = Program.compile(directory, SOURCE).weave();
        assertThat(program.refusals()).isEmpty();
        Class<?> woven = program.type("Hashed");
        Class<?> plain = program.plainType("Hashed");

        assertThat((int[]) woven.getMethod("same").invoke(null))
                .isEqualTo(plain.getMethod("same").invoke(null));
        assertThat((int[]) woven.getMethod("byName").invoke(null)).containsOnly(A);
        assertThat((int[]) woven.getMethod("others").invoke(null))
                .isEqualTo(List.of(B, TYPE, (A * 31 + TYPE) * 31).stream()
                        .mapToInt(hash -> hash)
                        .toArray());
        assertThat(woven.getMethod("missing").invoke(null)).isEqualTo("null");
    }
}
