package jdsm.util;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import jdsm.Local;
import jdsm.runtime.ObjectCalls;

/**
 * The twin of {@link java.util.concurrent.CompletableFuture}. Any rank may complete it, and threads of any ranks may wait.
 * Functions run in the thread that completes the future, or in an executor of its rank; functions with an executor of one rank run there.
 */
public class CompletableFuture<T> extends Stages<T> {
    /** The executor of functions without one. */
    @Local
    static final Executor BY_DEFAULT = new java.util.concurrent.CompletableFuture<>().defaultExecutor();

    @Local
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final Completion<T> completion = new Completion<>();
    /** Whether a shared future leads to this one by its dependents, so that this one is about to become shared. */
    private boolean followsShared;

    /** As {@link java.util.concurrent.CompletableFuture#CompletableFuture()}. */
    public CompletableFuture() {}

    // For computations that depend on this future.

    final Outcome<T> outcome() {
        return completion.outcome();
    }

    /** Completes this future, unless it has completed; runs no dependent computations. */
    final boolean end(Outcome<T> outcome) {
        return completion.complete(outcome);
    }

    /** Completes this future when a stage completes, and as that does. */
    final void endLike(CompletionStage<T> stage) {
        CompletableFuture<T> source = of(stage);
        Outcome<T> known = source.outcome();
        if (known != null) {
            end(known.passedOn());
        } else if (source.isOfAllRanks() && !isOfAllRanks()) {
            RankThreads.start(
                    () -> finish(source.awaitOutcome().passedOn())); // that one must not lead to this one's stages
        } else {
            new Dependent.OfOne<>(source, this, null, Reaction.relaying()).start(null);
        }
    }

    /** Whether other ranks may complete this future, now or after this rank's next synchronisation. */
    final boolean isOfAllRanks() {
        return ObjectCalls.isShared(this) || followsShared;
    }

    /** Notes that a future of all ranks leads to this one. */
    final void follow() {
        if (!isOfAllRanks()) {
            followsShared = true;
        }
    }

    final boolean add(Dependent<?, ?> dependent) {
        return completion.add(dependent);
    }

    final void forget(Dependent<?, ?> dependent) {
        completion.remove(dependent);
    }

    final ArrayList<Dependent<?, ?>> takeDependents() {
        return completion.takeDependents();
    }

    final Outcome<T> awaitOutcome() {
        return completion.awaitUninterruptibly();
    }

    /** The twin that a stage is, or that completes when the stage does. */
    static <U> CompletableFuture<U> of(CompletionStage<U> stage) {
        java.util.concurrent.CompletableFuture<U> future = stage.toCompletableFuture();
        if (future instanceof CompletableFuture<U> twin) {
            return twin;
        }
        CompletableFuture<U> twin = new CompletableFuture<>();
        future.whenComplete(
                (value, failure) -> twin.finish(failure == null ? Outcome.of(value) : Outcome.failed(failure)));
        return twin;
    }

    private static CompletableFuture<?>[] of(java.util.concurrent.CompletableFuture<?>[] futures) {
        CompletableFuture<?>[] twins = new CompletableFuture<?>[futures.length];
        for (int i = 0; i < twins.length; i++) {
            twins[i] = of(futures[i]);
        }
        return twins;
    }

    private boolean finish(Outcome<T> outcome) {
        ArrayList<Dependent<?, ?>> dependents = completion.completeAndTake(outcome);
        if (dependents != null) {
            Dependent.run(dependents);
        }
        return dependents != null;
    }

    // Makers.

    /** As {@link java.util.concurrent.CompletableFuture#supplyAsync(Supplier)}. */
    public static <U> java.util.concurrent.CompletableFuture<U> supplyAsync(Supplier<U> supplier) {
        return supplyAsync(supplier, BY_DEFAULT);
    }

    /** As {@link java.util.concurrent.CompletableFuture#supplyAsync(Supplier, Executor)}. */
    public static <U> java.util.concurrent.CompletableFuture<U> supplyAsync(Supplier<U> supplier, Executor executor) {
        Objects.requireNonNull(supplier);
        return new CompletableFuture<U>().runIn(executor, Reaction.supplying(supplier));
    }

