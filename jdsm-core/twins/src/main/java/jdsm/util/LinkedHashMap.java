package jdsm.util;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The twin of {@link java.util.LinkedHashMap}. */
@SuppressWarnings("this-escape") // the table asks its owner about the eldest entry, later
public class LinkedHashMap<K, V> extends java.util.LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeObject writes the entries
    private LinkedTable<K, V> table;

    /** As {@link java.util.LinkedHashMap#LinkedHashMap()}. */
    public LinkedHashMap() {
        table = new LinkedTable<>(this, Table.USUAL_LOAD, false);
    }

    /** As {@link java.util.LinkedHashMap#LinkedHashMap(int)}. */
    public LinkedHashMap(int capacity) {
        table = new LinkedTable<>(this, capacity, Table.USUAL_LOAD, false);
    }

    /** As {@link java.util.LinkedHashMap#LinkedHashMap(int, float)}. */
    public LinkedHashMap(int capacity, float load) {
        table = new LinkedTable<>(this, capacity, load, false);
    }

    /** As {@link java.util.LinkedHashMap#LinkedHashMap(Map)}. */
    public LinkedHashMap(Map<? extends K, ? extends V> map) {
        table = new LinkedTable<>(this, Table.USUAL_LOAD, false);
        table.evicts = false;
        table.putAll(map);
        table.evicts = true;
    }

    /** As {@link java.util.LinkedHashMap#LinkedHashMap(int, float, boolean)}. */
    public LinkedHashMap(int capacity, float load, boolean byAccess) {
        table = new LinkedTable<>(this, capacity, load, byAccess);
    }

    /** As the JDK's method of this name, of Java 19 and later. */
    public static <K, V> java.util.LinkedHashMap<K, V> newLinkedHashMap(int entries) {
        return new LinkedHashMap<>(Capacities.of(entries));
    }

    @Override
    public int size() {
        return table.size;
    }

    @Override
    public boolean isEmpty() {
        return table.size == 0;
    }

    @Override
    public V get(Object key) {
        return table.get(key);
    }

    @Override
    public V getOrDefault(Object key, V other) {
        return table.getOrDefault(key, other);
    }

    @Override
    public boolean containsKey(Object key) {
        return table.find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        return table.containsValue(value);
    }

    @Override
    public V put(K key, V value) {
        return table.put(key, value, false);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return table.put(key, value, true);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> map) {
        table.putAll(map);
    }

    @Override
    public V remove(Object key) {
        Node<K, V> removed = table.remove(key);
        return removed == null ? null : removed.value;
    }

    @Override
    public boolean remove(Object key, Object value) {
        return table.remove(key, value);
    }

    @Override
    public V replace(K key, V value) {
        return table.replace(key, value);
    }

    @Override
    public boolean replace(K key, V before, V value) {
        return table.replace(key, before, value);
    }

    @Override
    public void clear() {
        table.clear();
    }

    /** As the JDK's method, of Java 21 and later. */
    public Map.Entry<K, V> firstEntry() {
        return LinkedTable.copyOf(table.first());
    }

    /** As the JDK's method, of Java 21 and later. */
    public Map.Entry<K, V> lastEntry() {
        return LinkedTable.copyOf(table.last());
    }

    /** As the JDK's method, of Java 21 and later. */
    public Map.Entry<K, V> pollFirstEntry() {
        return table.poll(table.first());
    }

    /** As the JDK's method, of Java 21 and later. */
    public Map.Entry<K, V> pollLastEntry() {
        return table.poll(table.last());
    }

    /** As the JDK's method, of Java 21 and later. */
    public V putFirst(K key, V value) {
        return table.putAt(key, value, true);
    }

    /** As the JDK's method, of Java 21 and later. */
    public V putLast(K key, V value) {
        return table.putAt(key, value, false);
    }

    // What methods of Java 21 and later return.

    final Map<K, V> inReverse() {
        return new ReversedMap<>(this);
    }

    final Set<K> orderedKeys() {
        return keys(false);
    }

    final Collection<V> orderedValues() {
        return values(false);
    }

    final Set<Map.Entry<K, V>> orderedEntries() {
        return entries(false);
    }

    final Set<K> keys(boolean backward) {
        return new LinkedKeys<>(table, backward);
    }

    final Collection<V> values(boolean backward) {
        return new LinkedValues<>(table, backward);
    }

    final Set<Map.Entry<K, V>> entries(boolean backward) {
        return new LinkedEntries<>(table, backward);
    }

    /** Makes a method of the JDK callable for the table, which is no class of this hierarchy. */
    final boolean removesEldest(Map.Entry<K, V> eldest) {
        return removeEldestEntry(eldest);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }

    @Override
    public Set<K> keySet() {
        return new KeyView<>(table);
    }

    @Override
    public Collection<V> values() {
        return new ValueView<>(table);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new EntryView<>(table);
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        return Computing.ifAbsent(table, key, function);
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        return Computing.ifPresent(table, key, function);
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        return Computing.any(table, key, function);
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        Objects.requireNonNull(value);
        Objects.requireNonNull(function);
        return Computing.merge(table, key, value, function);
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        table.forEach(action);
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        table.replaceAll(function);
    }

    /** {@inheritDoc} Object.clone gives the clone of a subclass its fields. */
    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        LinkedHashMap<K, V> copy;
        if (getClass() == LinkedHashMap.class) {
            copy = new LinkedHashMap<>();
        } else {
            copy = (LinkedHashMap<K, V>) super.clone();
            copy.clearInherited();
        }
        copy.table = table.copyFor(copy);
        return copy;
    }

    /** Clears the inherited part, to which the JDK's clone has copied the entries. */
    private void clearInherited() {
        super.clear();
    }

    /** Serialisation writes the JDK's own map, for readers without JDSM. */
    private Object writeReplace() {
        return getClass() == LinkedHashMap.class ? new java.util.LinkedHashMap<>(this) : this;
    }

    private void writeObject(ObjectOutputStream out) throws IOException {
        out.writeFloat(table.load());
        out.writeBoolean(table.byAccess);
        table.write(out, true);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        table = new LinkedTable<>(this, in.readFloat(), in.readBoolean());
        table.read(in, null);
    }
}
