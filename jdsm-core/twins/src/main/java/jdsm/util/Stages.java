package jdsm.util;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** The methods of {@link CompletableFuture} that make dependent futures. */
abstract class Stages<T> extends java.util.concurrent.CompletableFuture<T> {
    final <U> CompletableFuture<U> incomplete() {
        return (CompletableFuture<U>) this.<U>newIncompleteFuture();
    }

    /** The default executor in place of the common pool: in the JDK, too, where the pool has a single thread. */
    static Executor screened(Executor executor) {
        return Objects.requireNonNull(executor) == ForkJoinPool.commonPool() ? CompletableFuture.BY_DEFAULT : executor;
    }

    private CompletableFuture<T> self() {
        return (CompletableFuture<T>) this;
    }

    /**
     * A future that completes by a reaction to the outcome of this one.
     *
     * @param executor null for the thread that completes this one
     * @param function the program's function in the reaction
     */
    private <U> CompletableFuture<U> after(Executor executor, Object function, Reaction<T, U> reaction) {
        Objects.requireNonNull(function);
        return new Dependent.OfOne<>(self(), this.<U>incomplete(), executor, reaction).start(function);
    }

    private <V, U> CompletableFuture<U> afterBoth(
            Executor executor, CompletionStage<V> other, Object function, Reaction<Reaction.Two<T, V>, U> reaction) {
        Objects.requireNonNull(function);
        return new Dependent.OfBoth<>(self(), CompletableFuture.of(other), this.<U>incomplete(), executor, reaction)
                .start(function);
    }

    private <V, U> CompletableFuture<U> afterEither(
            Executor executor, CompletionStage<?> other, Object function, Reaction<V, U> reaction) {
        Objects.requireNonNull(function);
        CompletableFuture<?>[] sources = {self(), CompletableFuture.of(other)};
        return new Dependent.OfAny<>(sources, this.<U>incomplete(), executor, reaction).start(function);
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> thenApply(Function<? super T, ? extends U> function) {
        return after(null, function, Reaction.applying(function));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> function) {
        return after(defaultExecutor(), function, Reaction.applying(function));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> thenApplyAsync(
            Function<? super T, ? extends U> function, Executor executor) {
        return after(screened(executor), function, Reaction.applying(function));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> thenAccept(Consumer<? super T> action) {
        return after(null, action, Reaction.accepting(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action) {
        return after(defaultExecutor(), action, Reaction.accepting(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action, Executor executor) {
        return after(screened(executor), action, Reaction.accepting(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> thenRun(Runnable action) {
        return after(null, action, Reaction.running(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> thenRunAsync(Runnable action) {
        return after(defaultExecutor(), action, Reaction.running(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> thenRunAsync(Runnable action, Executor executor) {
        return after(screened(executor), action, Reaction.running(action));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> handle(
            BiFunction<? super T, Throwable, ? extends U> function) {
        return after(null, function, Reaction.handling(function));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> handleAsync(
            BiFunction<? super T, Throwable, ? extends U> function) {
        return after(defaultExecutor(), function, Reaction.handling(function));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> handleAsync(
            BiFunction<? super T, Throwable, ? extends U> function, Executor executor) {
        return after(screened(executor), function, Reaction.handling(function));
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        return after(null, action, Reaction.whenComplete(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> whenCompleteAsync(
            BiConsumer<? super T, ? super Throwable> action) {
        return after(defaultExecutor(), action, Reaction.whenComplete(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> whenCompleteAsync(
            BiConsumer<? super T, ? super Throwable> action, Executor executor) {
        return after(screened(executor), action, Reaction.whenComplete(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> function) {
        return after(null, function, Reaction.exceptionally(function));
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> function) {
        return after(defaultExecutor(), function, Reaction.exceptionally(function));
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> exceptionallyAsync(
            Function<Throwable, ? extends T> function, Executor executor) {
        return after(screened(executor), function, Reaction.exceptionally(function));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> thenCompose(
            Function<? super T, ? extends CompletionStage<U>> function) {
        return after(null, function, Reaction.composing(function));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> thenComposeAsync(
            Function<? super T, ? extends CompletionStage<U>> function) {
        return after(defaultExecutor(), function, Reaction.composing(function));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> thenComposeAsync(
            Function<? super T, ? extends CompletionStage<U>> function, Executor executor) {
        return after(screened(executor), function, Reaction.composing(function));
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> exceptionallyCompose(
            Function<Throwable, ? extends CompletionStage<T>> function) {
        return after(null, function, Reaction.exceptionallyComposing(function));
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> function) {
        return after(defaultExecutor(), function, Reaction.exceptionallyComposing(function));
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> function, Executor executor) {
        return after(screened(executor), function, Reaction.exceptionallyComposing(function));
    }

    @Override
    public <U, V> java.util.concurrent.CompletableFuture<V> thenCombine(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> function) {
        return afterBoth(null, other, function, Reaction.combining(function));
    }

    @Override
    public <U, V> java.util.concurrent.CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> function) {
        return afterBoth(defaultExecutor(), other, function, Reaction.combining(function));
    }

    @Override
    public <U, V> java.util.concurrent.CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> function,
            Executor executor) {
        return afterBoth(screened(executor), other, function, Reaction.combining(function));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<Void> thenAcceptBoth(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        return afterBoth(null, other, action, Reaction.acceptingBoth(action));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        return afterBoth(defaultExecutor(), other, action, Reaction.acceptingBoth(action));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action, Executor executor) {
        return afterBoth(screened(executor), other, action, Reaction.acceptingBoth(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable action) {
        return afterBoth(null, other, action, Reaction.running(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action) {
        return afterBoth(defaultExecutor(), other, action, Reaction.running(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> runAfterBothAsync(
            CompletionStage<?> other, Runnable action, Executor executor) {
        return afterBoth(screened(executor), other, action, Reaction.running(action));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> applyToEither(
            CompletionStage<? extends T> other, Function<? super T, U> function) {
        return afterEither(null, other, function, Reaction.applying(function));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> function) {
        return afterEither(defaultExecutor(), other, function, Reaction.applying(function));
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> function, Executor executor) {
        return afterEither(screened(executor), other, function, Reaction.applying(function));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> acceptEither(
            CompletionStage<? extends T> other, Consumer<? super T> action) {
        return afterEither(null, other, action, Reaction.accepting(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action) {
        return afterEither(defaultExecutor(), other, action, Reaction.accepting(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action, Executor executor) {
        return afterEither(screened(executor), other, action, Reaction.accepting(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
        return afterEither(null, other, action, Reaction.running(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action) {
        return afterEither(defaultExecutor(), other, action, Reaction.running(action));
    }

    @Override
    public java.util.concurrent.CompletableFuture<Void> runAfterEitherAsync(
            CompletionStage<?> other, Runnable action, Executor executor) {
        return afterEither(screened(executor), other, action, Reaction.running(action));
    }
}
