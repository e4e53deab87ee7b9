package jdsm.util;

import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import jdsm.JobEndedException;

/**
 * A computation that depends on the outcomes of futures, its sources, and completes another future, its target. It runs
 * once: in the thread that completes the last source, of whatever rank, or in an executor.
 */
abstract class Dependent<T, U> implements Runnable, java.util.concurrent.CompletableFuture.AsynchronousCompletionTask {
    final CompletableFuture<?>[] sources;
    private final CompletableFuture<U> target;
    private final Reaction<T, U> reaction;
    /** Null for the thread that completes the last source, and for the default executor. */
    private final Executor executor;
    /** Whether the computation runs in the default executor of the rank that completes the last source. */
    private final boolean isByDefault;
    /** The number of sources that must still complete; guarded by this object's monitor. */
    private int missing;

    private Dependent(
            CompletableFuture<?>[] sources,
            int missing,
            CompletableFuture<U> target,
            Executor executor,
            Reaction<T, U> reaction) {
        this.sources = sources;
        this.missing = missing;
        this.target = target;
        this.isByDefault = executor == CompletableFuture.BY_DEFAULT;
        this.executor = isByDefault ? null : executor;
        this.reaction = reaction;
    }

    /** A computation without a source. */
    static final class Task<U> extends Dependent<Void, U> {
        Task(CompletableFuture<U> target, Reaction<Void, U> reaction) {
            super(new CompletableFuture<?>[0], 0, target, null, reaction);
        }

        @Override
        Outcome<Void> sourceOutcome() {
            return Outcome.of(null);
        }
    }

    /** A computation that depends on one future. */
    static final class OfOne<T, U> extends Dependent<T, U> {
        private final CompletableFuture<T> source;

        OfOne(CompletableFuture<T> source, CompletableFuture<U> target, Executor executor, Reaction<T, U> reaction) {
            super(new CompletableFuture<?>[] {source}, 1, target, executor, reaction);
            this.source = source;
        }

        @Override
        Outcome<T> sourceOutcome() {
            return source.outcome();
        }
    }

    /** A computation that depends on two futures. A failure of the first one counts before one of the second. */
    static final class OfBoth<A, B, U> extends Dependent<Reaction.Two<A, B>, U> {
        private final CompletableFuture<A> first;
        private final CompletableFuture<B> second;

        OfBoth(
                CompletableFuture<A> first,
                CompletableFuture<B> second,
                CompletableFuture<U> target,
                Executor executor,
                Reaction<Reaction.Two<A, B>, U> reaction) {
            super(new CompletableFuture<?>[] {first, second}, 2, target, executor, reaction);
            this.first = first;
            this.second = second;
        }

        @Override
        Outcome<Reaction.Two<A, B>> sourceOutcome() {
            Outcome<A> one = first.outcome();
            Outcome<B> other = second.outcome();
            if (one.failure != null) {
                return one.retyped();
            }
            return other.failure != null ? other.retyped() : Outcome.of(new Reaction.Two<>(one.value, other.value));
        }
    }

    /** A computation that depends on whichever of some futures completes first. */
    static final class OfAny<T, U> extends Dependent<T, U> {
        /** Stands for the sources for which a thread waits; null if none does. */
        private OfAny<?, ?> waiting;

        OfAny(CompletableFuture<?>[] sources, CompletableFuture<U> target, Executor executor, Reaction<T, U> reaction) {
            super(sources, 1, target, executor, reaction);
        }

        @Override
        @SuppressWarnings("unchecked") // the sources have this type or subtypes
        Outcome<T> sourceOutcome() {
            Outcome<T> outcome = null;
            for (CompletableFuture<?> source : sources) {
                if (outcome == null) {
                    outcome = (Outcome<T>) source.outcome();
                }
            }
            return outcome;
        }

        @Override
        CompletableFuture<?> part(CompletableFuture<?>[] some) {
            OfAny<?, Object> part = new OfAny<>(some, new CompletableFuture<>(), null, Reaction.relaying());
            waiting = part;
            return part.start(null);
        }

        @Override
        void forgetLosers() {
            for (CompletableFuture<?> source : sources) {
                source.forget(this);
            }
            if (waiting != null) {
                waiting.forgetLosers();
                waiting.target().end(Outcome.failed(new CancellationException())); // its thread waits no more
            }
        }
    }

    /** A computation that depends on all of some futures. The first failure in their order counts. */
    static final class OfAll extends Dependent<Void, Void> {
        OfAll(CompletableFuture<?>[] sources, CompletableFuture<Void> target) {
            super(sources, sources.length, target, null, Reaction.relaying());
        }

        @Override
        Outcome<Void> sourceOutcome() {
            for (CompletableFuture<?> source : sources) {
                Outcome<?> outcome = source.outcome();
                if (outcome.failure != null) {
                    return outcome.retyped();
                }
            }
            return Outcome.of(null);
        }
    }

