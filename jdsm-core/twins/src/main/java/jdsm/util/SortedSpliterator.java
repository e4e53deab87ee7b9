package jdsm.util;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;

/** A spliterator over a sorted set, with the order that its specification demands. */
final class SortedSpliterator<E> implements Spliterator<E> {
    private final Spliterator<E> elements;
    private final Comparator<? super E> order;

    SortedSpliterator(Spliterator<E> elements, Comparator<? super E> order) {
        this.elements = elements;
        this.order = order;
    }

    @Override
    public boolean tryAdvance(Consumer<? super E> action) {
        return elements.tryAdvance(action);
    }

    @Override
    public void forEachRemaining(Consumer<? super E> action) {
        elements.forEachRemaining(action);
    }

    @Override
    public Spliterator<E> trySplit() {
        Spliterator<E> part = elements.trySplit();
        return part == null ? null : new SortedSpliterator<>(part, order);
    }

    @Override
    public long estimateSize() {
        return elements.estimateSize();
    }

    @Override
    public int characteristics() {
        return elements.characteristics();
    }

    @Override
    public Comparator<? super E> getComparator() {
        return order;
    }
}
