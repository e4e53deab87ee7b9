package jdsm.util;

/** An entry of a {@link Tree}: a node of the tree, and of the list of all entries in their order. */
final class TreeNode<K, V> extends Pair<K, V> {
    TreeNode<K, V> left;
    TreeNode<K, V> right;
    int height = 1;
    TreeNode<K, V> before;
    TreeNode<K, V> after;

    TreeNode(K key, V value) {
        super(key, value);
    }

    private static int height(TreeNode<?, ?> node) {
        return node == null ? 0 : node.height;
    }

    /** The children change only where they differ, so that fewer nodes are sent to other ranks. */
    void setLeft(TreeNode<K, V> node) {
        if (left != node) {
            left = node;
        }
    }

    void setRight(TreeNode<K, V> node) {
        if (right != node) {
            right = node;
        }
    }

    private void measure() {
        int measured = Math.max(height(left), height(right)) + 1;
        if (height != measured) {
            height = measured;
        }
    }

    /** Makes the heights of the two subtrees differ by one at most. Returns the root of the result. */
    TreeNode<K, V> balanced() {
        int difference = height(left) - height(right);
        if (difference > 1) {
            if (height(left.left) < height(left.right)) {
                setLeft(left.rotatedLeft());
            }
            return rotatedRight();
        } else if (difference < -1) {
            if (height(right.right) < height(right.left)) {
                setRight(right.rotatedRight());
            }
            return rotatedLeft();
        }
        measure();
        return this;
    }

    private TreeNode<K, V> rotatedRight() {
        TreeNode<K, V> top = left;
        setLeft(top.right);
        measure();
        top.setRight(this);
        top.measure();
        return top;
    }

    private TreeNode<K, V> rotatedLeft() {
        TreeNode<K, V> top = right;
        setRight(top.left);
        measure();
        top.setLeft(this);
        top.measure();
        return top;
    }
}
