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

/** What can be described along with a content: the numbers that the content refers to, each with the types declared there. */
final class ExpectedTypes implements ReferenceReceiver {
    private final Map<Integer, Set<Class<?>>> declared = new HashMap<>();

    @Override
    public void reference(int number, Class<?> type) {
        declared.computeIfAbsent(number, first -> new HashSet<>(2)).add(type);
    }

    /** All numbers but that of null. */
    void forEach(IntConsumer receiver) {
        declared.keySet().stream().filter(number -> number != References.NULL).forEach(receiver::accept);
    }

    /**
     * Whether an object of a class can be everywhere where a number stands.
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
