package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ObjectCodecTest {
    enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "green";
            }
        }
    }

    record Point(int x, double[] more) {}

    static class Base {
        private int number;
    }

    static final class Node extends Base {
        private final String name;
        private Node next;
        private Colour colour = Colour.RED;
        private Point point;
        private List<Object> list = new ArrayList<>();
        private transient Object local = new Object();

        Node(String name) {
            this.name = name;
        }
    }

    static final class Undeclared {}

    static final class WithThread {
        private Thread thread;
    }

    private final ObjectCodec here = new ObjectCodec(1 << 16);
    private final ObjectCodec there = new ObjectCodec(1 << 16);

    private static ByteBuffer encoded(UnitContent content) {
        ByteBuffer buffer = ByteBuffer.allocate(content.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        content.encode(buffer);
        assertThat(buffer.hasRemaining()).isFalse();
        return buffer.flip();
    }

    private static Node graph(String name) {
        Node node = new Node(name);
        ((Base) node).number = 5;
        node.colour = Colour.GREEN;
        node.point = new Point(3, new double[] {1, 2});
        node.next = node;
        node.list.add(node);
        node.list.add(List.of("a", 1, Map.of("k", 'c')));
        node.list.add(new UUID(1, 2));
        return node;
    }

    @Test
    void anObjectIsFilledInPlaceWithItsShape() {
        Node source = graph("source");
        Node target = graph("target");
        Object local = target.local;
        UnitContent from = here.contentOf(source);
        UnitContent to = there.contentOf(target);
        ((Base) source).number = 6;
        source.point = new Point(4, new double[0]);
        to.decode(encoded(from));
        assertThat(((Base) target).number).isEqualTo(6);
        assertThat(target.name).isEqualTo("source");
        assertThat(target.colour).isSameAs(Colour.GREEN);
        assertThat(target.point.x()).isEqualTo(4);
        assertThat(target.next).isSameAs(target);
        assertThat(target.list.get(0)).isSameAs(target);
        assertThat(target.list.subList(1, 3)).isEqualTo(source.list.subList(1, 3));
        assertThat(target.local).isSameAs(local);
        assertThat(here.declaredClasses()).isEqualTo(there.declaredClasses());
    }

    @Test
    void collectionsAndMapsStayTheSameObjects() {
        List<String> list = new ArrayList<>(List.of("a"));
        Map<String, List<Integer>> map = new TreeMap<>(Map.of("x", List.of(1, 2)));
        UnitContent listTarget = there.contentOf(new ArrayList<>(List.of("old", "older")));
        Map<String, Object> mapCopy = new HashMap<>(Map.of("gone", 1));
        there.contentOf(list).decode(encoded(here.contentOf(list)));
        assertThat(list).containsExactly("a");
        listTarget.decode(encoded(here.contentOf(list)));
        assertThat(listTarget.firstDifference(encoded(here.contentOf(list)))).isEmpty();
        there.contentOf(mapCopy).decode(encoded(here.contentOf(map)));
        assertThat(mapCopy).isEqualTo(map);
    }

    /** Each has room for 60,000 elements, and all together a few hundred bytes. */
    @Test
    void collectionsThatMultiplyEachOthersRoom() {
        List<Object> lists = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            lists.add(new ArrayList<>(Collections.nCopies(i < 10 ? 60_000 : 0, null)));
        }
        UnitContent target = there.contentOf(new ArrayList<>());
        target.decode(encoded(here.contentOf(lists)));
        lists.replaceAll(list -> new ArrayList<>(Collections.nCopies(60_000, null)));
        ByteBuffer many = encoded(here.contentOf(lists));

        assertThat(many.remaining()).isLessThan(1000);
        assertThatThrownBy(() -> target.decode(many))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("60000 elements in");
    }

    @Test
    void elementsOfAReferenceArrayTravelInTheirRange() {
        String[] source = {"a", null, "c"};
        String[] target = {"x", "y", "z"};
        there.contentOf(target, 1, 2).decode(encoded(here.contentOf(source, 1, 2)));
        assertThat(target).containsExactly("x", null, "c");
        assertThatThrownBy(() -> there.contentOf(new Integer[] {1}, 0, 1).decode(encoded(here.contentOf(source, 0, 1))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("does not fit");
    }

    @Test
    void differencesAreNamed() {
        Node mine = new Node("mine");
        Node other = new Node("mine");
        mine.point = new Point(8, null);
        other.point = new Point(9, null);
        assertThat(here.contentOf(mine).firstDifference(encoded(there.contentOf(other))))
                .hasValueSatisfying(difference -> assertThat(difference.where()).isEqualTo(".point"));
        assertThat(here.contentOf(new String[] {"a", "b"}, 0, 2)
                        .firstDifference(encoded(there.contentOf(new String[] {"a", "c"}, 0, 2))))
                .contains(new UnitContent.Difference("[1]", "b", "c"));
    }

    @Test
    void aClassThatIsNotDeclaredCannotLeave() {
        List<Object> list = new ArrayList<>();
        UnitContent content = here.contentOf(list);
        list.add(new Undeclared());
        assertThatThrownBy(content::encodedBytes)
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("pool.declare(" + Undeclared.class.getName() + ".class)");
        here.declare(Undeclared.class);
        assertThat(content.encodedBytes()).isPositive();
    }

    @Test
    void aClassNumberThatStandsForNothingIsRefused() {
        List<Object> list = new ArrayList<>();
        here.declare(Undeclared.class);
        list.add(new Undeclared());
        ByteBuffer bytes = encoded(here.contentOf(list));
        UnitContent target = there.contentOf(new ArrayList<>());
        assertThatThrownBy(() -> target.decode(bytes)).isInstanceOf(CodecException.class);
    }

    @Test
    void bytesTooManyOrTooFewAreRefused() {
        ByteBuffer bytes = encoded(here.contentOf(new ArrayList<>(List.of("abc"))));
        UnitContent target = there.contentOf(new ArrayList<>());
        ByteBuffer longer = ByteBuffer.allocate(bytes.remaining() + 1)
                .put(bytes.duplicate())
                .rewind();
        assertThatThrownBy(() -> target.decode(longer)).hasMessageContaining("1 bytes too many");
        assertThatThrownBy(() -> target.decode(bytes.slice(0, bytes.remaining() - 2)))
                .isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> target.decode(ByteBuffer.allocate(0))).isInstanceOf(CodecException.class);
    }

    @Test
    void whatCannotBeSharedIsRefusedByName() {
        assertThatThrownBy(() -> here.contentOf("text")).hasMessageContaining("java.lang.String");
        assertThatThrownBy(() -> here.contentOf(5)).hasMessageContaining("java.lang.Integer");
        assertThatThrownBy(() -> here.contentOf(new Point(1, null))).hasMessageContaining("Point");
        assertThatThrownBy(() -> here.contentOf(new WithThread()))
                .hasMessageContaining("WithThread.thread")
                .hasMessageContaining("java.lang.Thread");
        assertThatThrownBy(() -> here.contentOf(new Thread())).hasMessageContaining("java.lang.Thread");
    }

    private static final class Worker extends Thread {}

    @Test
    void anHeirOfAClassThatCannotBeReadIsRefusedByName() {
        assertThatThrownBy(() -> here.contentOf(new Worker()))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Worker cannot travel between ranks, for it extends java.lang.Thread of the JDK");
    }

    @Test
    void aContentBeyondTheLimitIsRefused() {
        List<Object> list = new ArrayList<>(List.of(new byte[1 << 17]));
        UnitContent content = here.contentOf(list);
        assertThatThrownBy(content::encodedBytes).hasMessageContaining("more than 65536 bytes");
    }

    private static final class Everything {
        private final int[] ints = {1, 2, 3};
        private final double[] doubles = {1, 2};
        private final String[] texts = {"one", "\u00e4\u00f6", null};
        private final Object[] any = {1, "two", null, new long[] {3}};
        private final List<Object> list = new ArrayList<>(List.of("a", 1L));
        private final Map<String, Object> map = new HashMap<>(Map.of("k", 2));
        private final BigInteger big = BigInteger.TEN.pow(30);
        private final Colour colour = Colour.GREEN;
        private final Point point = new Point(1, new double[] {2});
        private String text = "some text";
    }

    /** Seeded: a content that another rank has made up is read or refused; no length in it is believed. */
    @Test
    void anyBytesAreReadOrRefused() {
        for (Object root : List.of(
                new Everything(),
                new ArrayList<>(List.of("a", new Everything())),
                new HashMap<>(Map.of("a", new Everything())))) {
            byte[] right = encoded(here.contentOf(root)).array();
            for (int seed = 0; seed < 10_000; seed++) {
                Random random = new Random(seed);
                byte[] changed = right.clone();
                int changes = 1 + random.nextInt(4);
                int at = random.nextInt(changed.length);
                for (int i = 0; i < changes; i++, at++) {
                    boolean close = random.nextBoolean(); // lengths take several bytes
                    int place = close ? at % changed.length : random.nextInt(changed.length);
                    changed[place] = (byte) (random.nextBoolean() ? 0xff : random.nextInt());
                }
                UnitContent content = here.contentOf(root);
                try {
                    content.decode(ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN));
                } catch (CodecException e) {
                    assertThat(e.getCause() instanceof OutOfMemoryError)
                            .as("seed %d: %s", seed, e)
                            .isFalse();
                }
            }
        }
    }

    @Test
    void noLengthIsBelieved() {
        UnitContent content = there.contentOf(new Object[1], 0, 1);
        for (Class<?> type : List.of(
                boolean[].class,
                byte[].class,
                char[].class,
                short[].class,
                int[].class,
                long[].class,
                float[].class,
                double[].class,
                Object[].class,
                String[].class,
                ArrayList.class,
                HashMap.class,
                String.class)) {
            // as null; then of the class, first occurrence, length 2^31 - 1 in both forms of numbers
            for (int[] length : new int[][] {{0xff, 0xff, 0xff, 0xff, 0x07}, {0xff, 0xff, 0xff, 0xff, 0x0f}}) {
                ByteBuffer hostile = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
                hostile.put((byte) (there.kryo().getRegistration(type).getId() + 2));
                hostile.put((byte) 1);
                for (int b : length) {
                    hostile.put((byte) b);
                }
                assertThatThrownBy(() -> content.decode(hostile.flip()))
                        .as(type.getName())
                        .isInstanceOf(CodecException.class)
                        .satisfies(e -> assertThat(e.getCause() instanceof OutOfMemoryError)
                                .isFalse());
            }
        }
    }
}
