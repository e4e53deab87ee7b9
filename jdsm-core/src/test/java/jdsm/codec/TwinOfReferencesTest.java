package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A value that several ranks have made has a number of each; that is no difference. */
class TwinOfReferencesTest {
    /** One rank's numbers: its own for what it encodes, and others' that it has heard of. */
    private static final class Numbers implements References {
        private final Map<Object, Integer> own = new HashMap<>();
        private final Map<Integer, Object> known = new HashMap<>();
        private int last;

        private Numbers(int first) {
            last = first;
        }

        @Override
        public int numberOf(Object object) {
            return own.computeIfAbsent(object, made -> {
                known.put(++last, made);
                return last;
            });
        }

        @Override
        public Object objectOf(int number) {
            return known.get(number);
        }

        @Override
        public int ownNumber(int number) {
            return number == NULL ? NULL : numberOf(objectOf(number));
        }
    }

    private static final class Pair {
        @SuppressWarnings("unused") // by reflection
        private Object left;

        @SuppressWarnings("unused") // by reflection
        private int count;

        @SuppressWarnings("unused") // by reflection
        private Object right;
    }

    private final Numbers here = new Numbers(100);
    private final Numbers there = new Numbers(200);

    private UnitContent pair(Numbers numbers, Pair target) {
        List<Field> fields = Arrays.stream(Pair.class.getDeclaredFields())
                .filter(field -> !field.isSynthetic())
                .toList();
        return new FieldSlots(numbers, target, UnitFields.of(fields, false));
    }

    private ByteBuffer encoded(UnitContent content) {
        ByteBuffer buffer = ByteBuffer.allocate(content.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        content.encode(buffer);
        here.known.putAll(there.known);
        return buffer.flip();
    }

    @Test
    void contentThatHasComeIsNotTakenForWritten() {
        String[] mine = {"same", "old", null, "kept"};
        Twin twin = Twin.of(new ReferenceSlots(here, mine, 0, 4));

        twin.merge(encoded(new ReferenceSlots(there, new String[] {"same", "new", "more", "kept"}, 0, 4)), null);

        assertThat(mine).containsExactly("same", "new", "more", "kept");
        assertThat(twin.diff()).isNull();
    }

    @Test
    void whatIsWrittenHereStaysWhereOthersHaveTheSameAsBefore() {
        String[] mine = {"same", "old"};
        Twin twin = Twin.of(new ReferenceSlots(here, mine, 0, 2));
        mine[0] = "written";

        twin.merge(encoded(new ReferenceSlots(there, new String[] {"same", "new"}, 0, 2)), null);

        assertThat(mine).containsExactly("written", "new");
    }

    @Test
    void aDiffThatHasComeIsNotTakenForWritten() {
        Pair mine = new Pair();
        mine.left = "left";
        Pair theirs = new Pair();
        Twin twin = Twin.of(pair(here, mine));
        UnitContent content = pair(there, theirs);
        Twin before = Twin.of(content);
        theirs.left = "new";
        theirs.count = 3;
        theirs.right = 7;
        ContentDiff diff = before.diff();
        here.known.putAll(there.known);

        twin.apply(diff);

        assertThat(mine).usingRecursiveComparison().isEqualTo(theirs);
        assertThat(twin.diff()).isNull();
    }

    /** A long array that is encoded and decoded again and again has the numbers that it would have at the first time. */
    @Test
    void numbersThatAreKeptAreThoseOfTheElements() {
        Random random = new Random(5);
        Numbers others = new Numbers(-1_000); // as of values, which each rank numbers by itself
        Object[] objects = new Object[60];
        Arrays.setAll(objects, i -> i % 3 == 0 ? null : "object " + i);
        Object[] array = new Object[100];
        UnitContent kept = UnitContent.ofReferences(here, array, 10, 80);
        for (int round = 0; round < 2_000; round++) {
            int changes = random.nextInt(4);
            for (int i = 0; i < changes; i++) {
                array[random.nextInt(array.length)] = objects[random.nextInt(objects.length)];
            }
            if (random.nextInt(4) == 0) {
                int at = random.nextInt(80);
                Object[] other = {objects[random.nextInt(objects.length)]};
                ByteBuffer one = encoded(UnitContent.ofReferences(random.nextBoolean() ? here : others, other, 0, 1));
                here.known.putAll(others.known);
                kept.decode(at * Integer.BYTES, one);
                assertThat(array[10 + at]).isEqualTo(other[0]);
            }
            if (random.nextInt(50) == 0) {
                kept.forgetReferents();
                here.own.clear(); // they get new numbers
            }
            assertThat(encoded(kept)).isEqualTo(encoded(UnitContent.ofReferences(here, array, 10, 80)));
        }
    }
}
