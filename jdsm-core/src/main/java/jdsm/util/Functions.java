package jdsm.util;

import java.util.Comparator;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.DoublePredicate;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What the JDK's methods that make functions of functions are replaced by in woven code, so that the results can be
 * shared. Each method does what the JDK's interface says of the method of its name; the function that this is called on
 * comes first.
 */
@SuppressWarnings("overloads") // the names are those of the JDK's methods
public final class Functions {
    private Functions() {}

    /**
     * Whether the methods of an interface that are not abstract do for a function what the interface says: a lambda has
     * no others.
     */
    private static boolean isLambda(Object function) {
        return function.getClass().isSynthetic();
    }

    /** {@link Function#identity}. */
    public static <T> Function<T, T> identity() {
        return value -> value;
    }

    /** {@link UnaryOperator#identity}. */
    public static <T> UnaryOperator<T> unaryIdentity() {
        return value -> value;
    }

    /** {@link Function#andThen}. */
    public static <T, R, V> Function<T, V> andThen(Function<T, R> first, Function<? super R, ? extends V> next) {
        if (!isLambda(first)) {
            return first.andThen(next);
        }
        Objects.requireNonNull(next);
        return value -> next.apply(first.apply(value));
    }

    /** {@link Function#compose}. */
    public static <V, T, R> Function<V, R> compose(Function<T, R> last, Function<? super V, ? extends T> before) {
        if (!isLambda(last)) {
            return last.compose(before);
        }
        Objects.requireNonNull(before);
        return value -> last.apply(before.apply(value));
    }

    /** {@link BiFunction#andThen}. */
    public static <T, U, R, V> BiFunction<T, U, V> andThen(
            BiFunction<T, U, R> first, Function<? super R, ? extends V> next) {
        if (!isLambda(first)) {
            return first.andThen(next);
        }
        Objects.requireNonNull(next);
        return (one, other) -> next.apply(first.apply(one, other));
    }

    /** {@link BinaryOperator#minBy}. */
    public static <T> BinaryOperator<T> minBy(Comparator<? super T> order) {
        Objects.requireNonNull(order);
        return (one, other) -> order.compare(one, other) <= 0 ? one : other;
    }

    /** {@link BinaryOperator#maxBy}. */
    public static <T> BinaryOperator<T> maxBy(Comparator<? super T> order) {
        Objects.requireNonNull(order);
        return (one, other) -> order.compare(one, other) >= 0 ? one : other;
    }

    /** {@link Consumer#andThen}. */
    public static <T> Consumer<T> andThen(Consumer<T> first, Consumer<? super T> next) {
        if (!isLambda(first)) {
            return first.andThen(next);
        }
        Objects.requireNonNull(next);
        return value -> {
            first.accept(value);
            next.accept(value);
        };
    }

    /** {@link BiConsumer#andThen}. */
    public static <T, U> BiConsumer<T, U> andThen(BiConsumer<T, U> first, BiConsumer<? super T, ? super U> next) {
        if (!isLambda(first)) {
            return first.andThen(next);
        }
        Objects.requireNonNull(next);
        return (one, other) -> {
            first.accept(one, other);
            next.accept(one, other);
        };
    }

    /** {@link Predicate#and}. */
    public static <T> Predicate<T> and(Predicate<T> one, Predicate<? super T> other) {
        if (!isLambda(one)) {
            return one.and(other);
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) && other.test(value);
    }

    /** {@link Predicate#or}. */
    public static <T> Predicate<T> or(Predicate<T> one, Predicate<? super T> other) {
        if (!isLambda(one)) {
            return one.or(other);
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) || other.test(value);
    }

    /** {@link Predicate#negate}. */
    public static <T> Predicate<T> negate(Predicate<T> test) {
        return isLambda(test) ? value -> !test.test(value) : test.negate();
    }

    /** {@link Predicate#not}. */
    public static <T> Predicate<T> not(Predicate<? super T> test) {
        Objects.requireNonNull(test);
        return value -> !test.test(value);
    }

    /** {@link Predicate#isEqual}. */
    public static <T> Predicate<T> isEqual(Object other) {
        return value -> Objects.equals(other, value);
    }

    /** {@link BiPredicate#and}. */
    public static <T, U> BiPredicate<T, U> and(BiPredicate<T, U> one, BiPredicate<? super T, ? super U> other) {
        if (!isLambda(one)) {
            return one.and(other);
        }
        Objects.requireNonNull(other);
        return (left, right) -> one.test(left, right) && other.test(left, right);
    }

    /** {@link BiPredicate#or}. */
    public static <T, U> BiPredicate<T, U> or(BiPredicate<T, U> one, BiPredicate<? super T, ? super U> other) {
        if (!isLambda(one)) {
            return one.or(other);
        }
        Objects.requireNonNull(other);
        return (left, right) -> one.test(left, right) || other.test(left, right);
    }

    /** {@link BiPredicate#negate}. */
    public static <T, U> BiPredicate<T, U> negate(BiPredicate<T, U> test) {
        return isLambda(test) ? (left, right) -> !test.test(left, right) : test.negate();
    }

    /** {@link IntUnaryOperator#identity}. */
    public static IntUnaryOperator intIdentity() {
        return value -> value;
    }

