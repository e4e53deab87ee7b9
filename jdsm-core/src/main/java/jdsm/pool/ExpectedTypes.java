package jdsm.pool;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import jdsm.codec.CodecException;
import jdsm.codec.ReferenceReceiver;
import jdsm.codec.References;

/**
 * The references in a content: each number with the types declared where it stands. Only these may be described along
 * with it. The first few are in arrays, which most contents need only, and all others in a map.
 */
final class ExpectedTypes implements ReferenceReceiver {
    private static final int FEW = 16;

    private int[] numbers = new int[4];
    private Class<?>[] types = new Class<?>[4];
    private int few;
    /** Null while there are few. */
    private Map<Integer, Set<Class<?>>> others;

    @Override
    public void reference(int number, Class<?> type) {
        if (few == FEW) {
            if (others == null) {
                others = new HashMap<>();
            }
            others.computeIfAbsent(number, first -> new HashSet<>(2)).add(type);
            return;
        }
        if (few == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * few);
            types = Arrays.copyOf(types, 2 * few);
        }
        numbers[few] = number;
        types[few++] = type;
    }

    /** Gives the receiver all numbers except that of null; a number may come twice. */
    void forEach(IntConsumer receiver) {
        for (int i = 0; i < few; i++) {
            if (numbers[i] != References.NULL) {
                receiver.accept(numbers[i]);
            }
        }
        if (others != null) {
            others.keySet().stream().filter(number -> number != References.NULL).forEach(receiver::accept);
        }
    }

    /**
     * The classes that an object may have, given all places where the content refers to its number.
     *
     * @throws CodecException if the content does not refer to the number
     */
    Predicate<Class<?>> of(int number) {
        Set<Class<?>> more = others == null ? null : others.get(number);
        boolean none = more == null;
        for (int i = 0; i < few && none; i++) {
            none = numbers[i] != number;
        }
        if (none) {
            throw new CodecException("a description of number " + number + ", to which nothing refers");
        }
        return type ->
                admits(number, type) && (more == null || more.stream().allMatch(each -> each.isAssignableFrom(type)));
    }

    private boolean admits(int number, Class<?> type) {
        for (int i = 0; i < few; i++) {
            if (numbers[i] == number && !types[i].isAssignableFrom(type)) {
                return false;
            }
        }
        return true;
    }
}
