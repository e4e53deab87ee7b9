package jdsm.agent.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import jdsm.agent.pass.access.InMemory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What initialisers change of other classes. */
class InitializerChangesTest {
    private static final Map<String, byte[]> FILES = InMemory.compile("""
            import java.util.*;
            import java.util.concurrent.atomic.*;
            class Config { int x = 3; List<String> names = new ArrayList<>(); Config next; static Config get() { return Main.CONFIG; } }
            class Main {
                static final Map<String, Integer> MAP = new TreeMap<>();
                static final TreeMap<String, Integer> TREE = new TreeMap<>();
                static final AtomicInteger NEXT = new AtomicInteger();
                static final Config CONFIG = new Config();
                static final List<Object> ALL = new ArrayList<>();
                static final StringBuilder LOG = new StringBuilder();
                static int count;
                static int[] table = new int[4];
                @jdsm.Local static int mine;
                static void register(String name) { synchronized (MAP) { put(MAP, name); } }
                static void put(Map<String, Integer> in, String name) { in.put(name, 1); }
                static int sum(int[] of) { int s = 0; for (int i : of) { s += i; } return s; }
            }
            class Field { static { Main.count++; } }
            class Interface { static { Main.MAP.merge("k", 1, Integer::sum); } }
            class Twin { static { Main.TREE.put("k", 1); } }
            class Atomic { static final int ID = Main.NEXT.incrementAndGet(); }
            class Elements { static { Main.table[1] = 5; } }
            class Call { static { Main.register("x"); } }
            class OfObject { static { Main.CONFIG.x = 9; } }
            class Behind { static { Main.CONFIG.next.names.add("b"); } }
            class Result { static { List<String> names = Main.CONFIG.names; if (names.isEmpty()) { names = new ArrayList<>(); } names.add("b"); } }
            enum Kind { P, Q; Kind() { Main.count++; } }
            class Self { static final Self ONE = new Self(); Self() { Main.ALL.add(this); } }
            class Sorts { static { Collections.sort(Main.CONFIG.names); Main.LOG.length(); } }
            class Text { static { Main.LOG.append("x"); } }

            class Reads {
                static final int N = Main.MAP.size() + Main.TREE.firstEntry().getValue() + Main.CONFIG.x + Main.sum(Main.table) + Main.NEXT.get();
                static final String TEXT;
                static {
                    StringBuilder made = new StringBuilder();
                    List<String> sorted = new ArrayList<>(Main.CONFIG.names);
                    for (String name : Main.CONFIG.names) { made.append(name).append(Main.LOG); sorted.add(name); }
                    Collections.sort(sorted);
                    TEXT = made.toString() + sorted + Main.MAP.get("k");
                }
            }
            enum Plain { A(1), B(2); static int sum; final int v; Plain(int v) { this.v = v; } static { for (Plain each : values()) { sum += each.v; } } }
            class Own { static int[] counts = new int[3]; static final List<Own> ALL = new ArrayList<>(); static { counts[1]++; ALL.add(new Own()); } }
            class OfRank { static { Main.mine = 3; System.out.println(Main.count); } }
            class None { int n; }
            """);

    private final ApplicationClasses classes =
            new ApplicationClasses(new FilesInMemory(FILES, InitializerChangesTest::read), Scope.DEFAULT);

    private static byte[] read(String name) {
        try (InputStream in = InitializerChangesTest.class.getResourceAsStream("/" + name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Field, Main.count",
        "Interface, Main.MAP",
        "Twin, Main.TREE",
        "Atomic, Main.NEXT",
        "Elements, Main.table",
        "Call, Main.MAP",
        "OfObject, Main.CONFIG",
        "Behind, Main.CONFIG",
        "Result, Main.CONFIG",
        "Kind, Main.count",
        "Self, Main.ALL",
        "Sorts, Main.CONFIG",
        "Text, Main.LOG"
    })
    void changesOfOtherClassesAreFound(String name, String field) {
        assertThat(classes.changedByInitializer(name)).isEqualTo(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Reads", "Plain", "Own", "OfRank", "None", "Main"})
    void readsAndOwnFieldsAreNone(String name) {
        assertThat(classes.changedByInitializer(name)).isNull();
    }
}