    /** As {@link java.util.concurrent.CompletableFuture#runAsync(Runnable)}. */
    public static java.util.concurrent.CompletableFuture<Void> runAsync(Runnable action) {
        return runAsync(action, BY_DEFAULT);
    }

    /** As {@link java.util.concurrent.CompletableFuture#runAsync(Runnable, Executor)}. */
    public static java.util.concurrent.CompletableFuture<Void> runAsync(Runnable action, Executor executor) {
        Objects.requireNonNull(action);
        return new CompletableFuture<Void>().runIn(executor, Reaction.running(action));
    }

    private CompletableFuture<T> runIn(Executor executor, Reaction<Void, T> reaction) {
        Async.execute(screened(executor), new Dependent.Task<>(this, reaction));
        return this;
    }

    /** As {@link java.util.concurrent.CompletableFuture#completedFuture}. */
    public static <U> java.util.concurrent.CompletableFuture<U> completedFuture(U value) {
        return ended(new CompletableFuture<>(), Outcome.of(value));
    }

    /** As {@link java.util.concurrent.CompletableFuture#failedFuture}. */
    public static <U> java.util.concurrent.CompletableFuture<U> failedFuture(Throwable failure) {
        return ended(new CompletableFuture<>(), Outcome.failed(Objects.requireNonNull(failure)));
    }

    /** As {@link java.util.concurrent.CompletableFuture#completedStage}. */
    public static <U> CompletionStage<U> completedStage(U value) {
        return ended(new MinimalStage<>(), Outcome.of(value));
    }

    /** As {@link java.util.concurrent.CompletableFuture#failedStage}. */
    public static <U> CompletionStage<U> failedStage(Throwable failure) {
        return ended(new MinimalStage<>(), Outcome.failed(Objects.requireNonNull(failure)));
    }

    private static <U> CompletableFuture<U> ended(CompletableFuture<U> future, Outcome<U> outcome) {
        future.end(outcome);
        return future;
    }

    /** As {@link java.util.concurrent.CompletableFuture#allOf}. */
    public static java.util.concurrent.CompletableFuture<Void> allOf(
            java.util.concurrent.CompletableFuture<?>... futures) {
        CompletableFuture<?>[] sources = of(futures);
        return sources.length == 0
                ? ended(new CompletableFuture<>(), Outcome.of(null))
                : new Dependent.OfAll(sources, new CompletableFuture<>()).start(null);
    }

    /** As {@link java.util.concurrent.CompletableFuture#anyOf}. */
    public static java.util.concurrent.CompletableFuture<Object> anyOf(
            java.util.concurrent.CompletableFuture<?>... futures) {
        return new Dependent.OfAny<>(of(futures), new CompletableFuture<>(), null, Reaction.relaying()).start(null);
    }

