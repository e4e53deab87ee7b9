package jdsm.bench.soak;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;

/** Deals out all elements of a list before any of the next list. Not thread-safe. */
final class Deck<T> {
    private final Supplier<List<T>> lists;
    private final Queue<T> left = new ArrayDeque<>();

    /** @param lists supplies a list in random order each time, never an empty one */
    Deck(Supplier<List<T>> lists) {
        this.lists = lists;
    }

    T next() {
        if (left.isEmpty()) {
            left.addAll(lists.get());
        }
        return left.remove();
    }
}
