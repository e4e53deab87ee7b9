package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes that are first used while ranks compute: each rank initialises them for itself. */
class LateInitializersTest {
    private static final String SOURCE = """
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            import java.util.concurrent.locks.*;
            public class P extends SPMD {
                static int count;
                static int[] table = new int[4];
                static final Map<String, Integer> MAP = new TreeMap<>();
                static final List<Object> LIST = new ArrayList<>();
                static final AtomicInteger NEXT = new AtomicInteger();
                static final ConcurrentHashMap<String, Integer> KEYS = new ConcurrentHashMap<>();
                static final ReentrantLock LOCK = new ReentrantLock();
                static class Config {
                    static Config one;
                    final int value = 7;
                    static synchronized Config get() {
                        if (one == null) { one = new Config(); count++; }
                        return one;
                    }
                }
                Object sent;
                static class Late { CODE; int x = 5; int twice() { return 2 * x; } }
                enum Kind { A, B; Kind() { NEXT.getAndIncrement(); } }
                public void initialize() { FIRST }
                public void start() {
                    barrier();
                    for (int i = 0; i < 3; i++) {
                        synchronized (this) { count++; }
                    }
                    barrier();
                    START
                    barrier();
                    if (worker() == 0) { report(MAP + " " + (count - 3 * workers()) + " " + NEXT + " " + KEYS); }
                }
            }
            """;

    private static final String NAMED =
            "try { Class.forName(\"P$Late\"); } catch (ClassNotFoundException e) { throw new IllegalStateException(e); }";

    private static WovenRanks.Ended run(String code, String first, String start, int ranks, Protocol protocol) {
        return CheckedJob.of(
                        SOURCE.replace("CODE", code).replace("FIRST", first).replace("START", start))
                .runUnchecked(ranks, 1, protocol);
    }

    private static void assertRefused(WovenRanks.Ended ended, String type, String why) {
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.errors())
                .contains(why)
                .contains("Class.forName(\"" + type + "\")")
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "static { MAP.merge(\"late\", 1, Integer::sum); }",
                "static { table[1]++; }",
                "static final int ID = NEXT.incrementAndGet()",
                "static { LOCK.lock(); try { LIST.add(\"late\"); } finally { LOCK.unlock(); } }"
            })
    void aSecondRankMakesNoChange(String code) {
        WovenRanks.Ended ended = run(code, "", "new Late();", 3, Protocol.LAZY_RELEASE);

        assertRefused(ended, "P$Late", "the initialiser of class P$Late is about to change ");
    }

    /** The rank may write the object when the initialiser begins. */
    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"STRICT"})
    void norOneToWhatItHasJustWritten(Protocol protocol) {
        WovenRanks.Ended ended =
                run("static { count++; }", "", "synchronized (this) { count++; new Late(); count--; }", 2, protocol);

        assertRefused(ended, "P$Late", "the initialiser of class P$Late is about to change ");
    }

    @Test
    void theConstructorsOfAnEnumBelongToItsInitializer() {
        WovenRanks.Ended ended = run("", "", "Kind kind = Kind.A;", 2, Protocol.LAZY_RELEASE);

        assertRefused(ended, "P$Kind", "the initialiser of class P$Kind is about to change ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "static { MAP.merge(\"late\", 1, Integer::sum); count++; } | if (worker() == 1) { new Late(); } | {late=1} 1 0 {}",
                "static final int VALUE = Config.get().value | new Late(); | {} 1 0 {}",
                "static { LOCK.lock(); try { KEYS.putIfAbsent(\"a\", 1); } finally { LOCK.unlock(); } } | new Late(); | {} 0 0 {a=1}",
                "static final int VALUE = KEYS.computeIfAbsent(\"a\", key -> 3) | new Late(); | {} 0 0 {a=3}",
                "static int own(int i) { return i; } static final int SUM = own(1) + P.MAP.size() | new Late(); | {} 0 0 {}"
            })
    void whatChangesOnceIsAllowed(String code, String start, String result) {
        WovenRanks.Ended ended = run(code, "", start, 3, Protocol.LAZY_RELEASE);

        assertThat(ended.errors()).isEmpty();
        assertThat(ended.out()).containsExactly(result);
    }

    @Test
    void whatInitializeNamesIsInitializedOnce() {
        WovenRanks.Ended ended =
                run("static { MAP.merge(\"late\", 1, Integer::sum); }", NAMED, "new Late();", 3, Protocol.LAZY_RELEASE);

        assertThat(ended.errors()).isEmpty();
        assertThat(ended.out()).containsExactly("{late=1} 0 0 {}");
    }

    private static final String SEND =
            "if (worker() == 0) { %s sent = new Late(); } barrier(); int twice = ((Late) sent).twice();";

    @ParameterizedTest
    @ValueSource(strings = {"static final int SEEN = MAP.size()", "static { synchronized (LIST) { LIST.size(); } }"})
    void anObjectComesWhoseInitializerHasToWait(String code) {
        WovenRanks.Ended ended = run(
                code,
                "",
                String.format(SEND, "MAP.put(\"a\", 1); synchronized (LIST) { LIST.add(1); }"),
                2,
                Protocol.LAZY_RELEASE);

        assertRefused(
                ended,
                "P$Late",
                "an object of class P$Late has come from another rank before this one has initialised the class");
    }

    @Test
    void anObjectComesWhoseInitializerChangesSomething() {
        WovenRanks.Ended ended = run("static { count++; }", "", String.format(SEND, ""), 2, Protocol.LAZY_RELEASE);

        assertRefused(ended, "P$Late", "has come from another rank");
    }

    @ParameterizedTest
    @ValueSource(strings = {"IllegalStateException", "AssertionError"})
    void anObjectComesWhoseInitializerFails(String thrown) {
        String onlyOnRank0 = "if (!Thread.currentThread().getName().equals(\"jdsm-worker-0\")) { throw new ";
        WovenRanks.Ended ended = run(
                "static { " + onlyOnRank0 + thrown + "(\"no\"); } }",
                "",
                String.format(SEND, ""),
                2,
                Protocol.LAZY_RELEASE);

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.errors())
                .contains(
                        "an object of class P$Late has come from another rank, where the class is initialised, and its"
                                + " initialiser fails on this one in line ")
                .contains(thrown + ": no")
                .doesNotContain("handler");
    }

    @Test
    void anObjectComesWhoseInitializerNeedsNothing() {
        WovenRanks.Ended ended = run(
                "static final int[] SQUARES = new int[9]; static { for (int i = 0; i < 9; i++) { SQUARES[i] = i * i; } }",
                "",
                String.format(SEND, ""),
                3,
                Protocol.LAZY_RELEASE);

        assertThat(ended.errors()).isEmpty();
        assertThat(ended.out()).containsExactly("{} 0 0 {}");
    }
}
