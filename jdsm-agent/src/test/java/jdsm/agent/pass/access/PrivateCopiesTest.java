package jdsm.agent.pass.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import jdsm.agent.pass.CheckReport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Which calls run copies of methods without checks of private arrays, and that all others are checked. */
class PrivateCopiesTest {
    private static final String SOURCE = """
            import java.util.Arrays;
            public class T {
                int[] kept;
                int[][] rows = new int[2][];
                static int[] common;
                volatile int bound;
                Runnable later;

                // Calls that run copies.
                public int recursion(int n) { return search(new int[n], new boolean[n], 0); }
                private int search(int[] board, boolean[] taken, int depth) {
                    int sum = bound;
                    if (depth == board.length) return sum + board[depth - 1];
                    for (int i = 0; i < board.length; i++) {
                        if (taken[i]) continue;
                        taken[i] = true;
                        board[depth] = i;
                        sum += search(board, taken, depth + 1) + board[0];
                        taken[i] = false;
                    }
                    return sum;
                }
                public int chain(int n) { int[] own = new int[n]; sync(); return first(own) + own[0]; }
                static int first(int[] a) { a[0]++; return second(a) + a[0]; }
                static int second(int[] b) { sync(); b[0] += 2; return b[0]; }
                public int methodsOfTheJdk(int n) {
                    int[] own = new int[n];
                    Arrays.fill(own, 3);
                    System.arraycopy(own, 0, own, 1, n - 1);
                    return sum(own) + sum(own.clone());
                }
                static int sum(int[] a) { int sum = 0; for (int v : a) { sync(); sum += v; } return sum; }
                public int notOverridden(int n) { return virtual(new int[n]); }
                int virtual(int[] a) { sync(); return a[0] + a.length; }
                public int oneOfTwo(int n) { kept = new int[n]; return both(new int[n], kept) + both(kept, new int[n]); }
                static int both(int[] a, int[] b) { sync(); a[0]++; b[0] += 2; return a[0] + b[0]; }
                public int variable(int n) {
                    int[] own = new int[n];
                    for (int i = 0; i < n; i++) { sync(); own[i] = i; }
                    return sum(own);
                }

                // Calls that run the methods themselves.
                public int returned(int n) { int[] own = new int[n]; kept = same(own); sync(); return own[0]; }
                static int[] same(int[] a) { a[0]++; return a; }
                public int stored(int n) { int[] own = new int[n]; keep(own); sync(); return own[0] + kept.length; }
                void keep(int[] a) { a[0]++; kept = a; }
                public int storedInArray(int n) { int[] own = new int[n]; put(rows, own); sync(); return own[0]; }
                static void put(int[][] into, int[] a) { a[0]++; into[1] = a; }
                public int filledIn(int n) { int[] own = new int[n]; fill(rows, own); sync(); return own[0]; }
                static void fill(int[][] into, int[] a) { a[0]++; Arrays.fill(into, a); }
                public int captured(int n) { int[] own = new int[n]; capture(own); sync(); return own[0]; }
                void capture(int[] a) { a[0]++; later = () -> a[0]++; }
                public int staticField(int n) { int[] own = new int[n]; publish(own); sync(); return own[0]; }
                static void publish(int[] a) { a[0]++; common = a; }
                public int elsewhere(int n) { int[] own = new int[n]; pass(own); sync(); return own[0]; }
                static void pass(int[] a) { a[0]++; Other.take(a); }
                public int overridden(int n) { return new Sub().open(new int[n]); }
                public int throughSuper(int n) { return callOpen(new Sub(), n); }
                static int callOpen(T t, int n) { return t.open(new int[n]); }
                int open(int[] a) { a[0]++; sync(); return a[0]; }
                public int before(int n) { int[] own = new int[n]; kept = own; sync(); return sum(own) + own[0]; }
                public int oneOrOther(int n) { kept = new int[n]; return sum(n > 2 ? kept : new int[n]); }
                public int varied(int n) { return twoOf(new int[n], kept = new int[n]); }
                static int twoOf(int[] a, int[] b) { int[] c = a.length > 2 ? a : b; sync(); c[0]++; return c[0]; }

                static void sync() { if (action != null) action.run(); }
                public static Runnable action;
            }
            class Sub extends T { int open(int[] a) { a[0] += 5; kept = a; return a[0]; } }
            class Other { static int[] taken; static void take(int[] a) { taken = a; } }
            """;