    /** {@link IntUnaryOperator#andThen}. */
    public static IntUnaryOperator andThen(IntUnaryOperator first, IntUnaryOperator next) {
        if (!isLambda(first)) {
            return first.andThen(next);
        }
        Objects.requireNonNull(next);
        return value -> next.applyAsInt(first.applyAsInt(value));
    }

    /** {@link IntUnaryOperator#compose}. */
    public static IntUnaryOperator compose(IntUnaryOperator last, IntUnaryOperator before) {
        if (!isLambda(last)) {
            return last.compose(before);
        }
        Objects.requireNonNull(before);
        return value -> last.applyAsInt(before.applyAsInt(value));
    }

    /** {@link IntConsumer#andThen}. */
    public static IntConsumer andThen(IntConsumer first, IntConsumer next) {
        if (!isLambda(first)) {
            return first.andThen(next);
        }
        Objects.requireNonNull(next);
        return value -> {
            first.accept(value);
            next.accept(value);
        };
    }

    /** {@link IntPredicate#and}. */
    public static IntPredicate and(IntPredicate one, IntPredicate other) {
        if (!isLambda(one)) {
            return one.and(other);
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) && other.test(value);
    }

    /** {@link IntPredicate#or}. */
    public static IntPredicate or(IntPredicate one, IntPredicate other) {
        if (!isLambda(one)) {
            return one.or(other);
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) || other.test(value);
    }

    /** {@link IntPredicate#negate}. */
    public static IntPredicate negate(IntPredicate test) {
        return isLambda(test) ? value -> !test.test(value) : test.negate();
    }

    /** {@link LongUnaryOperator#identity}. */
    public static LongUnaryOperator longIdentity() {
        return value -> value;
    }

    /** {@link LongUnaryOperator#andThen}. */
    public static LongUnaryOperator andThen(LongUnaryOperator first, LongUnaryOperator next) {
        if (!isLambda(first)) {
            return first.andThen(next);
        }
        Objects.requireNonNull(next);
        return value -> next.applyAsLong(first.applyAsLong(value));
    }

    /** {@link LongUnaryOperator#compose}. */
    public static LongUnaryOperator compose(LongUnaryOperator last, LongUnaryOperator before) {
        if (!isLambda(last)) {
            return last.compose(before);
        }
        Objects.requireNonNull(before);
        return value -> last.applyAsLong(before.applyAsLong(value));
    }

    /** {@link LongConsumer#andThen}. */
    public static LongConsumer andThen(LongConsumer first, LongConsumer next) {
        if (!isLambda(first)) {
            return first.andThen(next);
        }
        Objects.requireNonNull(next);
        return value -> {
            first.accept(value);
            next.accept(value);
        };
    }

    /** {@link LongPredicate#and}. */
    public static LongPredicate and(LongPredicate one, LongPredicate other) {
        if (!isLambda(one)) {
            return one.and(other);
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) && other.test(value);
    }

    /** {@link LongPredicate#or}. */
    public static LongPredicate or(LongPredicate one, LongPredicate other) {
        if (!isLambda(one)) {
            return one.or(other);
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) || other.test(value);
    }

    /** {@link LongPredicate#negate}. */
    public static LongPredicate negate(LongPredicate test) {
        return isLambda(test) ? value -> !test.test(value) : test.negate();
    }

    /** {@link DoubleUnaryOperator#identity}. */
    public static DoubleUnaryOperator doubleIdentity() {
        return value -> value;
    }

    /** {@link DoubleUnaryOperator#andThen}. */
    public static DoubleUnaryOperator andThen(DoubleUnaryOperator first, DoubleUnaryOperator next) {
        if (!isLambda(first)) {
            return first.andThen(next);
        }
        Objects.requireNonNull(next);
        return value -> next.applyAsDouble(first.applyAsDouble(value));
    }

    /** {@link DoubleUnaryOperator#compose}. */
    public static DoubleUnaryOperator compose(DoubleUnaryOperator last, DoubleUnaryOperator before) {
        if (!isLambda(last)) {
            return last.compose(before);
        }
        Objects.requireNonNull(before);
        return value -> last.applyAsDouble(before.applyAsDouble(value));
    }

    /** {@link DoubleConsumer#andThen}. */
    public static DoubleConsumer andThen(DoubleConsumer first, DoubleConsumer next) {
        if (!isLambda(first)) {
            return first.andThen(next);
        }
        Objects.requireNonNull(next);
        return value -> {
            first.accept(value);
            next.accept(value);
        };
    }

    /** {@link DoublePredicate#and}. */
    public static DoublePredicate and(DoublePredicate one, DoublePredicate other) {
        if (!isLambda(one)) {
            return one.and(other);
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) && other.test(value);
    }

    /** {@link DoublePredicate#or}. */
    public static DoublePredicate or(DoublePredicate one, DoublePredicate other) {
        if (!isLambda(one)) {
            return one.or(other);
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) || other.test(value);
    }

    /** {@link DoublePredicate#negate}. */
    public static DoublePredicate negate(DoublePredicate test) {
        return isLambda(test) ? value -> !test.test(value) : test.negate();
    }
}
