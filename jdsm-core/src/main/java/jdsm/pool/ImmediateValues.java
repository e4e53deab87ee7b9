package jdsm.pool;

import jdsm.codec.CodecException;
import jdsm.codec.References;

/*
 * A number of 32 bits with the first one set, and the second one not. The next two tell the class: 00 an Integer and 01 a Long, with the
 * other 28 as its two's complement; 11 a Double, with the first 28 bits of it, of which the rest are 0; 10 another class, by two more bits, with the
 * last 16 as the content.
 */

/**
 * Boxed primitives whose numbers say what they are, so that no rank has to be told of them, and none keeps them in a table.
 * Programs put millions of them into collections. Stateless.
 */
final class ImmediateValues {
    /** The numbers below this one are of such values. */
    private static final int END = Integer.MIN_VALUE + (1 << 30);

    private static final int BITS = 28;
    private static final int MOST = (1 << BITS - 1) - 1;
    private static final int LEAST = -MOST - 1;
    private static final int MASK = (1 << BITS) - 1;

    private static final int OF_INTEGER = Integer.MIN_VALUE;
    private static final int OF_LONG = Integer.MIN_VALUE | 1 << BITS;
    private static final int OF_DOUBLE = Integer.MIN_VALUE | 3 << BITS;
    /** The bits of a Double that do not stand in a number. */
    private static final int REST = Long.SIZE - BITS;

    private static final int OF_SHORTER = Integer.MIN_VALUE | 2 << BITS;
    private static final int SHORTER_SHIFT = 26;

    private static final int CHARACTER = 0;
    private static final int SHORT = 1;
    private static final int BYTE = 2;
    private static final int BOOLEAN = 3;

    private ImmediateValues() {}

    /** Whether a number is that of such a value, or of none. */
    static boolean is(int number) {
        return number < END;
    }

    /** The number of a value; {@link References#NULL} for other objects. */
    static int numberOf(Object value) {
        if (value instanceof Integer number) {
            return number >= LEAST && number <= MOST ? OF_INTEGER | number & MASK : References.NULL;
        } else if (value instanceof Long number) {
            return number >= LEAST && number <= MOST ? OF_LONG | number.intValue() & MASK : References.NULL;
        } else if (value instanceof Double number) {
            long bits = Double.doubleToRawLongBits(number);
            return bits << BITS == 0 ? OF_DOUBLE | (int) (bits >>> REST) : References.NULL;
        } else if (value instanceof Character letter) {
            return shorter(CHARACTER, letter);
        } else if (value instanceof Boolean truth) {
            return shorter(BOOLEAN, truth ? 1 : 0);
        } else if (value instanceof Short number) {
            return shorter(SHORT, number & 0xffff);
        }
        return value instanceof Byte number ? shorter(BYTE, number & 0xff) : References.NULL;
    }

    private static int shorter(int type, int content) {
        return OF_SHORTER | type << SHORTER_SHIFT | content;
    }

    /**
     * The value with a number.
     *
     * @throws CodecException if there is none
     */
    static Object of(int number) {
        int content = number << Integer.SIZE - BITS >> Integer.SIZE - BITS;
        return switch (number >>> BITS & 3) {
            case 0 -> content;
            case 1 -> (long) content;
            case 2 -> shorter(number);
            default -> Double.longBitsToDouble((long) number << REST);
        };
    }

    private static Object shorter(int number) {
        int type = number >>> SHORTER_SHIFT & 3;
        Object value = switch (type) {
            case CHARACTER -> (char) number;
            case SHORT -> (short) number;
            case BYTE -> (byte) number;
            default -> (number & 1) != 0;
        };
        if (numberOf(value) != number) {
            throw new CodecException("a reference to number " + number + ", which no value has");
        }
        return value;
    }
}
