package jdsm.util;

import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A stage that only completes by the computation that it stands for, as the JDK's minimal stages. */
final class MinimalStage<T> extends CompletableFuture<T> {
    private static UnsupportedOperationException unsupported() {
        return new UnsupportedOperationException();
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> newIncompleteFuture() {
        return new MinimalStage<>();
    }

    @Override
    CompletableFuture<T> withAllMethods() {
        return new Dependent.OfOne<>(this, new CompletableFuture<>(), null, Reaction.<T>relaying()).start(null);
    }

    @Override
    public T get() {
        throw unsupported();
    }

    @Override
    public T get(long timeout, TimeUnit unit) {
        throw unsupported();
    }

    @Override
    public T join() {
        throw unsupported();
    }

    @Override
    public T getNow(T absent) {
        throw unsupported();
    }

    @Override
    public T resultNow() {
        throw unsupported();
    }

    @Override
    public Throwable exceptionNow() {
        throw unsupported();
    }

    @Override
    public boolean complete(T value) {
        throw unsupported();
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        throw unsupported();
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        throw unsupported();
    }

    @Override
    public void obtrudeValue(T value) {
        throw unsupported();
    }

    @Override
    public void obtrudeException(Throwable failure) {
        throw unsupported();
    }

    @Override
    public boolean isDone() {
        throw unsupported();
    }

    @Override
    public boolean isCancelled() {
        throw unsupported();
    }

    @Override
    public boolean isCompletedExceptionally() {
        throw unsupported();
    }

    @Override
    public int getNumberOfDependents() {
        throw unsupported();
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        throw unsupported();
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        throw unsupported();
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
        throw unsupported();
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> completeOnTimeout(T value, long timeout, TimeUnit unit) {
        throw unsupported();
    }
}
