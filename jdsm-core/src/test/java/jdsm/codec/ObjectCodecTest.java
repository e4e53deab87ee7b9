package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
}
