package jdsm.util;

import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import jdsm.runtime.ObjectCalls;

/** Completes a future, its target, when the outcome it depends on is known: by a function of the program or as that outcome. */
final class Reaction<T, U> {
    private final When when;
    private final Step<T, U> step;

    /** The outcomes for which the function is called. A target completes as any other outcome. */
    private enum When {
        VALUE,
        FAILURE,
        ALWAYS
    }

    /** A call of the function. */
    private interface Step<T, U> {
        /** May throw what the program's function throws. */
        void run(Outcome<T> from, CompletableFuture<U> target);
    }

    /** The values of two futures. */
    record Two<A, B>(A first, B second) {}

    private Reaction(When when, Step<T, U> step) {
        this.when = when;
        this.step = step;
    }

    /** Whether an outcome calls the function. */
    boolean concerns(Outcome<T> from) {
        return when == When.ALWAYS || when == When.FAILURE == (from.failure != null);
    }

    /** Completes the target, or has another future complete it. */
    void run(Outcome<T> from, CompletableFuture<U> target) {
        if (!concerns(from)) {
            target.end(from.retyped());
            return;
        }
        try {
            step.run(from, target);
        } catch (Throwable e) {
            target.end(Outcome.<U>failed(e).passedOn());
        }
    }

    private static <T, U> Step<T, U> ending(Function<? super Outcome<T>, ? extends U> function) {
        return (from, target) -> target.end(Outcome.of(function.apply(from)));
    }

    static <U> Reaction<Void, U> supplying(Supplier<? extends U> supplier) {
        return new Reaction<>(When.ALWAYS, ending(from -> supplier.get()));
    }

    static <T> Reaction<T, Void> running(Runnable action) {
        return applying(value -> {
            action.run();
            return null;
        });
    }

    static <T, U> Reaction<T, U> applying(Function<? super T, ? extends U> function) {
        return new Reaction<>(When.VALUE, ending(from -> function.apply(from.value)));
    }

    static <T> Reaction<T, Void> accepting(Consumer<? super T> action) {
        return applying(value -> {
            action.accept(value);
            return null;
        });
    }

    static <A, B, U> Reaction<Two<A, B>, U> combining(BiFunction<? super A, ? super B, ? extends U> function) {
        return applying(values -> function.apply(values.first(), values.second()));
    }

    static <A, B> Reaction<Two<A, B>, Void> acceptingBoth(BiConsumer<? super A, ? super B> action) {
        return applying(values -> {
            action.accept(values.first(), values.second());
            return null;
        });
    }

    static <T, U> Reaction<T, U> handling(BiFunction<? super T, Throwable, ? extends U> function) {
        return new Reaction<>(When.ALWAYS, ending(from -> function.apply(from.value, from.failure)));
    }

    static <T> Reaction<T, T> exceptionally(Function<Throwable, ? extends T> function) {
        return new Reaction<>(When.FAILURE, ending(from -> function.apply(from.failure)));
    }

    static <T> Reaction<T, T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        Step<T, T> step = (from, target) -> {
            try {
                action.accept(from.value, from.failure);
            } catch (Throwable e) {
                if (from.failure == null) {
                    throw e;
                } else if (from.failure != e && !ObjectCalls.isShared(from.failure)) {
                    from.failure.addSuppressed(e); // a shared exception does not change any more
                }
            }
            target.end(from.passedOn());
        };
        return new Reaction<>(When.ALWAYS, step);
    }

    static <T, U> Reaction<T, U> composing(Function<? super T, ? extends CompletionStage<U>> function) {
        Step<T, U> step = (from, target) -> target.endLike(function.apply(from.value));
        return new Reaction<>(When.VALUE, step);
    }

    static <T> Reaction<T, T> exceptionallyComposing(Function<Throwable, ? extends CompletionStage<T>> function) {
        Step<T, T> step = (from, target) -> target.endLike(function.apply(from.failure));
        return new Reaction<>(When.FAILURE, step);
    }

    /** The same outcome. */
    static <T> Reaction<T, T> relaying() {
        Step<T, T> step = (from, target) -> target.end(from.passedOn());
        return new Reaction<>(When.ALWAYS, step);
    }
}