    private static final Map<String, byte[]> FILES = InMemory.compile(SOURCE);
    private static final Map<String, MethodNode> METHODS = new HashMap<>();

    @BeforeAll
    static void weave() {
        Weaving.weave(
                new AccessPass(),
                FILES,
                ClassFiles.of(FILES),
                CheckReport.NONE,
                node -> node.methods.forEach(method -> METHODS.put(method.name, method)));
    }

    private static List<String> calls(String method, String owner) {
        return StreamSupport.stream(METHODS.get(method).instructions.spliterator(), false)
                .filter(node -> node instanceof MethodInsnNode call && call.owner.equals(owner))
                .map(node -> ((MethodInsnNode) node).name)
                .toList();
    }

    private static List<String> copiesCalledBy(String method) {
        return calls(method, "T").stream()
                .filter(name -> name.contains("$private"))
                .toList();
    }

    private static boolean looksUpArrays(String method) {
        return calls(method, "jdsm/runtime/Checks").stream()
                        .anyMatch(name -> name.equals("of") || name.equals("toRead"))
                || !calls(method, "jdsm/runtime/EntryChecks").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"recursion", "chain", "notOverridden", "variable"})
    void copiesRun(String caller) {
        List<String> copies = copiesCalledBy(caller);
        assertThat(copies).hasSize(1);
        assertThat(looksUpArrays(copies.get(0))).isFalse();
        assertThat(copiesCalledBy(copies.get(0)))
                .allSatisfy(callee -> assertThat(looksUpArrays(callee)).isFalse());
        assertThat(looksUpArrays(copies.get(0).replaceAll("\\$.*", ""))).isTrue();
    }

    @Test
    void aCopyCallsItself() {
        String copy = copiesCalledBy("recursion").get(0);
        assertThat(copiesCalledBy(copy)).containsExactly(copy);
        assertThat(calls("search", "T")).containsExactly("search");
    }

    @Test
    void aCopyIsOfTheArgumentsThatArePrivate() {
        List<String> copies = copiesCalledBy("oneOfTwo");
        assertThat(copies).hasSize(2).doesNotHaveDuplicates();
        assertThat(copies).allSatisfy(copy -> assertThat(looksUpArrays(copy)).isTrue());
        assertThat(copiesCalledBy("varied")).isEmpty();
    }

    @Test
    void methodsOfTheJdkLetNoArrayEscape() {
        assertThat(copiesCalledBy("methodsOfTheJdk")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "returned",
                "stored",
                "storedInArray",
                "filledIn",
                "captured",
                "staticField",
                "elsewhere",
                "overridden",
                "throughSuper",
                "callOpen",
                "before",
                "oneOrOther"
            })
    void originalsRun(String caller) {
        assertThat(copiesCalledBy(caller)).isEmpty();
    }

    @Test
    void aDebuggerSeesNoCopies() {
        Weaving.weave(
                AccessPass.once(),
                FILES,
                ClassFiles.of(FILES),
                CheckReport.NONE,
                node -> assertThat(node.methods).noneMatch(method -> method.name.contains("$private")));
    }

    /** Objects of the program, and the arrays that it has made reachable for other ranks, are shared at each synchronisation. */
    @Test
    void wovenMethodsComputeTheSameAndCheckWhatIsShared() throws Exception {
        Audited twice = Audited.of(FILES, ClassFiles.of(FILES), node -> {});
        for (Method plain : twice.plain().getDeclaredMethods()) {
            if (plain.getParameterCount() != 1 || plain.getParameterTypes()[0] != int.class) {
                continue;
            }
            Rights.reset();
            Object self = twice.woven().getConstructor().newInstance();
            Rights.share(self);
            twice.woven().getField("action").set(null, (Runnable) () -> {
                share(twice.woven(), self);
                Rights.synchronize();
            });
            Object expected = plain.invoke(twice.plain().getConstructor().newInstance(), 4);
            Object actual = twice.woven().getMethod(plain.getName(), int.class).invoke(self, 4);
            assertThat(actual).as(plain.getName()).isEqualTo(expected);
            assertThat(Rights.violations()).as(plain.getName()).isEmpty();
        }
    }

    private static void share(Class<?> type, Object self) {
        try {
            for (String field : new String[] {"kept", "rows"}) {
                java.lang.reflect.Field found = type.getDeclaredField(field);
                found.setAccessible(true);
                Object array = found.get(self);
                if (array != null && jdsm.runtime.Checks.ofAny(array) == null) {
                    Rights.share(array);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
