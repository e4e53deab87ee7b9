package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reflection finds what the program has written, and acts on shared objects as the code itself does. Several ranks in a JVM. */
@Timeout(180)
class SharedReflectionTest {
    private static final String SOURCE = """
            import java.lang.reflect.*;
            import java.util.*;
            import java.util.function.*;
            import jdsm.*;
            interface Named { String name(); }
            class Base implements Named, Comparable<Base> {
                public int rank; String name = "new"; private final List<String> own = new ArrayList<>(); static int made; volatile int turn;
                Base() {}
                public String name() { return name; }
                public int compareTo(Base other) { return rank - other.rank; }
                synchronized void add(int more) { for (int i = 0; i < more; i++) { rank++; } }
            }
            class Below extends Base { double[] row = {1, 2}; Supplier<String> text = () -> name + rank; Below() {} Below(String name) { this.name = name; } }
            record Point(int x, String tag) {}
            class Reflects extends SPMD {
                final Base one = new Below(), other = new Below();
                List<Object> found = new ArrayList<>();
                static String all(Object o) throws Exception { // as many a toString
                    var text = new TreeSet<String>();
                    for (Class<?> at = o.getClass(); at != Object.class && at != Record.class; at = at.getSuperclass()) {
                        for (Field field : at.getDeclaredFields()) {
                            field.setAccessible(true);
                            if (!Modifier.isVolatile(field.getModifiers()) && !field.getType().isInterface()) {
                                Object value = field.get(o);
                                text.add(field.getName() + "=" + (value instanceof double[] row ? Arrays.toString(row) : value));
                            }
                        }
                    }
                    return text.toString();
                }
                static void copy(Object from, Object to, Class<?> type) throws Exception {
                    for (Field field : type.getDeclaredFields()) {
                        if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isVolatile(field.getModifiers()) && !Modifier.isFinal(field.getModifiers())) {
                            field.setAccessible(true);
                            field.set(to, field.get(from));
                        }
                    }
                }
                static String members(Class<?> type) {
                    Function<Member[], List<String>> names = all ->
                        Arrays.stream(all).filter(m -> m.getDeclaringClass() != Object.class && !m.getName().startsWith("lambda$")).map(Member::getName).sorted().toList();
                    Function<Class<?>, Field[]> fields = Class::getDeclaredFields;
                    return names.apply(fields.apply(type)) + "" + names.apply(type.getFields()) + names.apply(type.getDeclaredMethods()) + names.apply(type.getMethods())
                        + type.getDeclaredConstructors().length + Arrays.toString(type.getInterfaces());
                }
                @Override public void start() throws Exception {
                    int w = worker(), p = workers();
                    Field name = Base.class.getDeclaredField("name"), rank = Below.class.getField("rank");
                    for (int round = 0; round < 5; round++) {
                        if (round % p == w) {
                            name.set(one, name.get(one) + "," + round);
                            rank.setInt(one, rank.getInt(one) + 10);
                            Below.class.getDeclaredField("row").set(one, new double[] {round, w});
                        }
                        barrier();
                        if ((round + 1) % p == w) { copy(one, other, Base.class); }
                        barrier();
                        if (w == 0) { found.add(all(other)); }
                        barrier();
                    }
                    if (w == 0) { found.add(Point.class.getDeclaredConstructors()[0].newInstance(5, "five")); }
                    barrier();
                    Field own = Base.class.getDeclaredField("own");
                    ToIntFunction<Field> modifiers = Field::getModifiers;
                    report(Modifier.toString(modifiers.applyAsInt(own)) + (own.get(one) == own.get(other)) + all(one) + found.get(4) + all(found.get(5)) + found.get(5) + members(Base.class) + members(Below.class) + members(Point.class) + missing());
                }
                private static String missing() {
                    try { return Below.class.getDeclaredField("$jdsm").toString(); }
                    catch (NoSuchFieldException e) { return e.getMessage().substring(1); }
                }
            }
            class OfStatic extends SPMD {
                Base one = new Base();
                static int count;
                @Override public void start() throws Exception { count++; OfStatic.class.getDeclaredField("count").setInt(null, 3); }
            }
            class OfFinal extends SPMD {
                Base one = new Base();
                @Override public void start() throws Exception { barrier(); Base.class.getDeclaredField("own").set(one, null); }
            }
            class OfVolatile extends SPMD {
                Base one = new Base();
                @Override public void start() throws Exception { barrier(); Base.class.getDeclaredField("turn").setInt(one, 3); }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "Reflects.java", SOURCE);
    }

    /** Once under the detector of races. */
    @ParameterizedTest
    @CsvSource({"1, ''", "2, ''", "3, ''", "2, check"})
    void allRanksSeeOneContent(int ranks, String options) {
        Outcome outcome = process.ranks(ranks, options, "Reflects");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        String fields = "name=new,0,1,2,3,4, rank=50, row=[%s]]";
        String result = "private finalfalse[" + fields.formatted("4.0, " + 4 % ranks + ".0") + "["
                + fields.formatted("1.0, 2.0")
                + "[tag=five, x=5]Point[x=5, tag=five]"
                + "[name, own, rank, turn][rank][add, compareTo, compareTo, name][compareTo, compareTo, name]"
                + "1[interface Named, interface java.lang.Comparable]"
                + "[row, text][rank][][compareTo, compareTo, name]2[]"
                + "[tag, x][][equals, hashCode, tag, toString, x][equals, hashCode, tag, toString, x]1[]jdsm";
        assertThat(outcome.out())
                .hasSize(ranks)
                .allSatisfy(line -> assertThat(line).endsWith(result));
    }

    @Test
    void sharedStaticFieldsAreRefusedByName() {
        assertThat(refusal("OfStatic"))
                .contains(
                        "static field OfStatic.count is shared, and reflection does not find it: use the field itself");
    }

    @Test
    void volatileFieldsOfSharedObjectsAreRefusedByName() {
        assertThat(refusal("OfVolatile"))
                .contains("volatile field Base.turn of a shared object is not kept coherent by reflection:");
    }

    @Test
    void finalFieldsOfSharedObjectsAreRefusedByName() {
        assertThat(refusal("OfFinal"))
                .contains("final field Base.own of a shared object would keep its value on other ranks:");
    }

    private static String refusal(String program) {
        Outcome outcome = process.ranks(2, "", program);
        assertThat(outcome.status()).isNotZero();
        return String.join("\n", outcome.err());
    }
}
