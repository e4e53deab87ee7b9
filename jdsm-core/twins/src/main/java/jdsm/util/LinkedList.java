package jdsm.util;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;

/** The twin of {@link java.util.LinkedList}. */
public class LinkedList<E> extends java.util.LinkedList<E> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another list
    private Chain<E> chain = new Chain<>();

    /** As {@link java.util.LinkedList#LinkedList()}. */
    public LinkedList() {}

    /** As {@link java.util.LinkedList#LinkedList(Collection)}. */
    public LinkedList(Collection<? extends E> other) {
        chain.insertAll(0, other);
    }

    private void requirePlace(int index) {
        if (index < 0 || index > chain.size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + chain.size);
        }
    }

    private static <E> Chain.Link<E> required(Chain.Link<E> link) {
        if (link == null) {
            throw new NoSuchElementException();
        }
        return link;
    }

    private boolean cutIfFound(Chain.Link<E> found) {
        if (found != null) {
            chain.cut(found);
        }
        return found != null;
    }

    @Override
    public int size() {
        return chain.size;
    }

    @Override
    public boolean isEmpty() {
        return chain.size == 0;
    }

    @Override
    public boolean contains(Object element) {
        return chain.find(element) != null;
    }

    @Override
    public int indexOf(Object element) {
        return chain.indexOf(element);
    }

    @Override
    public int lastIndexOf(Object element) {
        return chain.lastIndexOf(element);
    }

    @Override
    public E get(int index) {
        return chain.existing(index).element;
    }

    @Override
    public E set(int index, E element) {
        Chain.Link<E> at = chain.existing(index);
        E before = at.element;
        at.element = element;
        return before;
    }

    @Override
    public E getFirst() {
        return required(chain.head).element;
    }

    @Override
    public E getLast() {
        return required(chain.tail).element;
    }

    @Override
    public E element() {
        return getFirst();
    }

    @Override
    public E peek() {
        return chain.head == null ? null : chain.head.element;
    }

    @Override
    public E peekFirst() {
        return chain.head == null ? null : chain.head.element;
    }

    @Override
    public E peekLast() {
        return chain.tail == null ? null : chain.tail.element;
    }

    @Override
    public boolean add(E element) {
        chain.insert(element, null);
        return true;
    }

    @Override
    public void add(int index, E element) {
        requirePlace(index);
        chain.insert(element, chain.link(index));
    }

    @Override
    public boolean addAll(Collection<? extends E> others) {
        return chain.insertAll(chain.size, others);
    }

    @Override
    public boolean addAll(int index, Collection<? extends E> others) {
        requirePlace(index);
        return chain.insertAll(index, others);
    }

    @Override
    public void addFirst(E element) {
        chain.insert(element, chain.head);
    }

    @Override
    public void addLast(E element) {
        chain.insert(element, null);
    }

    @Override
    public boolean offer(E element) {
        return add(element);
    }

    @Override
    public boolean offerFirst(E element) {
        addFirst(element);
        return true;
    }

    @Override
    public boolean offerLast(E element) {
        addLast(element);
        return true;
    }

    @Override
    public void push(E element) {
        addFirst(element);
    }

    @Override
    public E remove() {
        return removeFirst();
    }

    @Override
    public E remove(int index) {
        return chain.cut(chain.existing(index));
    }

    @Override
    public boolean remove(Object element) {
        return cutIfFound(chain.find(element));
    }

    @Override
    public boolean removeFirstOccurrence(Object element) {
        return cutIfFound(chain.find(element));
    }

    @Override
    public boolean removeLastOccurrence(Object element) {
        return cutIfFound(chain.findLast(element));
    }

    @Override
    public E removeFirst() {
        return chain.cut(required(chain.head));
    }

    @Override
    public E removeLast() {
        return chain.cut(required(chain.tail));
    }

    @Override
    public E poll() {
        return chain.head == null ? null : chain.cut(chain.head);
    }

    @Override
    public E pollFirst() {
        return chain.head == null ? null : chain.cut(chain.head);
    }

    @Override
    public E pollLast() {
        return chain.tail == null ? null : chain.cut(chain.tail);
    }

    @Override
    public E pop() {
        return removeFirst();
    }

    @Override
    public void clear() {
        chain.clear();
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        requirePlace(index);
        return new LinkCursor<>(chain, index);
    }

    @Override
    public Iterator<E> descendingIterator() {
        return new Descending<>(new LinkCursor<>(chain, chain.size));
    }

    @Override
    public Spliterator<E> spliterator() {
        return new SizedSpliterator<>(this, Spliterator.ORDERED);
    }

    @Override
    public Object[] toArray() {
        return Copies.of(this);
    }

    @Override
    public <T> T[] toArray(T[] given) {
        return Copies.of(this, given);
    }

    @Override
    public boolean equals(Object other) {
        return other == this || other instanceof List<?> list && Hashing.areEqual(this, list);
    }

    @Override
    public int hashCode() {
        return Hashing.ordered(this);
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        LinkedList<E> copy = getClass() == LinkedList.class ? new LinkedList<>() : (LinkedList<E>) super.clone();
        copy.chain = new Chain<>();
        copy.chain.insertAll(0, this);
        return copy;
    }

    /** Serialisation writes the JDK's own list, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == LinkedList.class ? new java.util.LinkedList<>(this) : this;
    }
}
