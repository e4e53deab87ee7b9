package jdsm.util;

/** An entry of a {@link LinkedTable}. */
final class LinkedNode<K, V> extends Node<K, V> {
    LinkedNode<K, V> before;
    LinkedNode<K, V> after;

    LinkedNode(int hash, K key, V value, Node<K, V> next) {
        super(hash, key, value, next);
    }
}
