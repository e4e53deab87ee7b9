package jdsm.util;

import java.util.Map;
import jdsm.runtime.ObjectCalls;

/** An entry of an {@link IdentityHashMap}, through which the map's value can be changed. */
final class IdentityEntry<K, V> implements Map.Entry<K, V> {
    private final IdentityHashMap<K, V> map;
    private final Node<IdentityKey<K>, V> node;

    IdentityEntry(IdentityHashMap<K, V> map, Node<IdentityKey<K>, V> node) {
        this.map = map;
        this.node = node;
    }

    @Override
    public K getKey() {
        return node.key.object;
    }

    @Override
    public V getValue() {
        return node.value;
    }

    @Override
    public V setValue(V value) {
        return node.setValue(value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Map.Entry<?, ?> entry
                && map.areSame(getKey(), entry.getKey())
                && map.areSame(getValue(), entry.getValue());
    }

    @Override
    public int hashCode() {
        return ObjectCalls.identityHash(getKey()) ^ ObjectCalls.identityHash(getValue());
    }

    @Override
    public String toString() {
        return getKey() + "=" + getValue();
    }
}