    @Override
    public <U> java.util.concurrent.CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }

    @Override
    public Executor defaultExecutor() {
        return BY_DEFAULT;
    }

    // The outcome.

    @Override
    public boolean isDone() {
        return outcome() != null;
    }

    @Override
    public boolean isCancelled() {
        Outcome<T> known = outcome();
        return known != null && known.isCancelled();
    }

    @Override
    public boolean isCompletedExceptionally() {
        Outcome<T> known = outcome();
        return known != null && known.failure != null;
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        return got(completion.await());
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        return got(completion.await(timeout, unit));
    }

    private static <T> T got(Outcome<T> outcome) throws ExecutionException {
        Throwable failure = outcome.failure;
        if (failure == null) {
            return outcome.value;
        } else if (failure instanceof CancellationException cancelled) {
            throw cancelled;
        }
        throw new ExecutionException(outcome.unwrapped());
    }

    @Override
    public T join() {
        return joined(awaitOutcome());
    }

    @Override
    public T getNow(T absent) {
        Outcome<T> known = outcome();
        return known == null ? absent : joined(known);
    }

    private static <T> T joined(Outcome<T> outcome) {
        Throwable failure = outcome.failure;
        if (failure == null) {
            return outcome.value;
        } else if (failure instanceof CancellationException cancelled) {
            throw cancelled;
        } else if (failure instanceof CompletionException wrapped) {
            throw wrapped;
        }
        throw new CompletionException(failure);
    }

    /** The value, as of {@code Future.resultNow} of Java 19. */
    public T resultNow() {
        Outcome<T> known = outcome();
        if (known == null || known.failure != null) {
            throw Outcome.notNow(known, known != null && known.isCancelled());
        }
        return known.value;
    }

    /** The failure, as of {@code Future.exceptionNow} of Java 19. */
    public Throwable exceptionNow() {
        Outcome<T> known = outcome();
        if (known == null || known.failure == null || known.isCancelled()) {
            throw Outcome.notNow(known, known != null && known.isCancelled());
        }
        return known.unwrapped();
    }

    @Override
    public boolean complete(T value) {
        return finish(Outcome.of(value));
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        return finish(Outcome.failed(Objects.requireNonNull(failure)));
    }

    @Override
    public boolean cancel(boolean mayInterrupt) {
        return finish(Outcome.failed(new CancellationException())) || isCancelled();
    }

    @Override
    public void obtrudeValue(T value) {
        obtrude(Outcome.of(value));
    }

    @Override
    public void obtrudeException(Throwable failure) {
        obtrude(Outcome.failed(Objects.requireNonNull(failure)));
    }

    private void obtrude(Outcome<T> outcome) {
        completion.replace(outcome);
        Dependent.runDependents(this);
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        return completeAsync(supplier, defaultExecutor());
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        Objects.requireNonNull(supplier);
        Async.execute(Objects.requireNonNull(executor), new Dependent.Task<>(this, Reaction.supplying(supplier)));
        return this;
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> orTimeout(long timeout, TimeUnit unit) {
        return limit(timeout, unit, () -> completeExceptionally(new TimeoutException()));
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> completeOnTimeout(T value, long timeout, TimeUnit unit) {
        return limit(timeout, unit, () -> complete(value));
    }

    private CompletableFuture<T> limit(long timeout, TimeUnit unit, Runnable end) {
        Objects.requireNonNull(unit);
        if (outcome() == null) {
            TimeLimit limit = new TimeLimit(timeout, unit, end);
            new Dependent.OfOne<>(this, new CompletableFuture<>(), null, Reaction.whenComplete(limit)).start(limit);
        }
        return this;
    }

    @Override
    public int getNumberOfDependents() {
        return completion.dependents();
    }

    /** This future; for code of the JDK, which looks into futures, one of the JDK that completes as this one does. */
    @Override
    public java.util.concurrent.CompletableFuture<T> toCompletableFuture() {
        boolean asksJdk = STACK.getCallerClass().getClassLoader() == null;
        return asksJdk ? asJdkFuture() : withAllMethods();
    }

    /** A future with all methods that completes as this one does. */
    CompletableFuture<T> withAllMethods() {
        return this;
    }

    private java.util.concurrent.CompletableFuture<T> asJdkFuture() {
        java.util.concurrent.CompletableFuture<T> future = new java.util.concurrent.CompletableFuture<>();
        if (outcome() == null) {
            RankThreads.start(() -> copy(awaitOutcome(), future));
        } else {
            copy(outcome(), future);
        }
        return future;
    }

    private static <U> void copy(Outcome<U> outcome, java.util.concurrent.CompletableFuture<U> future) {
        if (outcome.failure == null) {
            future.complete(outcome.value);
        } else {
            future.completeExceptionally(outcome.failure);
        }
    }

    @Override
    public java.util.concurrent.CompletableFuture<T> copy() {
        return new Dependent.OfOne<>(this, this.<T>incomplete(), null, Reaction.<T>relaying()).start(null);
    }

    @Override
    public CompletionStage<T> minimalCompletionStage() {
        return new Dependent.OfOne<>(this, new MinimalStage<>(), null, Reaction.<T>relaying()).start(null);
    }

    @Override
    public String toString() {
        Outcome<T> known = outcome();
        int waiting = completion.dependents();
        String state = known == null
                ? waiting == 0 ? "Not completed" : "Not completed, " + waiting + " dependents"
                : known.failure == null ? "Completed normally" : "Completed exceptionally: " + known.failure;
        return getClass().getName() + "@" + Integer.toHexString(hashCode()) + "[" + state + "]";
    }
}
