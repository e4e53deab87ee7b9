package jdsm.util;

import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.Objects;

/**
 * The search tree of the twins of the JDK's sorted maps and sets: balanced by height (Adelson-Velsky and Landis
 * 1962). The entries are linked in their order besides, so that an iterator compares no keys.
 */
final class Tree<K, V> extends Ordered<K> {
    /** A tree of this height has more entries than an int can count. */
    private static final int MOST_LEVELS = 48;

    int size;
    int modCount;
    /** Whether the keys are the elements of a set, to whose parts elements can be added. */
    boolean isOfSet;

    private TreeNode<K, V> root;
    private TreeNode<K, V> first;
    private TreeNode<K, V> last;

    /** @param order null for the natural one */
    Tree(Comparator<? super K> order) {
        super(order);
    }

    /** Throws as a comparison with the key would. */
    void requireComparable(Object key) {
        compare(isNatural ? Objects.requireNonNull(key) : key, key);
    }

    void requireUnchanged(int count) {
        if (modCount != count) {
            throw new ConcurrentModificationException();
        }
    }

    TreeNode<K, V> first() {
        return first;
    }

    TreeNode<K, V> last() {
        return last;
    }

    TreeNode<K, V> find(Object key) {
        if (isNatural) {
            Objects.requireNonNull(key);
        }
        TreeNode<K, V> at = root;
        while (at != null) {
            int compared = compare(key, at.key);
            if (compared == 0) {
                return at;
            }
            at = compared < 0 ? at.left : at.right;
        }
        return null;
    }

    /** The first entry above a key, or at it if {@code inclusive} is true; or null. */
    TreeNode<K, V> above(Object key, boolean inclusive) {
        TreeNode<K, V> found = null;
        TreeNode<K, V> at = root;
        while (at != null) {
            int compared = compare(key, at.key);
            if (compared == 0 && inclusive) {
                return at;
            }
            if (compared < 0) {
                found = at;
                at = at.left;
            } else {
                at = at.right;
            }
        }
        return found;
    }

    /** The last entry below a key, or at it if {@code inclusive} is true; or null. */
    TreeNode<K, V> below(Object key, boolean inclusive) {
        TreeNode<K, V> found = null;
        TreeNode<K, V> at = root;
        while (at != null) {
            int compared = compare(key, at.key);
            if (compared == 0 && inclusive) {
                return at;
            }
            if (compared > 0) {
                found = at;
                at = at.right;
            } else {
                at = at.left;
            }
        }
        return found;
    }

    /** Puts a value; one that is there stays if {@code absent} is true and it is not null. Returns the value before. */
    V put(K key, V value, boolean absent) {
        if (isNatural) {
            Objects.requireNonNull(key);
        }
        if (root == null) {
            requireComparable(key);
        }
        TreeNode<K, V>[] path = path();
        int depth = 0;
        int compared = 0;
        TreeNode<K, V> before = null;
        TreeNode<K, V> after = null;
        for (TreeNode<K, V> at = root; at != null; at = compared < 0 ? at.left : at.right) {
            compared = compare(key, at.key);
            if (compared == 0) {
                V old = at.value;
                if (!absent || old == null) {
                    at.value = value;
                }
                return old;
            }
            path[depth++] = at;
            if (compared < 0) {
                after = at;
            } else {
                before = at;
            }
        }
        TreeNode<K, V> made = new TreeNode<>(key, value);
        if (depth == 0) {
            root = made;
        } else if (compared < 0) {
            path[depth - 1].left = made;
        } else {
            path[depth - 1].right = made;
        }
        thread(before, made);
        thread(made, after);
        size++;
        modCount++;
        for (int i = depth - 1; i >= 0; i--) {
            TreeNode<K, V> top = path[i].balanced();
            if (i == 0) {
                setRoot(top);
            } else if (top != path[i]) {
                replace(path[i - 1], path[i], top);
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked")
    private static <K, V> TreeNode<K, V>[] path() {
        return (TreeNode<K, V>[]) new TreeNode<?, ?>[MOST_LEVELS];
    }

    private static <K, V> void replace(TreeNode<K, V> parent, TreeNode<K, V> child, TreeNode<K, V> by) {
        if (parent.left == child) {
            parent.left = by;
        } else {
            parent.right = by;
        }
    }

    private void setRoot(TreeNode<K, V> top) {
        if (root != top) {
            root = top;
        }
    }

    /** Links two neighbours in the order; null stands for what is beyond the ends. */
    private void thread(TreeNode<K, V> one, TreeNode<K, V> next) {
        if (one == null) {
            first = next;
        } else {
            one.after = next;
        }
        if (next == null) {
            last = one;
        } else {
            next.before = one;
        }
    }

    /** Removes an entry of the tree; all others keep their nodes. */
    void unlink(TreeNode<K, V> node) {
        setRoot(without(root, node));
        thread(node.before, node.after);
        size--;
        modCount++;
    }

    private TreeNode<K, V> without(TreeNode<K, V> at, TreeNode<K, V> node) {
        if (at == null) {
            throw new ConcurrentModificationException(); // another thread has removed it
        }
        if (at != node) {
            if (compare(node.key, at.key) < 0) {
                at.setLeft(without(at.left, node));
            } else {
                at.setRight(without(at.right, node));
            }
            return at.balanced();
        }
        if (at.left == null) {
            return at.right;
        } else if (at.right == null) {
            return at.left;
        }
        TreeNode<K, V> next = at.after; // the least entry of the right subtree
        next.setRight(withoutLeast(at.right));
        next.setLeft(at.left);
        return next.balanced();
    }

    private TreeNode<K, V> withoutLeast(TreeNode<K, V> at) {
        if (at.left == null) {
            return at.right;
        }
        at.setLeft(withoutLeast(at.left));
        return at.balanced();
    }

    void clear() {
        modCount++;
        root = null;
        first = null;
        last = null;
        size = 0;
    }
}
