package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import jdsm.Local;
import jdsm.codec.CodecException;
import jdsm.codec.References;
import jdsm.codec.UnitContent;
import jdsm.codec.UnitFields;
import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;
import jdsm.runtime.Woven;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The generated methods move the shared fields of an object, in the order in which the runtime knows them. */
@Timeout(30)
class FieldsPassTest {
    private static final int MANY = 450;

    private static final String SOURCE = """
            class Every {
                private boolean a = true; byte b = -2; char c = '\\uffff'; short d = -4; int e = -5; long f = -6;
                private final float g = Float.intBitsToFloat(0xffc00001);
                double h = Double.longBitsToDouble(0xfff8000000000001L);
                Object i = "i"; protected final String j = "j"; int[] k = {1}; Point l = new Point(1, 2); Runnable m;
                static int s = 1; transient int t = 1; @Local int u = 1;
            }
            class Above<T> { private int z = 1; T a; volatile long flag = 2; }
            class Between extends Above<String> { transient int own = 3; }
            class Below extends Between implements Comparable<Below> {
                private int z = 4; volatile Object there; String b = "b";
                public int compareTo(Below other) { return 0; }
            }
            class Lone { volatile boolean set; }
            class Job extends Thread { int done = 5; }
            class Ratio extends Number {
                private static final long serialVersionUID = 1;
                int more = 6;
                public int intValue() { return 1; }
                public long longValue() { return 1; }
                public float floatValue() { return 1; }
                public double doubleValue() { return 1; }
            }
            class Counters { static int count = 7; static String text = "x"; }
            record Point(int x, int y) {}
            interface Pair { class Top { int a = 1; Object b; } class Leaf extends Top { int c = 2; } }
            """ + "class Many {" + fields(MANY) + "}";

