package jdsm.util;

import jdsm.runtime.ObjectCalls;

/** A key of an {@link IdentityHashMap}: it has the identity of an object. */
final class IdentityKey<K> {
    final K object;
    private final IdentityHashMap<?, ?> map;

    IdentityKey(K object, IdentityHashMap<?, ?> map) {
        this.object = object;
        this.map = map;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IdentityKey<?> key && map.areSame(object, key.object);
    }

    @Override
    public int hashCode() {
        return ObjectCalls.identityHash(object);
    }
}
