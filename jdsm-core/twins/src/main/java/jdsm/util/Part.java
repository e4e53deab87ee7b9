package jdsm.util;

/**
 * The entries of a {@link ConcurrentHashMap} whose hash codes are in a range. Its monitor guards it. A part with too many
 * entries is divided: two others take its place, and whoever has waited for its monitor looks for them.
 */
final class Part<K, V> extends Table<K, V> {
    /** The greatest hash code of the range. */
    final int last;

    private boolean divided;
    /** The number of functions of the program that run now, one within another. */
    private int users;
    /** The size above which another attempt to divide the part makes sense. */
    private int least;

    Part(int last) {
        this.last = last;
    }

    boolean isDivided() {
        return divided;
    }

    /** Begins a call of a function of the program, during which the part is not divided. */
    void enter() {
        users++;
    }

    void leave() {
        users--;
    }

    /** Whether the part has more entries than a limit, and can be divided now. */
    boolean isLargerThan(int limit) {
        return size > limit && size > least && users == 0;
    }

    /**
     * Divides the part in the middle between its least and its greatest hash code: threads that fill the map from
     * different ends get parts of their own at once.
     *
     * @return the lower part, then the upper one; null if all hash codes are equal
     */
    Part<K, V>[] divide() {
        int low = Integer.MAX_VALUE;
        int high = Integer.MIN_VALUE;
        for (Node<K, V> node = first(); node != null; node = after(node)) {
            low = Math.min(low, node.hash);
            high = Math.max(high, node.hash);
        }
        if (low >= high) {
            least = 2 * size;
            return null;
        }
        int end = (int) (((long) low + high) >> 1);
        Part<K, V> lower = new Part<>(end);
        Part<K, V> upper = new Part<>(last);
        for (Node<K, V> node = first(); node != null; node = after(node)) {
            Part<K, V> half = node.hash <= end ? lower : upper;
            half.growForOne();
            half.putFirst(node.hash, node.key, node.value);
        }
        divided = true;
        Part<K, V>[] halves = Parts.array(2);
        halves[0] = lower;
        halves[1] = upper;
        return halves;
    }
}
