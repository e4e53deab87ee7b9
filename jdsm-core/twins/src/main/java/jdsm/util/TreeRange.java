package jdsm.util;

import java.util.Comparator;
import java.util.Map;
import java.util.NoSuchElementException;

/** A range of the keys of a {@link Tree}, in the order of the keys or in the reverse one. Immutable. */
final class TreeRange<K, V> {
    final Tree<K, V> tree;
    final boolean descending;
    private final Bound<K> low;
    private final Bound<K> high;

    /** A bound of keys; null stands for none. */
    private static final class Bound<K> {
        private final K key;
        private final boolean inclusive;

        private Bound(K key, boolean inclusive) {
            this.key = key;
            this.inclusive = inclusive;
        }
    }

    /** All of a new tree whose keys are the elements of a set. */
    static <K> TreeRange<K, Boolean> ofSet(Comparator<? super K> order) {
        Tree<K, Boolean> tree = new Tree<>(order);
        tree.isOfSet = true;
        return new TreeRange<>(tree);
    }

    /** All keys, in their order. */
    TreeRange(Tree<K, V> tree) {
        this(tree, false, null, null);
    }

    private TreeRange(Tree<K, V> tree, boolean descending, Bound<K> low, Bound<K> high) {
        this.tree = tree;
        this.descending = descending;
        this.low = low;
        this.high = high;
    }

    TreeRange<K, V> reversed() {
        return new TreeRange<>(tree, !descending, low, high);
    }

    Comparator<? super K> order() {
        return descending ? Wrapped.reverseOrder(tree.order()) : tree.order();
    }

    /**
     * A part of the range.
     *
     * @param hasFrom whether {@code from} bounds the part; else the range's own bound does
     * @param hasTo the same of {@code to}
     * @throws IllegalArgumentException if a bound is outside the range, or the first is behind the second
     */
    TreeRange<K, V> part(boolean hasFrom, K from, boolean fromInclusive, boolean hasTo, K to, boolean toInclusive) {
        if (hasFrom && hasTo && (descending ? tree.compare(to, from) : tree.compare(from, to)) > 0) {
            throw new IllegalArgumentException("fromKey > toKey");
        }
        Bound<K> begin = hasFrom ? bound(from, fromInclusive, "fromKey") : descending ? high : low;
        Bound<K> end = hasTo ? bound(to, toInclusive, "toKey") : descending ? low : high;
        return new TreeRange<>(tree, descending, descending ? end : begin, descending ? begin : end);
    }

    private Bound<K> bound(K key, boolean inclusive, String name) {
        tree.requireComparable(key);
        if (inclusive ? !contains(key) : !containsClosed(key)) {
            throw new IllegalArgumentException(name + " out of range");
        }
        return new Bound<>(key, inclusive);
    }

    /** Whether a key is within the range. */
    boolean contains(Object key) {
        return !isTooLow(key) && !isTooHigh(key);
    }

    private boolean containsClosed(Object key) {
        return (low == null || tree.compare(key, low.key) >= 0) && (high == null || tree.compare(key, high.key) <= 0);
    }

    private boolean isTooLow(Object key) {
        int compared = low == null ? 1 : tree.compare(key, low.key);
        return compared < 0 || compared == 0 && !low.inclusive;
    }

    private boolean isTooHigh(Object key) {
        int compared = high == null ? -1 : tree.compare(key, high.key);
        return compared > 0 || compared == 0 && !high.inclusive;
    }

    private TreeNode<K, V> lowest() {
        TreeNode<K, V> node = low == null ? tree.first() : tree.above(low.key, low.inclusive);
        return node == null || isTooHigh(node.key) ? null : node;
    }

    private TreeNode<K, V> highest() {
        TreeNode<K, V> node = high == null ? tree.last() : tree.below(high.key, high.inclusive);
        return node == null || isTooLow(node.key) ? null : node;
    }

    TreeNode<K, V> first() {
        return descending ? highest() : lowest();
    }

    TreeNode<K, V> last() {
        return descending ? lowest() : highest();
    }

    TreeNode<K, V> after(TreeNode<K, V> node) {
        TreeNode<K, V> next = descending ? node.before : node.after;
        boolean beyond =
                next != null && (descending ? low != null && isTooLow(next.key) : high != null && isTooHigh(next.key));
        return beyond ? null : next;
    }

    TreeNode<K, V> find(Object key) {
        TreeNode<K, V> found = tree.find(key);
        return found == null || !contains(key) ? null : found;
    }

    /** The entry nearest to a key in the direction of the range, or at it if {@code inclusive} is true; or null. */
    TreeNode<K, V> behind(Object key, boolean inclusive) {
        return descending ? under(key, inclusive) : over(key, inclusive);
    }

    /**
     * The entry nearest to a key against the direction of the range, or at it if {@code inclusive} is true; or null.
     */
    TreeNode<K, V> ahead(Object key, boolean inclusive) {
        return descending ? over(key, inclusive) : under(key, inclusive);
    }

    private TreeNode<K, V> over(Object key, boolean inclusive) {
        tree.requireComparable(key);
        if (low != null && isTooLow(key)) {
            return lowest();
        }
        TreeNode<K, V> node = tree.above(key, inclusive);
        return node == null || isTooHigh(node.key) ? null : node;
    }

    private TreeNode<K, V> under(Object key, boolean inclusive) {
        tree.requireComparable(key);
        if (high != null && isTooHigh(key)) {
            return highest();
        }
        TreeNode<K, V> node = tree.below(key, inclusive);
        return node == null || isTooLow(node.key) ? null : node;
    }

    int size() {
        if (low == null && high == null) {
            return tree.size;
        }
        int count = 0;
        for (TreeNode<K, V> node = first(); node != null; node = after(node)) {
            count++;
        }
        return count;
    }

    V put(K key, V value, boolean absent) {
        requireWithin(key);
        return tree.put(key, value, absent);
    }

    void requireWithin(K key) {
        if (low != null || high != null) {
            tree.requireComparable(key);
            if (!contains(key)) {
                throw new IllegalArgumentException("key out of range");
            }
        }
    }

    /** Removes the entry of a key and returns it, or null. */
    TreeNode<K, V> remove(Object key) {
        TreeNode<K, V> found = find(key);
        if (found != null) {
            tree.unlink(found);
        }
        return found;
    }

    void clear() {
        if (low == null && high == null) {
            tree.clear();
            return;
        }
        for (TreeNode<K, V> node = first(); node != null; node = first()) {
            tree.unlink(node);
        }
    }

    /** Removes an entry, or nothing for null, and returns a copy of it. */
    Map.Entry<K, V> poll(TreeNode<K, V> node) {
        if (node == null) {
            return null;
        }
        tree.unlink(node);
        return copyOf(node);
    }

    /** A copy of an entry that cannot change; null for null. */
    static <K, V> Map.Entry<K, V> copyOf(TreeNode<K, V> node) {
        return node == null ? null : new SimpleImmutableEntry<>(node.key, node.value);
    }

    static <K, V> TreeNode<K, V> required(TreeNode<K, V> node) {
        if (node == null) {
            throw new NoSuchElementException();
        }
        return node;
    }

    /** The key of an entry; null for null. */
    static <K> K keyOf(Map.Entry<K, ?> entry) {
        return entry == null ? null : entry.getKey();
    }
}
