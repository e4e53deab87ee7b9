package jdsm.util;

import java.util.ListIterator;
import java.util.NoSuchElementException;

/** An iterator over a {@link LinkedList}. */
final class LinkCursor<E> implements ListIterator<E> {
    private final Chain<E> chain;
    /** The next link; null at the end. */
    private Chain.Link<E> next;

    private Chain.Link<E> last;
    private int index;
    private int expected;

    LinkCursor(Chain<E> chain, int index) {
        this.chain = chain;
        this.next = chain.link(index);
        this.index = index;
        this.expected = chain.modCount;
    }

    @Override
    public boolean hasNext() {
        return index < chain.size;
    }

    @Override
    public E next() {
        chain.requireUnchanged(expected);
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        last = next;
        next = next.after;
        index++;
        return last.element;
    }

    @Override
    public boolean hasPrevious() {
        return index > 0;
    }

    @Override
    public E previous() {
        chain.requireUnchanged(expected);
        if (!hasPrevious()) {
            throw new NoSuchElementException();
        }
        next = next == null ? chain.tail : next.before;
        last = next;
        index--;
        return last.element;
    }

    @Override
    public int nextIndex() {
        return index;
    }

    @Override
    public int previousIndex() {
        return index - 1;
    }

    private void requireLast() {
        chain.requireUnchanged(expected);
        if (last == null) {
            throw new IllegalStateException();
        }
    }

    @Override
    public void remove() {
        requireLast();
        if (next == last) {
            next = last.after;
        } else {
            index--;
        }
        chain.cut(last);
        last = null;
        expected = chain.modCount;
    }

    @Override
    public void set(E element) {
        requireLast();
        last.element = element;
    }

    @Override
    public void add(E element) {
        chain.requireUnchanged(expected);
        last = null;
        chain.insert(element, next);
        index++;
        expected = chain.modCount;
    }
}
