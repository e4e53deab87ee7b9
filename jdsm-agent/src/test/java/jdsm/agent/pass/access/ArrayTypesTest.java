package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Variables that have arrays of one type, and then of a wider one: the weaver must take neither for the other. Between the
 * rounds rights to some classes and types of arrays come and go.
 */
class ArrayTypesTest {
    private static final String PROGRAM = """
            public final class T {
                public static Runnable action = () -> {};
                static class Base { int x; int[] v; Base next; Base(int x) { this.x = x; v = new int[] {x, x + 1, x + 2}; } }
                static class Derived extends Base implements java.security.PrivateKey {
                    Derived(int x) { super(x); }
                    public String getAlgorithm() { return ""; }
                    public String getFormat() { return ""; }
                    public byte[] getEncoded() { return null; }
                }
                Base[] bases = new Base[8];
                Derived[] derived = new Derived[8];
                Base[][] tables = {bases, derived};
                public T() {
                    for (int i = 0; i < 8; i++) { bases[i] = new Derived(i); derived[i] = new Derived(10 * i); }
                }
                static int walk(Derived[] first, Base[] bases, Base[][] tables, int n) {
                    int s = 0;
                    %s
                    return s;
                }
                public int m() {
                    int s = 0;
                    for (int round = 0; round < 40; round++) {
                        s = s * 31 + walk(derived, bases, tables, 1 + round %% 5);
                        action.run();
                        bases[round & 7].x++;
                        derived[round * 3 & 7] = new Derived(round);
                        action.run();
                    }
                    return s;
                }
            }
            """;

    /** Behind the names of classes: rights come and go by the names' hash codes. */
    private static final List<String> SUFFIXES = List.of("", "DDD");

    @AfterEach
    void forget() {
        Rights.reset();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Base[] a = first; for (int i = 0; i < n; i++) { s = s * 3 + a[i].x; a = bases; }",
                "Base[] a = first; for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++) s += a[i].v[j]; a = bases; }",
                "Base[] a = n == 4 ? first : bases; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) s += a[i].v[j];",
                "Base[] a = null; for (int i = 0; i < n; i++) { a = i == 2 ? first : bases; s = s * 3 + a[i].x + a.length; }",
                "Object[] a = first; for (int i = 0; i < n; i++) { s = s * 3 + ((Base) a[i]).x; a = bases; }",
                "Base b = first[n]; for (int i = 0; i < n; i++) { s = s * 3 + b.x + b.v[1]; b = bases[i]; }",
                "Base[] a = tables[n & 1]; for (int i = 0; i < n; i++) { s = s * 3 + a[i].x; a = tables[i & 1]; }",
                "Object o = first; javax.security.auth.Destroyable[] a = (javax.security.auth.Destroyable[]) o; for (int i = 0; i < n; i++) s = s * 3 + ((Derived) a[i]).x;",
                "for (Base[] a : tables) for (Base b : a) if (b != null) s = s * 3 + b.x;"
            })
    void nothingIsReadByTheRightToOthers(String body) throws Exception {
        for (String suffix : SUFFIXES) {
            Rights.reset();
            String program = PROGRAM.formatted(body)
                    .replace("Derived", "Derived" + suffix)
                    .replace("Base", "Base" + suffix.length());
            Map<String, byte[]> files = InMemory.compile(program);
            Audited twice = Audited.of(files, ClassFiles.of(files), node -> {});
            twice.woven().getField("action").set(null, (Runnable) Rights::synchronize);

            assertThat(run(twice.woven(), true)).as(program).isEqualTo(run(twice.plain(), false));
            assertThat(Rights.violations()).as(program).isEmpty();
            assertThat(Rights.accesses()).isPositive();
        }
    }

    private static int run(Class<?> type, boolean share) throws Exception {
        Object self = type.getConstructor().newInstance();
        if (share) {
            Rights.share(self);
        }
        return (int) type.getMethod("m").invoke(self);
    }
}
