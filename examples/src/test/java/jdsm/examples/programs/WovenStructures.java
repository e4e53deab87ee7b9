package jdsm.examples.programs;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.function.BinaryOperator;

/** Linked structures that workers build together under locks, and all go through. */
public final class WovenStructures extends CheckedProgram {
    /** Has the hash code that every object has. */
    static final class Node {
        final int id;
        Node[] next = {};

        Node(int id) {
            this.id = id;
        }

        synchronized void link(Node node) {
            next = Arrays.copyOf(next, next.length + 1);
            next[next.length - 1] = node;
        }
    }

    static final class Table<K, V> implements Iterable<V> {
        private static final class Entry<K, V> {
            private final K key;
            private V value;
            private Entry<K, V> next;

            private Entry(K key, V value, Entry<K, V> next) {
                this.key = key;
                this.value = value;
                this.next = next;
            }
        }

        private final Object lock = new Object();
        private Entry<K, V>[] entries = slots(2);
        private int size;

        @SuppressWarnings({"unchecked", "rawtypes"})
        private static <K, V> Entry<K, V>[] slots(int count) {
            return new Entry[count];
        }

        private int slot(Object key) {
            return (key.hashCode() & Integer.MAX_VALUE) % entries.length;
        }

        V get(K key) {
            synchronized (lock) {
                for (Entry<K, V> entry = entries[slot(key)]; entry != null; entry = entry.next) {
                    if (entry.key.equals(key)) {
                        return entry.value;
                    }
                }
                return null;
            }
        }

        void merge(K key, V value, BinaryOperator<V> both) {
            synchronized (lock) {
                for (Entry<K, V> entry = entries[slot(key)]; entry != null; entry = entry.next) {
                    if (entry.key.equals(key)) {
                        entry.value = both.apply(entry.value, value);
                        return;
                    }
                }
                if (size++ == entries.length) {
                    grow();
                }
                entries[slot(key)] = new Entry<>(key, value, entries[slot(key)]);
            }
        }

        private void grow() {
            Entry<K, V>[] old = entries;
            entries = slots(2 * old.length);
            for (Entry<K, V> chain : old) {
                Entry<K, V> entry = chain;
                while (entry != null) {
                    final Entry<K, V> following = entry.next;
                    entry.next = entries[slot(entry.key)];
                    entries[slot(entry.key)] = entry;
                    entry = following;
                }
            }
        }

        @Override
        public Iterator<V> iterator() {
            return new Iterator<V>() {
                private int slot = -1;
                private Entry<K, V> entry;

                @Override
                public boolean hasNext() {
                    while (entry == null && slot < entries.length - 1) {
                        entry = entries[++slot];
                    }
                    return entry != null;
                }

                @Override
                public V next() {
                    if (!hasNext()) {
                        throw new NoSuchElementException();
                    }
                    V value = entry.value;
                    entry = entry.next;
                    return value;
                }
            };
        }
    }

    private static final int NODES = 30;

    private Node[] nodes;
    private Table<Node, Integer> byNode;
    private Table<String, Node> byName;
    private Table<Integer, Integer> sums;
    private Node made;

    @Override
    void prepare() {
        nodes = new Node[NODES];
        for (int i = 0; i < NODES; i++) {
            nodes[i] = new Node(i);
        }
        byNode = new Table<>();
        byName = new Table<>();
        sums = new Table<>();
        byNode.merge(nodes[0], 5, Integer::sum);
    }

    @Override
    void compute() {
        for (int i = 0; i < NODES; i++) {
            if (isMine(i)) {
                byNode.merge(nodes[i], 3 * i, Integer::sum);
                byName.merge("node " + i, nodes[i], (one, other) -> other);
                sums.merge(i % 4, i, Integer::sum);
                nodes[i].link(nodes[(3 * i + 1) % NODES]);
                nodes[7 * i % NODES].link(nodes[i]);
            }
        }
        if (isMine(2)) {
            made = new Node(100);
            made.link(new Node(101));
            made.next[0].link(made);
            byNode.merge(made, 200, Integer::sum);
            byNode.merge(made.next[0], 201, Integer::sum);
        }
        barrier();
        int values = 0;
        for (int i = 0; i < NODES; i++) {
            values = 31 * values + byNode.get(nodes[i]);
            values = 31 * values + (byName.get("node " + i) == nodes[i] ? 1 : 0);
        }
        found("tables", values, byNode.get(made), byNode.get(made.next[0]), sums.get(0), sums.get(3), total());
        found("graph", reached(nodes[0]), made.next[0].next[0] == made);
        found(
                "names",
                made.toString()
                        .equals(byNode.getClass().getPackageName() + ".WovenStructures$Node@"
                                + Integer.toHexString(System.identityHashCode(made))));
    }

    private int total() {
        int total = 0;
        for (int value : byNode) {
            total += value;
        }
        return total;
    }

    private static int reached(Node from) {
        Set<Node> seen = new HashSet<>();
        Deque<Node> left = new ArrayDeque<>();
        left.add(from);
        int sum = 0;
        while (!left.isEmpty()) {
            Node node = left.remove();
            if (seen.add(node)) {
                for (Node next : node.next) {
                    sum += node.id * next.id;
                    left.add(next);
                }
            }
        }
        return 1000 * seen.size() + sum;
    }
}
