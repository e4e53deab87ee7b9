package jdsm.examples;

/** A bounded first-in, first-out buffer of numbers between producers and consumers. */
abstract class BoundedBuffer {
    private final int capacity;
    private int size;

    BoundedBuffer(int capacity) {
        this.capacity = capacity;
    }

    /** Waits while the buffer is full. */
    final synchronized void put(int item) throws InterruptedException {
        while (size == capacity) {
            wait();
        }
        append(item);
        size++;
        notifyAll();
    }

    /** Waits while the buffer is empty. */
    final synchronized int take() throws InterruptedException {
        while (size == 0) {
            wait();
        }
        size--;
        int item = removeFirst();
        notifyAll();
        return item;
    }

    /** Appends an item; called with the monitor, when the buffer has room. */
    abstract void append(int item);

    /** Removes the first item; called with the monitor, when the buffer has one. */
    abstract int removeFirst();
}
