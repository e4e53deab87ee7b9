package jdsm.examples;

/** A buffer that is an array, made once. */
final class RingBuffer extends BoundedBuffer {
    private final int[] items;
    private int first;
    private int end;

    RingBuffer(int capacity) {
        super(capacity);
        items = new int[capacity];
    }

    @Override
    void append(int item) {
        items[end] = item;
        end = (end + 1) % items.length;
    }

    @Override
    int removeFirst() {
        int item = items[first];
        first = (first + 1) % items.length;
        return item;
    }
}
