package jdsm.pool;

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
 * with it.
 */
final class ExpectedTypes implements ReferenceReceiver {
    private final Map<Integer, Set<Class<?>>> declared = new HashMap<>();

    @Override
    public void reference(int number, Class<?> type) {
        declared.computeIfAbsent(number, first -> new HashSet<>(2)).add(type);
    }

    /** Gives the receiver all numbers except that of null. */
    void forEach(IntConsumer receiver) {
        declared.keySet().stream().filter(number -> number != References.NULL).forEach(receiver::accept);
    }

    /**
     * The classes that an object may have, given all places where the content refers to its number.
     *
     * @throws CodecException if the content does not refer to the number
     */
    Predicate<Class<?>> of(int number) {
        Set<Class<?>> types = declared.get(number);
        if (types == null) {
            throw new CodecException("a description of number " + number + ", to which nothing refers");
        }
        return type -> types.stream().allMatch(each -> each.isAssignableFrom(type));
    }
}
