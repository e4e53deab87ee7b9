package jdsm.agent.pass.volatiles;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.agent.pass.OnePass;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.tree.ClassNode;

/** The uses of arrays with volatile elements that the pass follows, and those that it refuses. */
class VolatileElementsTest {
    private static final String SOURCE = """
            import jdsm.VolatileElements;
            class Follows {
                static int limit;
                @VolatileElements int[] flags = new int[4];
                @VolatileElements short[] marks = new short[4];
                int load(int i) { return flags[i]; }
                void store(int i, int v) { flags[i] = v; }
                short loadShort(int i) { return marks[i]; }
                void storeShort(int i, short v) { marks[i] = v; }
                int byCall(int i) { return flags[Math.abs(i)]; }
                int besideStatic() {
                    int[] a = flags;
                    if (limit > 0) { return a[0]; }
                    return 0;
                }
                int cast(int i) { return ((int[]) (Object) flags)[i]; }
                int nullFirst(boolean some) { int[] a = some ? null : flags; return a[0]; }
                int nullLast(boolean some) { int[] a = some ? flags : null; return a[0]; }
                void checked() { jdsm.runtime.Checks.of(flags); jdsm.runtime.ArrayCalls.write(flags); }
            }
            class Refuses {
                static Object kept;
                @VolatileElements int[] flags = new int[4];
                int[] plain = new int[4];
                void inArray(Object[] all) { all[0] = flags; }
                void inStatic() { kept = flags; }
                void argument(List<Object> list) { list.add(flags); }
                int receiver() { return flags.hashCode(); }
                void toStatic() { Arrays.fill(flags, 1); }
                void copied() { jdsm.runtime.ArrayCalls.arraycopy(flags, 0, plain, 0, 1); }
                int plainFirst(boolean some) { int[] a = some ? plain : flags; return a[0]; }
                int plainLast(boolean some) { int[] a = some ? flags : plain; return a[0]; }
                Runnable captured() { int[] a = flags; return () -> System.out.println(a); }
            }
            """;

    private static final OnePass PROGRAM = OnePass.over(SOURCE);

    private ClassNode follows;

    @BeforeEach
    void weave() {
        follows = PROGRAM.weave(new VolatilePass(), "Follows");
    }

    @ParameterizedTest
    @ValueSource(strings = {"load", "loadShort", "byCall", "besideStatic", "cast", "nullFirst", "nullLast"})
    void readsAreVolatile(String method) {
        assertThat(OnePass.listing(follows, method))
                .containsOnlyOnce("INVOKESTATIC Volatiles.enterRead")
                .containsSubsequence("INVOKESTATIC Volatiles.exitRead", "INVOKESTATIC Volatiles.exitRead", "ATHROW");
    }

    @ParameterizedTest
    @ValueSource(strings = {"store", "storeShort"})
    void writesAreVolatile(String method) {
        assertThat(OnePass.listing(follows, method))
                .containsOnlyOnce("INVOKESTATIC Volatiles.enter")
                .containsSubsequence("INVOKESTATIC Volatiles.exit", "INVOKESTATIC Volatiles.exit", "ATHROW");
    }

    @Test
    void readsHoldTheUnitWhereTheOrderOfAccessesIsRecorded() {
        ClassNode exclusive = PROGRAM.weave(VolatilePass.exclusive(), "Follows");

        assertThat(OnePass.listing(exclusive, "load"))
                .containsOnlyOnce("INVOKESTATIC Volatiles.enter")
                .doesNotContain("INVOKESTATIC Volatiles.enterRead");
    }

    @Test
    void checksOfOtherPassesAreNoUses() {
        assertThat(OnePass.listing(follows, "checked"))
                .isEqualTo(OnePass.listing(PROGRAM.compiled("Follows"), "checked"));
    }

    @Test
    void otherUsesAreRefused() {
        assertThat(PROGRAM.refused(new VolatilePass(), "Refuses"))
                .containsExactly(
                        "Refuses.inArray",
                        "Refuses.inStatic",
                        "Refuses.argument",
                        "Refuses.receiver",
                        "Refuses.toStatic",
                        "Refuses.copied",
                        "Refuses.plainFirst",
                        "Refuses.plainLast",
                        "Refuses.captured");
    }
}
