package jdsm.codec;

import java.math.BigInteger;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import jdsm.codec.ValueCodecTest.Pair;
import jdsm.comm.fuzz.FuzzTarget;
import jdsm.comm.fuzz.Fuzzer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes in place of contents, diffs and values. */
class CodecFuzzTest {
    enum Suit {
        HEARTS,
        SPADES
    }

    @SuppressWarnings("unused") // by reflection
    static final class Node {
        private int number = 5;
        private String name = "a name";
        private Node next = this;
        private Suit suit = Suit.SPADES;
        private List<Object> list = new ArrayList<>(List.of("a", 1, new UUID(1, 2), List.of(1, 2)));
        private double[] numbers = {1, 2, 3};
    }

    @SuppressWarnings("unused") // by reflection
    static final class Fields {
        private boolean truth;
        private byte small;
        private char letter = 'x';
        private float single = 1;
        private Object thing = "thing";
        private String text = "text";
    }

    /** Knows a few objects. */
    private static final class Numbers implements References {
        private final List<Object> objects = List.of("thing", "text");

        @Override
        public int numberOf(Object object) {
            return 1 + objects.indexOf(object);
        }

        @Override
        public Object objectOf(int number) {
            if (number < 1 || number > objects.size()) {
                throw new CodecException("number " + number);
            }
            return objects.get(number - 1);
        }
    }

    static List<FuzzTarget> targets() {
        List<FuzzTarget> targets = new ArrayList<>();
        targets.add(values());
        targets.add(content(
                "content: numbers",
                new ElementsContent(new long[100], 10, 50, 1 << 16),
                new ElementsContent(new long[100], 10, 50, 1 << 16)));
        Object[] array = {"thing", "text", null, "text"};
        targets.add(content(
                "content: references",
                UnitContent.ofReferences(new Numbers(), array, 1, 3),
                UnitContent.ofReferences(new Numbers(), new Object[4], 1, 3)));
        targets.add(content("content: fields", fields(new Fields()), fields(new Fields())));
        targets.add(diffs("diff: numbers", new ElementsContent(new int[50], 0, 50, 1 << 16)));
        targets.add(diffs("diff: references", UnitContent.ofReferences(new Numbers(), array, 0, 4)));
        targets.add(kryo("content: an object", new Node(), new Node())
                .found("0115011503018220000002000000000000002201ffffffff0100610100610100f7"));
        targets.add(kryo(
                "content: a list",
                new ArrayList<>(Arrays.asList("a", null, null, null, 1L, new int[] {1, 2}, List.of("b"))),
                new ArrayList<>()));
        targets.add(kryo(
                        "content: a map",
                        new HashMap<>(
                                Map.of("x", List.of(1, 2), "y", new TreeMap<>(Map.of("k", new BigInteger("77"))))),
                        new HashMap<>())
                .found("01030301827822014dc2cf1d1dcddc00fa"));
        targets.add(kryo(
                        "content: an array",
                        new Object[] {"a", new String[] {"b", null}, new Object[] {1, new double[5], 'c'}, null},
                        new Object[4])
                .found("2101ef97e708208824097d52453cc8cf1efbb4f524"));
        return targets;
    }

    private static UnitContent fields(Object target) {
        return new FieldSlots(
                new Numbers(),
                target,
                UnitFields.of(
                        Arrays.stream(Fields.class.getDeclaredFields())
                                .filter(field -> !field.isSynthetic())
                                .toList(),
                        false));
    }

    private static FuzzTarget values() {
        ValueCodec codec = new ValueCodec(CodecFuzzTest.class.getClassLoader());
        Stream<Object> more = Stream.of(
                new Pair(null, new Pair(null, Optional.of(new Pair(null, 1)))),
                Optional.of("some"),
                OptionalInt.empty(),
                new UUID(1, 2),
                Instant.EPOCH,
                Duration.ofDays(2),
                Period.ofDays(2),
                LocalDate.EPOCH,
                LocalTime.NOON,
                ZoneOffset.UTC,
                ZoneId.of("Europe/Berlin"),
                OffsetTime.of(LocalTime.NOON, ZoneOffset.UTC),
                ZonedDateTime.ofInstant(Instant.EPOCH, ZoneId.of("Europe/Berlin")),
                Year.of(2000),
                YearMonth.of(2000, 2),
                MonthDay.of(2, 3),
                Locale.GERMANY,
                URI.create("http://a.b/c?d#e"),
                Currency.getInstance("EUR"));
        List<byte[]> corpus = Stream.concat(Arrays.stream(ValueCodecTest.values()), more)
                .map(codec::encode)
                .toList();
        return FuzzTarget.of(
                        "value",
                        corpus,
                        input -> codec.decode(ByteBuffer.wrap(input), any -> true),
                        CodecException.class)
                .allocating(1 << 20, 256); // a stack trace of deep nesting; what is said of a long name
    }

    private static byte[] encoded(UnitContent content) {
        ByteBuffer bytes = ByteBuffer.allocate(content.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        content.encode(bytes);
        return bytes.array();
    }

    private static FuzzTarget content(String name, UnitContent from, UnitContent to) {
        return FuzzTarget.of(
                name,
                List.of(encoded(from), encoded(to)),
                input -> {
                    ByteBuffer source = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN);
                    if (to.hasReferences()) {
                        to.forEachReference(0, source.duplicate().order(ByteOrder.LITTLE_ENDIAN), (number, type) -> {});
                    }
                    to.decode(source);
                },
                CodecException.class);
    }

    private static FuzzTarget diffs(String name, UnitContent content) {
        Twin twin = Twin.of(content);
        return FuzzTarget.of(
                name,
                List.of(new byte[] {0, 4, 1, 0, 0, 0, 4, 4, 2, 0, 0, 0}, new byte[] {8, 8, 1, 0, 0, 0, 2, 0, 0, 0}),
                input -> {
                    ContentDiff diff = new ContentDiff(input);
                    if (content.hasReferences()) {
                        diff.forEachReference(content, (number, type) -> {});
                    }
                    twin.apply(diff);
                },
                CodecException.class);
    }

    private static FuzzTarget kryo(String name, Object source, Object target) {
        return content(name, kryo(source), kryo(target)).allocating(16 << 20, 128);
    }

    private static UnitContent kryo(Object root) {
        ObjectCodec codec = new ObjectCodec(1 << 16);
        codec.declare(Node.class);
        return root instanceof Object[] array ? codec.contentOf(array, 0, array.length) : codec.contentOf(root);
    }

    @ParameterizedTest
    @MethodSource("targets")
    void anyBytes(FuzzTarget target) throws InterruptedException {
        Fuzzer.run(target);
    }
}
