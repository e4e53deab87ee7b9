package jdsm.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import jdsm.runtime.FieldSink;
import jdsm.runtime.FieldSource;
import org.junit.jupiter.api.Test;

class FieldSlotsTest {
    @SuppressWarnings("unused") // by reflection
    private static class Everything {
        private boolean truth;
        private byte small;
        private char letter;
        private short middle;
        private int whole;
        private long large;
        private float single;
        private double twice;
        private Object thing;
        private String text;
    }

    @SuppressWarnings("unused") // by reflection
    private static final class Constant {
        private final int fixed = 3;
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

    private FieldSlots slots(Object target) {
        return new FieldSlots(
                numbers,
                target,
                UnitFields.of(
                        Arrays.stream(Everything.class.getDeclaredFields())
                                .filter(field -> !field.isSynthetic())
                                .toList(),
                        false));
    }

    private static ByteBuffer encode(FieldSlots slots) {
        ByteBuffer buffer = ByteBuffer.allocate(slots.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        slots.encode(buffer);
        return buffer.flip();
    }

    private static Everything extremes(int sign) {
        Everything some = new Everything();
        some.truth = sign < 0;
        some.small = (byte) (sign * 127);
        some.letter = sign < 0 ? '\uffff' : 'x';
        some.middle = (short) (sign * 32767);
        some.whole = sign * Integer.MAX_VALUE;
        some.large = sign * Long.MAX_VALUE;
        some.single = Float.intBitsToFloat(sign < 0 ? 0xffc00001 : 0x7f800000);
        some.twice = Double.longBitsToDouble(sign < 0 ? 0xfff8000000000001L : 1);
        some.thing = sign < 0 ? null : List.of();
        some.text = "text " + sign;
        return some;
    }

    @Test
    void everyTypeComesBack() {
        for (int sign : new int[] {-1, 1}) {
            Everything from = extremes(sign);
            Everything to = new Everything();
            to.thing = "not null";

            slots(to).decode(encode(slots(from)));

            assertThat(to)
                    .usingRecursiveComparison()
                    .ignoringFields("single", "twice")
                    .isEqualTo(from);
            assertThat(Float.floatToRawIntBits(to.single)).isEqualTo(Float.floatToRawIntBits(from.single));
            assertThat(Double.doubleToRawLongBits(to.twice)).isEqualTo(Double.doubleToRawLongBits(from.twice));
            assertThat(to.thing).isSameAs(from.thing);
        }
    }

    @Test
    void oneFieldAlone() {
        Everything target = extremes(1);
        FieldSlots slots = slots(target);
        ByteBuffer other = encode(slots(extremes(-1)));
        int whole = 4;

        slots.decode(whole * 8, other.slice(whole * 8, 8).order(ByteOrder.LITTLE_ENDIAN));

        assertThat(target.whole).isEqualTo(-Integer.MAX_VALUE);
        assertThat(target.large).isEqualTo(Long.MAX_VALUE);
        assertThat(target.middle).isEqualTo((short) 32767);
    }

    @Test
    void aDifferenceIsNamed() {
        Everything here = extremes(1);
        Everything there = extremes(1);
        there.thing = here.thing;
        there.single = 3;
        here.thing = null;
        there.thing = null;

        assertThat(slots(here).firstDifference(encode(slots(there))))
                .contains(new UnitContent.Difference(".single", "Infinity", "3.0"));
    }

    @Test
    void whatDoesNotFitIsRefused() throws NoSuchFieldException {
        Everything target = new Everything();
        FieldSlots slots = slots(target);
        ByteBuffer wrong = encode(slots(extremes(1)));
        int text = 9;
        wrong.putLong(text * 8, numbers.numberOf(7));

        assertThatThrownBy(() -> slots.decode(wrong))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining(
                        "Everything.text has type java.lang.String and cannot refer to an object of java.lang.Integer");
        assertThatThrownBy(() -> slots.decode(ByteBuffer.allocate(8)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("content of 8 bytes for 10 fields");
        java.lang.reflect.Field fixed = Constant.class.getDeclaredField("fixed");
        assertThatThrownBy(() -> new FieldSlot(fixed))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Constant.fixed is final");
    }

    @Test
    void referencesAreTold() {
        Everything target = extremes(1);
        FieldSlots slots = slots(target);
        List<Integer> told = new ArrayList<>();

        slots.forEachReference(0, encode(slots), (number, declared) -> told.add(number));

        assertThat(told).containsExactly(1, 2);
        assertThat(numbers.objects).containsExactly(target.thing, target.text);
    }

    private int numberOfThing(FieldSlots slots) {
        ByteBuffer encoded = ByteBuffer.allocate(slots.encodedBytes()).order(ByteOrder.LITTLE_ENDIAN);
        slots.encode(encoded);
        return (int) encoded.getLong(8 * Long.BYTES);
    }

    @Test
    void anObjectIsNumberedOnceWhileTheFieldRefersToIt() {
        Everything target = new Everything();
        FieldSlots slots = slots(target);
        target.thing = new int[] {1};
        assertThat(numberOfThing(slots)).isEqualTo(1);
        assertThat(numberOfThing(slots)).isEqualTo(1);

        target.thing = new int[] {1};
        assertThat(numberOfThing(slots)).isEqualTo(2);
        target.thing = null;
        assertThat(numberOfThing(slots)).isZero();
        assertThat(numbers.objects).hasSize(2);
    }

    @Test
    void aCopyMayHaveOthersInPlaceOfTheReferents() {
        Everything from = extremes(-1);
        from.thing = "shared";
        from.text = "text";
        Everything to = extremes(1);
        to.text = null;

        List<Object> copy = new ArrayList<>();
        slots(from).copy(new FieldSink() {
            @Override
            public void put(long bits) {
                copy.add(bits);
            }

            @Override
            public void put(Object referent) {
                copy.add(referent);
            }
        });
        Object thing = new Object();
        Collections.replaceAll(copy, "shared", thing);
        Iterator<Object> values = copy.iterator();
        slots(to).restore(new FieldSource() {
            @Override
            public boolean next() {
                return values.hasNext();
            }

            @Override
            public long bits() {
                return (Long) values.next();
            }

            @Override
            public Object referent() {
                return values.next();
            }
        });

        assertThat(to.thing).isSameAs(thing);
        from.thing = thing;
        assertThat(to)
                .usingRecursiveComparison()
                .ignoringFields("single", "twice")
                .isEqualTo(from);
        assertThat(Float.floatToRawIntBits(to.single)).isEqualTo(Float.floatToRawIntBits(from.single));
        assertThat(Double.doubleToRawLongBits(to.twice)).isEqualTo(Double.doubleToRawLongBits(from.twice));
    }

    @Test
    void clearedSlotsReferToNothing() {
        Everything some = extremes(1);
        some.thing = new Object();
        some.text = "text";
        List<Object> found = new ArrayList<>();
        slots(some).forEachReferent(found::add);
        assertThat(found).containsExactlyInAnyOrder(some.thing, "text");

        slots(some).clearReferents();

        assertThat(some.thing).isNull();
        assertThat(some.text).isNull();
        assertThat(some.whole).isEqualTo(extremes(1).whole);
    }

    @Test
    void aNumberIsAskedForAgainAfterItIsForgotten() {
        Everything some = extremes(1);
        some.thing = new Object();
        FieldSlots slots = slots(some);
        encode(slots);
        encode(slots);
        int before = numbers.objects.size();

        slots.forgetReferents();
        encode(slots);

        assertThat(numbers.objects).hasSize(2 * before);
    }
}