    private static String fields(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> "int f" + i + " = " + i + ";")
                .collect(Collectors.joining());
    }

    @TempDir
    static Path directory;

    private static Program program;

    @BeforeAll
    static void weave() {
        program = Program.compile(directory, SOURCE).weave();
    }

    /** Collects values. */
    private static final class Values extends FieldSink {
        private final List<Object> all = new ArrayList<>();

        @Override
        public void put(long bits) {
            all.add(bits);
        }

        @Override
        public void put(Object referent) {
            all.add(Collections.singletonList(referent));
        }
    }

    /** Gives values to the fields from one place to another. */
    private static final class Given extends FieldSource {
        private final List<Object> values;
        private final int from;
        private final int to;
        private int at = -1;

        Given(List<Object> values, int from, int to) {
            this.values = values;
            this.from = from;
            this.to = to;
        }

        @Override
        public boolean next() {
            at++;
            return from <= at && at < to;
        }

        @Override
        public long bits() {
            return (long) values.get(at);
        }

        @Override
        public Object referent() {
            return ((List<?>) values.get(at)).get(0);
        }
    }

    private static List<Object> plain(Object object) {
        Values values = new Values();
        ((Woven) object).$jdsmPlain(values);
        return values.all;
    }

    private static List<Object> volatiles(Object object) {
        Values values = new Values();
        ((Woven) object).$jdsmVolatiles(values);
        return values.all;
    }

    private static List<Object> of(Object referent) {
        return Collections.singletonList(referent);
    }

    private static Object value(Object object, Class<?> type, String name) throws Exception {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }

    @Test
    void everyTypeIsReadInTheOrderOfNames() throws Exception {
        Object every = program.make("Every");

        assertThat(plain(every))
                .containsExactly(
                        1L,
                        -2L,
                        0xffffL,
                        -4L,
                        -5L,
                        -6L,
                        (long) 0xffc00001,
                        0xfff8000000000001L,
                        of("i"),
                        of("j"),
                        of(value(every, every.getClass(), "k")),
                        of(value(every, every.getClass(), "l")),
                        of(null));
        assertThat(volatiles(every)).isEmpty();
    }

    @Test
    void everyTypeIsWritten() throws Exception {
        Object every = program.make("Every");
        Runnable run = () -> {};
        List<Object> values = new ArrayList<>(List.of(
                0L, 127L, 65L, 32767L, 1L << 31, 1L << 62, 0x7fc00002L, 0x7ff8000000000003L, of(null), of("new")));
        values.addAll(List.of(of(new int[0]), of(null), of(run)));

        ((Woven) every).$jdsmPlain(new Given(values, 0, values.size()));

        List<Object> expected = new ArrayList<>(values);
        expected.set(4, (long) Integer.MIN_VALUE);
        assertThat(plain(every)).isEqualTo(expected);
        assertThat(value(every, every.getClass(), "t")).isEqualTo(1);
        assertThat(value(every, every.getClass(), "u")).isEqualTo(1);
    }

    @Test
    void onlyFieldsWithAValueAreWritten() throws Exception {
        Object every = program.make("Every");
        List<Object> before = plain(every);
        List<Object> zeros = new ArrayList<>(Collections.nCopies(8, 0L));
        zeros.addAll(Collections.nCopies(5, of(null)));
        for (int from = 0; from < zeros.size(); from++) {
            for (int to = from; to <= zeros.size(); to++) {
                ((Woven) every).$jdsmPlain(new Given(zeros, from, to));

                List<Object> expected = new ArrayList<>(before);
                Collections.copy(expected.subList(from, to), zeros.subList(from, to));
                assertThat(plain(every)).isEqualTo(expected);
                ((Woven) every).$jdsmPlain(new Given(before, 0, before.size()));
            }
        }
    }

    @Test
    void anObjectThatDoesNotFitIsRefused() throws Exception {
        Woven every = (Woven) program.make("Every");
        List<Object> values = plain(every);
        values.set(9, of(7));
        values.set(12, of("no Runnable"));

        assertThatThrownBy(() -> every.$jdsmPlain(new Given(values, 9, 10))).isInstanceOf(ClassCastException.class);
        assertThatThrownBy(() -> every.$jdsmPlain(new Given(values, 12, 13))).isInstanceOf(ClassCastException.class);
        assertThat(plain(every).get(9)).isEqualTo(of("j"));
    }

    @Test
    void theFieldsOfSuperclassesComeFirst() throws Exception {
        Object below = program.make("Below");

        assertThat(plain(below)).containsExactly(of(null), 1L, of("b"), 4L);
        assertThat(volatiles(below)).containsExactly(2L, of(null));
        ((Woven) below).$jdsmPlain(new Given(List.of(of("a"), 2L, of("c"), 5L), 1, 4));
        ((Woven) below).$jdsmVolatiles(new Given(List.of(3L, of(below)), 0, 2));
        assertThat(plain(below)).containsExactly(of(null), 2L, of("c"), 5L);
        assertThat(volatiles(below)).containsExactly(3L, of(below));
        assertThat(plain(program.make("Between"))).containsExactly(of(null), 1L);
        assertThat(volatiles(program.make("Between"))).containsExactly(2L);
    }

    @Test
    void aClassHasMethodsForFieldsOfItsOwnOnly() throws Exception {
        assertThat(methods("Above"))
                .containsExactlyInAnyOrder("$jdsmPlain", "$jdsmPlain", "$jdsmVolatiles", "$jdsmVolatiles");
        assertThat(methods("Between")).isEmpty();
        assertThat(program.type("Below").getInterfaces()).containsExactly(Comparable.class);
        assertThat(program.type("Above").getInterfaces()).containsExactly(Woven.class);
        assertThat(Woven.class.isAssignableFrom(program.type("Point"))).isFalse();
    }

    private static List<String> methods(String type) throws Exception {
        return Arrays.stream(program.type(type).getDeclaredMethods())
                .filter(method -> method.getName().startsWith("$jdsmPlain")
                        || method.getName().startsWith("$jdsmV"))
                .peek(method -> assertThat(method.isSynthetic()).isTrue())
                .map(java.lang.reflect.Method::getName)
                .toList();
    }

    @Test
    void aVolatileFieldIsNoPlainOne() throws Exception {
        Object lone = program.make("Lone");

        ((Woven) lone).$jdsmVolatiles(new Given(List.of(3L), 0, 1));

        assertThat(plain(lone)).isEmpty();
        assertThat(volatiles(lone)).containsExactly(1L);
        assertThat(Modifier.isVolatile(lone.getClass().getDeclaredField("set").getModifiers()))
                .isTrue();
    }

    @Test
    void whatAClassOfTheJdkHasStays() throws Exception {
        assertThat(plain(program.make("Job"))).containsExactly(5L);
        assertThat(plain(program.make("Ratio"))).containsExactly(6L);
    }

    @Test
    void holdersOfStaticFieldsHaveThem() throws Exception {
        program.make("Counters");
        Class<?> holder = program.type("Counters" + Woven.HOLDER);
        Object statics = Arrays.stream(holder.getDeclaredFields())
                .filter(field -> field.getType() == holder)
                .findFirst()
                .orElseThrow()
                .get(null);

        assertThat(plain(statics)).containsExactly(7L, of("x"));
    }

    @Test
    void manyFieldsAreInSeveralMethods() throws Exception {
        Object many = program.make("Many");
        List<Object> inOrder = IntStream.range(0, MANY)
                .mapToObj(i -> "f" + i)
                .sorted()
                .map(name -> (Object) Long.parseLong(name.substring(1)))
                .toList();
        assertThat(plain(many)).isEqualTo(inOrder);
        List<Object> backwards = new ArrayList<>(inOrder);
        Collections.reverse(backwards);

        ((Woven) many).$jdsmPlain(new Given(backwards, 0, MANY));

        assertThat(plain(many)).isEqualTo(backwards);
        assertThat(methods("Many")).contains("$jdsmPlain400");
    }

    /** Numbers by place in a list. */
    private static final class Numbers implements References {
        private final List<Object> objects = new ArrayList<>();

        @Override
        public int numberOf(Object object) {
            objects.add(object);
            return objects.size();
        }

        @Override
        public Object objectOf(int number) {
            return objects.get(number - 1);
        }
    }

    private final Numbers numbers = new Numbers();

    private UnitContent content(Object object, Class<?>... levels) {
        List<Field> fields = Arrays.stream(levels)
                .flatMap(type -> Arrays.stream(type.getDeclaredFields())
                        .filter(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0)
                        .filter(field -> !field.isAnnotationPresent(Local.class))
                        .sorted(Comparator.comparing(Field::getName)))
                .toList();
        return UnitContent.ofFields(numbers, object, UnitFields.of(fields, false));
    }

    private static ByteBuffer encode(UnitContent content) {
        ByteBuffer buffer = ByteBuffer.allocate(content.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        content.encode(buffer);
        return buffer.flip();
    }

    @Test
    void contentGoesByTheMethods() throws Exception {
        Object from = program.make("Every");
        Object to = program.make("Every");
        ((Woven) from).$jdsmPlain(new Given(List.of(0L, 3L), 0, 2));

        ByteBuffer encoded = encode(content(from, from.getClass()));
        content(to, to.getClass()).decode(encoded.duplicate().order(ByteOrder.LITTLE_ENDIAN));

        assertThat(plain(to)).isEqualTo(plain(from));
        int j = 9;
        encoded.putLong(j * Long.BYTES, numbers.numberOf(7));
        assertThatThrownBy(() -> content(to, to.getClass()).decode(encoded))
                .isInstanceOf(CodecException.class)
                .hasMessage("field app.Every.j has type java.lang.String and cannot refer to an object of"
                        + " java.lang.Integer");
        numbers.objects.clear();
        assertThatThrownBy(() -> content(to, to.getClass()).decode(encoded.rewind()))
                .as("a number without an object")
                .hasStackTraceContaining("$jdsmPlain");
    }

    /** The agent may miss a class that a library makes while the program runs. */
    @Test
    void aClassBelowThatIsNotWovenIsReadAsAWhole() throws Exception {
        byte[] file = program.plainFile("Pair$Leaf");
        Class<?> woven = program.type("Pair$Leaf");
        Class<?> leaf = new ClassLoader(woven.getClassLoader()) {
            Class<?> define() {
                return defineClass(woven.getName(), file, 0, file.length);
            }
        }.define();

        ByteBuffer encoded = encode(content(leaf.getConstructor().newInstance(), leaf.getSuperclass(), leaf));

        assertThat(encoded.remaining()).isEqualTo(3 * Long.BYTES);
        assertThat(encoded.getLong(0)).isEqualTo(1);
        assertThat(encoded.getLong(2 * Long.BYTES)).isEqualTo(2);
    }
}
