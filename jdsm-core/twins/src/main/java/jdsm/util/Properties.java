package jdsm.util;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Serial;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The twin of {@link java.util.Properties}: a concurrent map, as the JDK's. Its methods for files make and read an object of the JDK's
 * class.
 */
public class Properties extends java.util.Properties {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // writeReplace writes another object
    private final ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>();

    /** What a key has that is not in the map; null if there is none. */
    private final java.util.Properties otherwise;

    /** As {@link java.util.Properties#Properties()}. */
    public Properties() {
        this(null);
    }

    /** As {@link java.util.Properties#Properties(int)}. */
    public Properties(int capacity) {
        this(null);
        if (capacity < 0) {
            throw new IllegalArgumentException();
        }
    }

    /** As {@link java.util.Properties#Properties(java.util.Properties)}. */
    public Properties(java.util.Properties defaults) {
        super(0);
        otherwise = defaults;
    }

    /** An object of the JDK's class with the same entries and no defaults. */
    private java.util.Properties copy() {
        java.util.Properties copy = new java.util.Properties();
        copy.putAll(map);
        return copy;
    }

    /** The same with the defaults as entries. */
    private java.util.Properties wholeCopy() {
        java.util.Properties copy = new java.util.Properties();
        if (otherwise != null) {
            for (Object key : Collections.list(otherwise.propertyNames())) {
                Object value = otherwise.get(key);
                copy.put(key, value == null ? otherwise.getProperty((String) key) : value);
            }
        }
        copy.putAll(map);
        return copy;
    }

    // Properties.

    @Override
    public Object setProperty(String key, String value) {
        return map.put(key, value);
    }

    @Override
    public String getProperty(String key) {
        Object value = map.get(key);
        String text = value instanceof String known ? known : null;
        return text == null && otherwise != null ? otherwise.getProperty(key) : text;
    }

    @Override
    public String getProperty(String key, String without) {
        String value = getProperty(key);
        return value == null ? without : value;
    }

    @Override
    public Enumeration<?> propertyNames() {
        java.util.Properties all = wholeCopy();
        for (Object key : all.keySet()) {
            String.class.cast(key);
        }
        return all.keys();
    }

    @Override
    public Set<String> stringPropertyNames() {
        Set<String> names = otherwise == null ? new HashSet<>() : new HashSet<>(otherwise.stringPropertyNames());
        map.forEach((key, value) -> {
            if (key instanceof String name && value instanceof String) {
                names.add(name);
            }
        });
        return Collections.unmodifiableSet(names);
    }

    // Files.

    /** Reads entries into an object of the JDK's class. */
    private interface Reading {
        void into(java.util.Properties read) throws IOException;
    }

    /** Adds what has been read, also up to a failure. */
    private void loadBy(Reading reading) throws IOException {
        java.util.Properties read = new java.util.Properties();
        try {
            reading.into(read);
        } finally {
            map.putAll(read);
        }
    }

    @Override
    public void load(Reader from) throws IOException {
        loadBy(read -> read.load(from));
    }

    @Override
    public void load(InputStream from) throws IOException {
        loadBy(read -> read.load(from));
    }

    @Override
    public void loadFromXML(InputStream from) throws IOException {
        java.util.Properties read = new java.util.Properties();
        read.loadFromXML(from);
        map.putAll(read);
    }

    @Override
    @Deprecated
    public void save(OutputStream to, String comments) {
        copy().save(to, comments);
    }

    @Override
    public void store(Writer to, String comments) throws IOException {
        copy().store(to, comments);
    }

    @Override
    public void store(OutputStream to, String comments) throws IOException {
        copy().store(to, comments);
    }

    @Override
    public void storeToXML(OutputStream to, String comment) throws IOException {
        copy().storeToXML(to, comment);
    }

    @Override
    public void storeToXML(OutputStream to, String comment, String encoding) throws IOException {
        copy().storeToXML(to, comment, encoding);
    }

    @Override
    public void storeToXML(OutputStream to, String comment, Charset charset) throws IOException {
        copy().storeToXML(to, comment, charset);
    }

    @Override
    public void list(PrintStream to) {
        wholeCopy().list(to);
    }

    @Override
    public void list(PrintWriter to) {
        wholeCopy().list(to);
    }

    // The map.

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public Enumeration<Object> keys() {
        return Collections.enumeration(keySet());
    }

    @Override
    public Enumeration<Object> elements() {
        return Collections.enumeration(map.values());
    }

    @Override
    public boolean contains(Object value) {
        return map.containsValue(value);
    }

    @Override
    public boolean containsValue(Object value) {
        return map.containsValue(value);
    }

    @Override
    public boolean containsKey(Object key) {
        return map.containsKey(key);
    }

    @Override
    public Object get(Object key) {
        return map.get(key);
    }

    @Override
    public Object put(Object key, Object value) {
        return map.put(key, value);
    }

    @Override
    public Object remove(Object key) {
        return map.remove(key);
    }

    @Override
    public void putAll(Map<?, ?> others) {
        map.putAll(others);
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Set<Object> keySet() {
        return ConcurrentHashMap.keySet(map);
    }

    @Override
    public Collection<Object> values() {
        return map.values();
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
        return map.entrySet();
    }

    @Override
    public Object getOrDefault(Object key, Object without) {
        return map.getOrDefault(key, without);
    }

    @Override
    public void forEach(BiConsumer<? super Object, ? super Object> action) {
        map.forEach(action);
    }

    @Override
    public void replaceAll(BiFunction<? super Object, ? super Object, ?> function) {
        map.replaceAll(function);
    }

    @Override
    public Object putIfAbsent(Object key, Object value) {
        return map.putIfAbsent(key, value);
    }

    @Override
    public boolean remove(Object key, Object value) {
        return map.remove(key, value);
    }

    @Override
    public boolean replace(Object key, Object before, Object value) {
        return map.replace(key, before, value);
    }

    @Override
    public Object replace(Object key, Object value) {
        return map.replace(key, value);
    }

    @Override
    public Object computeIfAbsent(Object key, Function<? super Object, ?> function) {
        return map.computeIfAbsent(key, function);
    }

    @Override
    public Object computeIfPresent(Object key, BiFunction<? super Object, ? super Object, ?> function) {
        return map.computeIfPresent(key, function);
    }

    @Override
    public Object compute(Object key, BiFunction<? super Object, ? super Object, ?> function) {
        return map.compute(key, function);
    }

    @Override
    public Object merge(Object key, Object value, BiFunction<? super Object, ? super Object, ?> function) {
        return map.merge(key, value, function);
    }

    @Override
    protected void rehash() {
        // The map grows by itself.
    }

    @Override
    public boolean equals(Object other) {
        return other == this || map.equals(other);
    }

    @Override
    public int hashCode() {
        return map.hashCode();
    }

    @Override
    public String toString() {
        return map.toString();
    }

    @Override
    public Object clone() {
        Properties clone = new Properties(otherwise);
        clone.map.putAll(map);
        return clone;
    }

    @Serial
    private Object writeReplace() {
        java.util.Properties written =
                otherwise == null ? new java.util.Properties() : new java.util.Properties(otherwise);
        written.putAll(map);
        return written;
    }
}
