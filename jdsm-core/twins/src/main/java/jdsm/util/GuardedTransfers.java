package jdsm.util;

import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;

/**
 * Elements on their way from threads that put to threads that take, in the order in which they were put. A thread that
 * puts may wait until its element is taken.
 */
final class GuardedTransfers<E> extends Guarded<E> {
    private final LinkedList<Offer<E>> offers = new LinkedList<>();
    /** The number of threads that wait for an element. */
    private int takers;

    /** An element that was put. */
    private static final class Offer<E> {
        private final E element;
        /** Whether the element was taken or removed. */
        private boolean isGone;

        private Offer(E element) {
            this.element = element;
        }
    }

    GuardedTransfers() {
        super(Integer.MAX_VALUE);
    }

    private E leave(Offer<E> offer) {
        offer.isGone = true;
        return offer.element;
    }

    /** The elements, as a collection from which they can be removed. */
    private static final class Elements<E> extends AbstractCollection<E> {
        private final GuardedTransfers<E> transfers;

        private Elements(GuardedTransfers<E> transfers) {
            this.transfers = transfers;
        }

        @Override
        public int size() {
            return transfers.offers.size();
        }

        @Override
        public Iterator<E> iterator() {
            return new Places<>(transfers);
        }
    }

    /** An iterator over the elements. */
    private static final class Places<E> implements Iterator<E> {
        private final GuardedTransfers<E> transfers;
        private final Iterator<Offer<E>> offers;
        private Offer<E> last;

        private Places(GuardedTransfers<E> transfers) {
            this.transfers = transfers;
            offers = transfers.offers.iterator();
        }

        @Override
        public boolean hasNext() {
            return offers.hasNext();
        }

        @Override
        public E next() {
            last = offers.next();
            return last.element;
        }

        @Override
        public void remove() {
            offers.remove();
            transfers.leave(last);
        }
    }

    @Override
    Collection<E> elements() {
        return new Elements<>(this);
    }

    @Override
    void insert(E element, boolean first) {
        offers.addLast(new Offer<>(element));
    }

    @Override
    E look(boolean first) {
        Offer<E> next = offers.peekFirst();
        return next == null ? null : next.element;
    }

    @Override
    E cut(boolean first) {
        Offer<E> next = offers.pollFirst();
        return next == null ? null : leave(next);
    }

    @Override
    E at(int index) {
        return offers.get(index).element;
    }

    @Override
    void cut(int index) {
        leave(offers.remove(index));
    }

    @Override
    boolean keepsOrder() {
        return true;
    }

    @Override
    boolean cut(Object element, boolean first) {
        return elements().remove(element);
    }

    // Transfers.

    /** The number of threads that wait for an element which no other thread has put yet. */
    synchronized int freeTakers() {
        return Math.max(0, takers - offers.size());
    }

    /** Puts an element if a thread waits for it. Such a thread takes an element before it stops waiting. */
    synchronized boolean handOver(E element) {
        Objects.requireNonNull(element);
        return freeTakers() > 0 && offer(element, false);
    }

    /** Puts an element and waits until it is taken, without a limit if the deadline is null. */
    synchronized boolean transfer(E element, Deadline deadline) throws InterruptedException {
        if (handOver(element)) {
            return true;
        }
        Deadline.requireNotInterrupted();
        Offer<E> offer = new Offer<>(element);
        offers.addLast(offer);
        changed();
        try {
            boolean waits = true;
            while (!offer.isGone && waits) {
                waits = waits(deadline);
            }
        } catch (InterruptedException e) {
            if (!offer.isGone) {
                throw e;
            }
            Thread.currentThread().interrupt();
        } finally {
            if (!offer.isGone) {
                offers.remove(offer);
                changed();
            }
        }
        return offer.isGone;
    }

    @Override
    synchronized E poll(boolean first, Deadline deadline) throws InterruptedException {
        E element = poll(first);
        boolean waits = true;
        while (element == null && waits) {
            takers++;
            try {
                waits = waits(deadline);
            } catch (InterruptedException e) {
                element = poll(first); // one that was put because this thread waits
                if (element == null) {
                    throw e;
                }
                Thread.currentThread().interrupt();
                return element;
            } finally {
                takers--;
            }
            element = poll(first);
        }
        return element;
    }
}
