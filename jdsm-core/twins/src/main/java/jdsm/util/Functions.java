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

    /** Whether a function is a lambda: its methods that are not abstract are those of its interface. */
    private static boolean isLambda(Object function) {
        return function.getClass().isSynthetic();
    }

    /** Whether the JDK's code has made a function of another one, which does not override the method for that. */
    static boolean isJdks(Object made) {
        Class<?> type = made.getClass();
        return type.getClassLoader() == null
                && (type.isHidden() || type.getName().startsWith("java.util.Collections$Reverse"));
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
        Function<T, V> made = isLambda(first) ? null : first.andThen(next);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(next);
        return value -> next.apply(first.apply(value));
    }

    /** {@link Function#compose}. */
    public static <V, T, R> Function<V, R> compose(Function<T, R> last, Function<? super V, ? extends T> before) {
        Function<V, R> made = isLambda(last) ? null : last.compose(before);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(before);
        return value -> last.apply(before.apply(value));
    }

    /** {@link BiFunction#andThen}. */
    public static <T, U, R, V> BiFunction<T, U, V> andThen(
            BiFunction<T, U, R> first, Function<? super R, ? extends V> next) {
        BiFunction<T, U, V> made = isLambda(first) ? null : first.andThen(next);
        if (made != null && !isJdks(made)) {
            return made;
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
        Consumer<T> made = isLambda(first) ? null : first.andThen(next);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(next);
        return value -> {
            first.accept(value);
            next.accept(value);
        };
    }

    /** {@link BiConsumer#andThen}. */
    public static <T, U> BiConsumer<T, U> andThen(BiConsumer<T, U> first, BiConsumer<? super T, ? super U> next) {
        BiConsumer<T, U> made = isLambda(first) ? null : first.andThen(next);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(next);
        return (one, other) -> {
            first.accept(one, other);
            next.accept(one, other);
        };
    }

    /** {@link Predicate#and}. */
    public static <T> Predicate<T> and(Predicate<T> one, Predicate<? super T> other) {
        Predicate<T> made = isLambda(one) ? null : one.and(other);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) && other.test(value);
    }

    /** {@link Predicate#or}. */
    public static <T> Predicate<T> or(Predicate<T> one, Predicate<? super T> other) {
        Predicate<T> made = isLambda(one) ? null : one.or(other);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) || other.test(value);
    }

    /** {@link Predicate#negate}. */
    public static <T> Predicate<T> negate(Predicate<T> test) {
        Predicate<T> made = isLambda(test) ? null : test.negate();
        return made != null && !isJdks(made) ? made : value -> !test.test(value);
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
        BiPredicate<T, U> made = isLambda(one) ? null : one.and(other);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(other);
        return (left, right) -> one.test(left, right) && other.test(left, right);
    }

    /** {@link BiPredicate#or}. */
    public static <T, U> BiPredicate<T, U> or(BiPredicate<T, U> one, BiPredicate<? super T, ? super U> other) {
        BiPredicate<T, U> made = isLambda(one) ? null : one.or(other);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(other);
        return (left, right) -> one.test(left, right) || other.test(left, right);
    }

    /** {@link BiPredicate#negate}. */
    public static <T, U> BiPredicate<T, U> negate(BiPredicate<T, U> test) {
        BiPredicate<T, U> made = isLambda(test) ? null : test.negate();
        return made != null && !isJdks(made) ? made : (left, right) -> !test.test(left, right);
    }

    /** {@link IntUnaryOperator#identity}. */
    public static IntUnaryOperator intIdentity() {
        return value -> value;
    }

    /** {@link IntUnaryOperator#andThen}. */
    public static IntUnaryOperator andThen(IntUnaryOperator first, IntUnaryOperator next) {
        IntUnaryOperator made = isLambda(first) ? null : first.andThen(next);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(next);
        return value -> next.applyAsInt(first.applyAsInt(value));
    }

    /** {@link IntUnaryOperator#compose}. */
    public static IntUnaryOperator compose(IntUnaryOperator last, IntUnaryOperator before) {
        IntUnaryOperator made = isLambda(last) ? null : last.compose(before);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(before);
        return value -> last.applyAsInt(before.applyAsInt(value));
    }

    /** {@link IntConsumer#andThen}. */
    public static IntConsumer andThen(IntConsumer first, IntConsumer next) {
        IntConsumer made = isLambda(first) ? null : first.andThen(next);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(next);
        return value -> {
            first.accept(value);
            next.accept(value);
        };
    }

    /** {@link IntPredicate#and}. */
    public static IntPredicate and(IntPredicate one, IntPredicate other) {
        IntPredicate made = isLambda(one) ? null : one.and(other);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) && other.test(value);
    }

    /** {@link IntPredicate#or}. */
    public static IntPredicate or(IntPredicate one, IntPredicate other) {
        IntPredicate made = isLambda(one) ? null : one.or(other);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) || other.test(value);
    }

    /** {@link IntPredicate#negate}. */
    public static IntPredicate negate(IntPredicate test) {
        IntPredicate made = isLambda(test) ? null : test.negate();
        return made != null && !isJdks(made) ? made : value -> !test.test(value);
    }

    /** {@link LongUnaryOperator#identity}. */
    public static LongUnaryOperator longIdentity() {
        return value -> value;
    }

    /** {@link LongUnaryOperator#andThen}. */
    public static LongUnaryOperator andThen(LongUnaryOperator first, LongUnaryOperator next) {
        LongUnaryOperator made = isLambda(first) ? null : first.andThen(next);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(next);
        return value -> next.applyAsLong(first.applyAsLong(value));
    }

    /** {@link LongUnaryOperator#compose}. */
    public static LongUnaryOperator compose(LongUnaryOperator last, LongUnaryOperator before) {
        LongUnaryOperator made = isLambda(last) ? null : last.compose(before);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(before);
        return value -> last.applyAsLong(before.applyAsLong(value));
    }

    /** {@link LongConsumer#andThen}. */
    public static LongConsumer andThen(LongConsumer first, LongConsumer next) {
        LongConsumer made = isLambda(first) ? null : first.andThen(next);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(next);
        return value -> {
            first.accept(value);
            next.accept(value);
        };
    }

    /** {@link LongPredicate#and}. */
    public static LongPredicate and(LongPredicate one, LongPredicate other) {
        LongPredicate made = isLambda(one) ? null : one.and(other);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) && other.test(value);
    }

    /** {@link LongPredicate#or}. */
    public static LongPredicate or(LongPredicate one, LongPredicate other) {
        LongPredicate made = isLambda(one) ? null : one.or(other);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) || other.test(value);
    }

    /** {@link LongPredicate#negate}. */
    public static LongPredicate negate(LongPredicate test) {
        LongPredicate made = isLambda(test) ? null : test.negate();
        return made != null && !isJdks(made) ? made : value -> !test.test(value);
    }

    /** {@link DoubleUnaryOperator#identity}. */
    public static DoubleUnaryOperator doubleIdentity() {
        return value -> value;
    }

    /** {@link DoubleUnaryOperator#andThen}. */
    public static DoubleUnaryOperator andThen(DoubleUnaryOperator first, DoubleUnaryOperator next) {
        DoubleUnaryOperator made = isLambda(first) ? null : first.andThen(next);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(next);
        return value -> next.applyAsDouble(first.applyAsDouble(value));
    }

    /** {@link DoubleUnaryOperator#compose}. */
    public static DoubleUnaryOperator compose(DoubleUnaryOperator last, DoubleUnaryOperator before) {
        DoubleUnaryOperator made = isLambda(last) ? null : last.compose(before);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(before);
        return value -> last.applyAsDouble(before.applyAsDouble(value));
    }

    /** {@link DoubleConsumer#andThen}. */
    public static DoubleConsumer andThen(DoubleConsumer first, DoubleConsumer next) {
        DoubleConsumer made = isLambda(first) ? null : first.andThen(next);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(next);
        return value -> {
            first.accept(value);
            next.accept(value);
        };
    }

    /** {@link DoublePredicate#and}. */
    public static DoublePredicate and(DoublePredicate one, DoublePredicate other) {
        DoublePredicate made = isLambda(one) ? null : one.and(other);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) && other.test(value);
    }

    /** {@link DoublePredicate#or}. */
    public static DoublePredicate or(DoublePredicate one, DoublePredicate other) {
        DoublePredicate made = isLambda(one) ? null : one.or(other);
        if (made != null && !isJdks(made)) {
            return made;
        }
        Objects.requireNonNull(other);
        return value -> one.test(value) || other.test(value);
    }

    /** {@link DoublePredicate#negate}. */
    public static DoublePredicate negate(DoublePredicate test) {
        DoublePredicate made = isLambda(test) ? null : test.negate();
        return made != null && !isJdks(made) ? made : value -> !test.test(value);
    }
}
