package jdsm.examples;

/** Numbers on their way from those who put them in to those who take them out, in order, not more than so many at a time. */
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

    /** Called with the monitor, where there is room. */
    abstract void append(int item);

    /** Called with the monitor, where there is an item. */
    abstract int removeFirst();
}
