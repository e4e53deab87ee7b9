package jdsm.util;

/** Arrays of buckets of a {@link Table}, with powers of two as lengths. */
final class Buckets {
    static final int MOST = 1 << 30;

    private Buckets() {}

    /** The least power of two that is not below a number. */
    static int countFor(int capacity) {
        return capacity <= 1 ? 1 : capacity >= MOST ? MOST : Integer.highestOneBit(capacity - 1) << 1;
    }

    @SuppressWarnings("unchecked")
    static <K, V> Node<K, V>[] array(int length) {
        return (Node<K, V>[]) new Node<?, ?>[length];
    }

    /**
     * Divides a bucket between two, in which the order of entries stays. Changes only those links that differ, so that
     * the other entries need not be sent to other ranks.
     */
    static <K, V> void divide(Node<K, V> first, Node<K, V>[] all, int low, int distance) {
        Node<K, V> lastLow = null;
        Node<K, V> lastHigh = null;
        for (Node<K, V> node = first; node != null; node = node.next) {
            if ((node.hash & distance) == 0) {
                if (lastLow == null) {
                    all[low] = node;
                } else if (lastLow.next != node) {
                    lastLow.next = node;
                }
                lastLow = node;
            } else {
                if (lastHigh == null) {
                    all[low + distance] = node;
                } else if (lastHigh.next != node) {
                    lastHigh.next = node;
                }
                lastHigh = node;
            }
        }
        if (lastLow != null && lastLow.next != null) {
            lastLow.next = null;
        }
        if (lastHigh != null && lastHigh.next != null) {
            lastHigh.next = null;
        }
    }
}
