package jdsm.examples;

/** A buffer that is a chain of nodes, each made by the worker that puts its item in. */
final class LinkedBuffer extends BoundedBuffer {
    private static final class Node {
        private final int item;
        private Node next;

        Node(int item) {
            this.item = item;
        }
    }

    /** Null in an empty buffer. */
    private Node first;
    /** Without meaning in an empty buffer. */
    private Node last;

    LinkedBuffer(int capacity) {
        super(capacity);
    }

    @Override
    void append(int item) {
        Node node = new Node(item);
        if (first == null) {
            first = node;
        } else {
            last.next = node;
        }
        last = node;
    }

    @Override
    int removeFirst() {
        Node node = first;
        first = node.next;
        return node.item;
    }
}
