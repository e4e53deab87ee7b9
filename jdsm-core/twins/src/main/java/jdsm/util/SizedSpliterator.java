package jdsm.util;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;

/**
 * The elements of a collection, which is asked for its size and its elements at the first use. The size stays exact when some
 * elements have been taken: that of {@link Spliterators#spliterator(Collection, int)} is the one at the beginning.
 */
final class SizedSpliterator<E> implements Spliterator<E> {
    /** As many elements more each next part has. */
    private static final int BATCH = 1 << 10;

    private static final int LONGEST = 1 << 25;

    private final Collection<E> elements;
    private final int characteristics;
    private Iterator<E> iterator;
    private long left;
    private int batch;

    /** @param characteristics besides those that say that the size is known */
    SizedSpliterator(Collection<E> elements, int characteristics) {
        this.elements = elements;
        this.characteristics = characteristics | SIZED | SUBSIZED;
    }

    private void begin() {
        if (iterator == null) {
            iterator = elements.iterator();
            left = elements.size();
        }
    }

    @Override
    public boolean tryAdvance(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        begin();
        if (!iterator.hasNext()) {
            left = 0;
            return false;
        }
        left--;
        action.accept(iterator.next());
        return true;
    }

    @Override
    public void forEachRemaining(Consumer<? super E> action) {
        Objects.requireNonNull(action);
        begin();
        left = 0;
        iterator.forEachRemaining(action);
    }

    @Override
    public Spliterator<E> trySplit() {
        begin();
        if (left <= 1 || !iterator.hasNext()) {
            return null;
        }
        batch = (int) Math.min(Math.min(batch + BATCH, LONGEST), left);
        Object[] part = new Object[batch];
        int found = 0;
        while (found < batch && iterator.hasNext()) {
            part[found++] = iterator.next();
        }
        left -= found;
        return Spliterators.spliterator(part, 0, found, characteristics);
    }

    @Override
    public long estimateSize() {
        begin();
        return left;
    }

    @Override
    public int characteristics() {
        return characteristics;
    }

    @Override
    public Comparator<? super E> getComparator() {
        if (hasCharacteristics(SORTED)) {
            return null;
        }
        throw new IllegalStateException();
    }
}