    /** The outcome of the sources, when enough of them have completed. */
    abstract Outcome<T> sourceOutcome();

    /** A future that completes when some of the sources have completed, as many of them as this computation needs. */
    CompletableFuture<?> part(CompletableFuture<?>[] some) {
        return some.length == 1 ? some[0] : new OfAll(some, new CompletableFuture<>()).start(null);
    }

    /**
     * Registers the computation with its sources, or runs it if they have completed. A source that any rank may complete
     * must not lead to what only this rank has: an executor, a function that does not travel, a future that other ranks do
     * not have. Then a thread of this rank waits for such sources.
     *
     * @param function the program's function, or null if there is none
     * @return the target
     */
    final CompletableFuture<U> start(Object function) {
        ArrayList<CompletableFuture<?>> own = new ArrayList<>();
        ArrayList<CompletableFuture<?>> ofAllRanks = new ArrayList<>();
        for (CompletableFuture<?> source : sources) {
            (source.isOfAllRanks() ? ofAllRanks : own).add(source);
        }
        boolean travels = executor == null && (function == null || Given.travels(function));
        if (travels && own.isEmpty()) {
            register(ofAllRanks);
            target.follow();
        } else {
            if (!ofAllRanks.isEmpty()) {
                waitFor(ofAllRanks.toArray(new CompletableFuture<?>[0]));
            }
            register(own);
        }
        if (isDue()) {
            forgetLosers();
        }
        return target;
    }

    private void register(ArrayList<CompletableFuture<?>> some) {
        for (CompletableFuture<?> source : some) {
            if (!isDue() && !source.add(this)) {
                goOnBehind(1);
            }
        }
    }

    /** Removes the computation from sources that have not completed and are not waited for any more. */
    void forgetLosers() {}

    final CompletableFuture<U> target() {
        return target;
    }

    private void waitFor(CompletableFuture<?>[] some) {
        CompletableFuture<?> part = part(some);
        if (part.outcome() != null) {
            goOnBehind(some.length);
        } else {
            RankThreads.start(() -> {
                part.awaitOutcome();
                goOnBehind(some.length);
            });
        }
    }

    private void goOnBehind(int completed) {
        if (arrive(completed)) {
            fire();
            runDependents(target);
        }
    }

    /** Whether enough sources have completed. */
    private synchronized boolean isDue() {
        return missing <= 0;
    }

    /** Notes that sources have completed; returns whether the computation is to run now. */
    private synchronized boolean arrive(int completed) {
        boolean waited = missing > 0;
        missing -= completed;
        return waited && missing <= 0;
    }

    /** Runs the computation or has the executor run it. Returns the target in the first case, else null. */
    private CompletableFuture<U> fire() {
        Outcome<T> from = sourceOutcome();
        forgetLosers();
        boolean runsElsewhere = (executor != null || isByDefault) && reaction.concerns(from);
        if (!runsElsewhere || target.outcome() != null) {
            run(from);
            return target;
        }
        try {
            Async.execute(isByDefault ? CompletableFuture.BY_DEFAULT : executor, this);
            return null;
        } catch (Throwable e) {
            target.end(Outcome.<U>failed(e).passedOn());
            return target;
        }
    }

    /** Completes the target, unless the program has. */
    private void run(Outcome<T> from) {
        if (target.outcome() == null) {
            reaction.run(from, target);
        }
    }

    @Override
    public final void run() {
        try {
            run(sourceOutcome());
            runDependents(target);
        } catch (JobEndedException e) {
            // in an executor's thread, which the program does not see
        }
    }

    /** Runs the dependents of a future that has completed, and those of the futures that they complete. */
    static void runDependents(CompletableFuture<?> future) {
        ArrayList<Dependent<?, ?>> dependents = future.takeDependents();
        if (dependents != null) {
            run(dependents);
        }
    }

    /** Runs computations, the last one first, and then the dependents of the futures that these complete, depth first. */
    static void run(ArrayList<Dependent<?, ?>> dependents) {
        if (dependents.isEmpty()) {
            return;
        }
        ArrayDeque<Dependent<?, ?>> ready = new ArrayDeque<>(dependents); // the last one first, as in the JDK
        while (!ready.isEmpty()) {
            CompletableFuture<?> completed = ready.removeLast().arrived();
            ArrayList<Dependent<?, ?>> next = completed == null ? null : completed.takeDependents();
            for (int i = next == null ? -1 : next.size() - 1; i >= 0; i--) {
                ready.addLast(next.get(i)); // the first one first
            }
        }
    }

    private CompletableFuture<U> arrived() {
        return arrive(1) ? fire() : null;
    }
}
