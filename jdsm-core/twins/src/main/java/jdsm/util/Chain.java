package jdsm.util;

import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Objects;

/** The links of a {@link LinkedList}. */
final class Chain<E> {
    Link<E> head;
    Link<E> tail;
    int size;
    int modCount;

    /** An element and its neighbours. */
    static final class Link<E> {
        E element;
        Link<E> before;
        Link<E> after;

        Link(E element, Link<E> before, Link<E> after) {
            this.element = element;
            this.before = before;
            this.after = after;
        }
    }

    void requireUnchanged(int count) {
        if (modCount != count) {
            throw new ConcurrentModificationException();
        }
    }

    /** The link at an index, from the nearer end; null behind the last one. */
    Link<E> link(int index) {
        if (index == size) {
            return null;
        }
        Link<E> at;
        if (index < size / 2) {
            at = head;
            for (int i = 0; i < index; i++) {
                at = at.after;
            }
        } else {
            at = tail;
            for (int i = size - 1; i > index; i--) {
                at = at.before;
            }
        }
        return at;
    }

    Link<E> existing(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("Index: " + index + ", Size: " + size);
        }
        return link(index);
    }

    /** Inserts an element before a link, or behind the last one for null. */
    void insert(E element, Link<E> after) {
        Link<E> before = after == null ? tail : after.before;
        Link<E> made = new Link<>(element, before, after);
        if (before == null) {
            head = made;
        } else {
            before.after = made;
        }
        if (after == null) {
            tail = made;
        } else {
            after.before = made;
        }
        size++;
        modCount++;
    }

    E cut(Link<E> link) {
        if (link.before == null) {
            head = link.after;
        } else {
            link.before.after = link.after;
        }
        if (link.after == null) {
            tail = link.before;
        } else {
            link.after.before = link.before;
        }
        size--;
        modCount++;
        return link.element;
    }

    boolean insertAll(int index, Collection<? extends E> others) {
        Object[] more = others.toArray();
        Link<E> after = link(index);
        for (Object element : more) {
            @SuppressWarnings("unchecked")
            E one = (E) element;
            insert(one, after);
        }
        return more.length > 0;
    }

    Link<E> find(Object element) {
        for (Link<E> at = head; at != null; at = at.after) {
            if (Objects.equals(element, at.element)) {
                return at;
            }
        }
        return null;
    }

    Link<E> findLast(Object element) {
        for (Link<E> at = tail; at != null; at = at.before) {
            if (Objects.equals(element, at.element)) {
                return at;
            }
        }
        return null;
    }

    int indexOf(Object element) {
        int index = 0;
        for (Link<E> at = head; at != null; at = at.after) {
            if (Objects.equals(element, at.element)) {
                return index;
            }
            index++;
        }
        return -1;
    }

    int lastIndexOf(Object element) {
        int index = size;
        for (Link<E> at = tail; at != null; at = at.before) {
            index--;
            if (Objects.equals(element, at.element)) {
                return index;
            }
        }
        return -1;
    }

    void clear() {
        head = null;
        tail = null;
        size = 0;
        modCount++;
    }
}
