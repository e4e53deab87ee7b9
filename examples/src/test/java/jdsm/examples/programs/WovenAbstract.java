package jdsm.examples.programs;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSequentialList;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import jdsm.SPMD;

/** Collections of the program's own that extend the JDK's abstract ones, and properties. Each line that it reports needs what all workers did. */
public final class WovenAbstract extends SPMD {
    private static final int TURNS = 50;

    private static final class Ring<T> extends AbstractList<T> {
        private Object[] items = new Object[4];
        private int first = 2;
        private int size;

        private int place(int index) {
            return (first + index) % items.length;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        @SuppressWarnings("unchecked")
        public T get(int index) {
            if (index < 0 || index >= size) {
                throw new IndexOutOfBoundsException(index);
            }
            return (T) items[place(index)];
        }

        @Override
        public T set(int index, T item) {
            T before = get(index);
            items[place(index)] = item;
            return before;
        }

        @Override
        public void add(int index, T item) {
            modCount++;
            if (size == items.length) {
                Object[] more = new Object[size * 2];
                for (int i = 0; i < size; i++) {
                    more[i] = get(i);
                }
                items = more;
                first = 0;
            }
            for (int i = size; i > index; i--) {
                items[place(i)] = items[place(i - 1)];
            }
            items[place(index)] = item;
            size++;
        }
    }

    private static final class Small<K, V> extends AbstractMap<K, V> {
        private final List<Map.Entry<K, V>> entries = new ArrayList<>();

        @Override
        public V put(K key, V value) {
            for (Map.Entry<K, V> entry : entries) {
                if (entry.getKey().equals(key)) {
                    return entry.setValue(value);
                }
            }
            entries.add(new SimpleEntry<>(key, value));
            return null;
        }

        @Override
        public Set<Map.Entry<K, V>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public int size() {
                    return entries.size();
                }

                @Override
                public Iterator<Map.Entry<K, V>> iterator() {
                    return entries.iterator();
                }
            };
        }
    }

    private static final class Linked extends AbstractSequentialList<Integer> {
        private final LinkedList<Integer> inner = new LinkedList<>();

        @Override
        public ListIterator<Integer> listIterator(int index) {
            return inner.listIterator(index);
        }

        @Override
        public int size() {
            return inner.size();
        }
    }

    /** What a program has read from a file. */
    private static final class Settings extends Properties {
        private static final long serialVersionUID = 1L;
        private int changes;

        @Override
        public synchronized Object setProperty(String key, String value) {
            changes++;
            return super.setProperty(key, value);
        }
    }

    private final Ring<String> ring = new Ring<>();
    private final List<Integer> linked = new Linked();
    private Small<String, Integer> map;
    private final Settings settings = new Settings();

    @Override
    public void start() {
        int w = worker();
        if (w == 0) {
            map = new Small<>();
        }
        barrier();
        for (int turn = 0; turn < TURNS; turn++) {
            synchronized (this) {
                ring.add(ring.size() / 2, "w" + w + "-" + turn);
                map.merge("k" + turn % 5, 1, Integer::sum);
                linked.add(w);
                settings.setProperty("k" + turn % 5, settings.getProperty("k" + turn % 5, "") + "x");
            }
        }
        barrier();
        synchronized (this) {
            report(w + " " + ring.size() + new TreeMap<>(map) + map.keySet().size()
                    + map.values().size() + linked.size() + new ArrayList<>(ring).equals(ring)
                    + ring.subList(0, 3).size() + ring.contains("w0-49"));
        }
        barrier();
        if (w == workers() - 1) {
            Collections.sort(ring);
            linked.clear();
            map.entrySet().removeIf(entry -> entry.getKey().equals("k0"));
        }
        barrier();
        report(w + " " + ring + linked + map.size() + map.containsKey("k0"));
        report(w + " " + settings + settings.changes + new TreeSet<>(settings.stringPropertyNames()));
    }
}
