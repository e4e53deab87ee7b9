package jdsm.examples;

/** Numbers on their way from those who put them in to those who take them out, in order, not more than so many at a time. */
final class BoundedBuffer {
    private final int[] items;
    private int first;
    private int size;

    BoundedBuffer(int capacity) {
        items = new int[capacity];
    }

    /** Waits while the buffer is full. */
    synchronized void put(int item) throws InterruptedException {
        while (size == items.length) {
            wait();
        }
        items[(first + size) % items.length] = item;
        size++;
        notifyAll();
    }

    /** Waits while the buffer is empty. */
    synchronized int take() throws InterruptedException {
        while (size == 0) {
            wait();
        }
        int item = items[first];
        first = (first + 1) % items.length;
        size--;
        notifyAll();
        return item;
    }
}
