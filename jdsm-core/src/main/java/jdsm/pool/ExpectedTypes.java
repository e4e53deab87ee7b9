package jdsm.pool;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import jdsm.codec.CodecException;
import jdsm.codec.ReferenceReceiver;
import jdsm.codec.References;

/**
 * The references in a content: each number with the types declared where it stands. Only these may be described along
 * with it. The first few are looked for one by one, which most contents need only, and all of many by a hash table.
 */
final class ExpectedTypes implements ReferenceReceiver {
    private static final int FEW = 16;
    private static final int NONE = -1;
    /** Odd, and different in each JVM: no peer knows which numbers have one hash code. */
    private static final int MULTIPLIER = new SplittableRandom().nextInt() | 1;

    private int[] numbers = new int[4];
    private Class<?>[] types = new Class<?>[4];
    private int size;
    /** For each hash code the place of the last reference that has it; null while no table is wanted. */
    private int[] last;
    /** For each reference the place of the one before with the same hash code. */
    private int[] before;
    /** The number of references in the table. */
    private int hashed;

    @Override
    public void reference(int number, Class<?> type) {
        if (size > 0 && numbers[size - 1] == number && types[size - 1] == type) {
            return;
        }
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * size);
            types = Arrays.copyOf(types, 2 * size);
        }
        numbers[size] = number;
        types[size++] = type;
    }

    /** Gives the receiver all numbers except that of null; a number may come twice. */
    void forEach(IntConsumer receiver) {
        for (int i = 0; i < size; i++) {
            if (numbers[i] != References.NULL) {
                receiver.accept(numbers[i]);
            }
        }
    }

    /**
     * The classes that an object may have, given all places where the content refers to its number.
     *
     * @throws CodecException if the content does not refer to the number
     */
    Predicate<Class<?>> of(int number) {
        if (size > FEW) {
            hash();
        }
        if (next(number, first(number)) == NONE) {
            throw new CodecException("a description of number " + number + ", to which nothing refers");
        }
        return type -> admits(number, type);
    }

    private boolean admits(int number, Class<?> type) {
        for (int i = next(number, first(number)); i != NONE; i = next(number, behind(i))) {
            if (!types[i].isAssignableFrom(type)) {
                return false;
            }
        }
        return true;
    }

    /** The first of the references that may have a number. */
    private int first(int number) {
        return last == null ? size - 1 : last[place(number)];
    }

    private int behind(int reference) {
        return last == null ? reference - 1 : before[reference];
    }

    /** The next reference to a number, from one of those that may have it on. */
    private int next(int number, int from) {
        int i = from;
        while (i != NONE && numbers[i] != number) {
            i = behind(i);
        }
        return i;
    }

    /** Puts references into the table that are not in it yet: a description may tell of further ones. */
    private void hash() {
        if (last == null || last.length < size) {
            last = new int[Integer.highestOneBit(size) << 1];
            Arrays.fill(last, NONE);
            hashed = 0;
        }
        if (before == null || before.length < numbers.length) {
            before = before == null ? new int[numbers.length] : Arrays.copyOf(before, numbers.length);
        }
        for (; hashed < size; hashed++) {
            int place = place(numbers[hashed]);
            before[hashed] = last[place];
            last[place] = hashed;
        }
    }

    private int place(int number) {
        return number * MULTIPLIER >>> Integer.numberOfLeadingZeros(last.length - 1);
    }
}
