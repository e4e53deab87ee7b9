package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares the content of joined objects with the contents of the objects one by one. */
class JoinedFieldsTest {
    private static class Node {
        private int key;
        private Node left;
        private double weight;
        private Object right;
    }

    /** Numbers by place in a list, which counts the questions. */
    private static final class Numbers implements References {
        private final List<Object> objects = new ArrayList<>();
        private int asked;

        @Override
        public int numberOf(Object object) {
            asked++;
            if (object instanceof Thread) {
                throw new CannotTravelException("a thread", null);
            }
            if (!objects.contains(object)) {
                objects.add(object);
            }
            return objects.indexOf(object) + 1;
        }

        @Override
        public Object objectOf(int number) {
            asked++;
            return objects.get(Math.abs(number) - 1);
        }
    }

    private static final int OBJECTS = 5;
    private static final int SLOTS = 4;

    private final Numbers numbers = new Numbers();
    private final UnitFields fields = UnitFields.of(
            Arrays.stream(Node.class.getDeclaredFields())
                    .filter(field -> !field.isSynthetic())
                    .toList(),
            false);
    private final Node[] nodes =
            IntStream.range(0, OBJECTS).mapToObj(i -> new Node()).toArray(Node[]::new);
    private final UnitContent joined = UnitContent.ofObjects(numbers, nodes, fields);

    private List<UnitContent> parts(Node[] of) {
        return Arrays.stream(of)
                .map(node -> UnitContent.ofFields(numbers, node, fields))
                .toList();
    }

    private static ByteBuffer encoded(UnitContent content) {
        ByteBuffer bytes = ByteBuffer.allocate(content.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        content.encode(bytes);
        return bytes.flip();
    }

    private ByteBuffer encodedOneByOne(Node[] of) {
        ByteBuffer bytes = ByteBuffer.allocate(joined.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        parts(of).forEach(part -> part.encode(bytes));
        return bytes.flip();
    }

    private void change(Node node, SplittableRandom random) {
        node.key = random.nextInt(3);
        node.left = random.nextBoolean() ? null : nodes[random.nextInt(OBJECTS)];
        node.weight = random.nextDouble();
        node.right = List.of(nodes[0], "text", node).get(random.nextInt(3));
    }

    @Test
    void randomChangesAreEncodedAsOneByOne() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 200; round++) {
            change(nodes[random.nextInt(OBJECTS)], random);
            if (random.nextInt(20) == 0) {
                joined.forgetReferents();
            }

            assertThat(encoded(joined)).isEqualTo(encodedOneByOne(nodes));
        }
    }

    @Test
    void partsOfAContentAreDecodedAsOneByOne() {
        SplittableRandom random = new SplittableRandom(2);
        Node[] others = IntStream.range(0, OBJECTS).mapToObj(i -> new Node()).toArray(Node[]::new);
        for (int round = 0; round < 500; round++) {
            change(others[random.nextInt(OBJECTS)], random);
            change(nodes[random.nextInt(OBJECTS)], random);
            int from = random.nextInt(OBJECTS * SLOTS);
            int to = random.nextInt(from, OBJECTS * SLOTS) + 1;
            ByteBuffer expected = encodedOneByOne(nodes);
            ByteBuffer source = encodedOneByOne(others);
            for (int slot = from; slot < to; slot++) {
                expected.putLong(slot * Long.BYTES, source.getLong(slot * Long.BYTES));
            }
            source.limit(to * Long.BYTES).position(from * Long.BYTES);

            joined.decode(from * Long.BYTES, source);

            assertThat(source.hasRemaining()).isFalse();
            assertThat(encodedOneByOne(nodes)).isEqualTo(expected);
            assertThat(encoded(joined)).isEqualTo(expected);
        }
    }

    @Test
    void everyReferenceInASliceIsTold() {
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 200; round++) {
            change(nodes[random.nextInt(OBJECTS)], random);
            int from = random.nextInt(OBJECTS * SLOTS);
            int to = random.nextInt(from, OBJECTS * SLOTS) + 1;
            ByteBuffer source = encoded(joined);
            List<Object> expected = new ArrayList<>();
            for (int slot = from; slot < to; slot++) {
                if (slot % 2 == 1) {
                    expected.add((int) source.getLong(slot * Long.BYTES));
                    expected.add(slot % SLOTS == 1 ? Node.class : Object.class);
                }
            }
            List<Object> told = new ArrayList<>();

            joined.forEachReference(
                    from * Long.BYTES,
                    source.slice(from * Long.BYTES, (to - from) * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN),
                    (number, type) -> {
                        told.add(number);
                        told.add(type);
                    });

            assertThat(told).isEqualTo(expected);
        }
    }

    @Test
    void whatHasNotChangedIsNotLookedUpAgain() {
        nodes[2].left = nodes[4];
        ByteBuffer content = encoded(joined);
        int before = numbers.asked;

        encoded(joined);
        joined.decode(content.duplicate().order(ByteOrder.LITTLE_ENDIAN));

        assertThat(numbers.asked).isEqualTo(before);
        joined.forgetReferents();
        encoded(joined);
        assertThat(numbers.asked).isGreaterThan(before);
    }

    /** Else a comparison with the twin would find a write where there was none. */
    @Test
    void aValueWithAnotherRanksNumberIsEncodedWithTheOwnNumber() {
        nodes[1].right = "text";
        ByteBuffer own = encoded(joined);
        ByteBuffer theirs = encoded(joined);
        int slot = SLOTS + 3;
        theirs.putLong(slot * Long.BYTES, -own.getLong(slot * Long.BYTES));
        joined.forgetReferents();

        joined.decode(theirs);

        assertThat(nodes[1].right).isEqualTo("text");
        assertThat(encoded(joined)).isEqualTo(own);
    }

    @Test
    void theFieldOfAFailureIsNamed() {
        nodes[3].right = new Thread();

        assertThatThrownBy(() -> encoded(joined)).isInstanceOfSatisfying(CannotTravelException.class, failure -> {
            assertThat(failure.holder()).isSameAs(nodes[3]);
            assertThat(failure.step()).isEqualTo(".right");
        });

        nodes[3].right = "text";
        ByteBuffer content = encoded(joined);
        int text = (int) content.getLong((3 * SLOTS + 3) * Long.BYTES);
        content.putLong((3 * SLOTS + 1) * Long.BYTES, text);
        assertThatThrownBy(() -> joined.decode(content))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("left")
                .hasMessageContaining("String");
    }

    @Test
    void bytesThatAreNoSlotsAreRefused() {
        ByteBuffer bytes = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);

        assertThatThrownBy(() -> joined.decode(8, bytes.duplicate())).isInstanceOf(CodecException.class);
        assertThatThrownBy(() -> joined.decode(joined.encodedBytes(), bytes.duplicate()))
                .isInstanceOf(CodecException.class);
    }
}
