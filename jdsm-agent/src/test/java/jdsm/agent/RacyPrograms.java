package jdsm.agent;

import java.util.ArrayList;
import java.util.List;

/** Programs with a data race as people write them, each with its twin that has none. */
final class RacyPrograms {
    /**
     * Two bodies of a class P that differ where it matters.
     *
     * @param found what the finding must name
     */
    record Pair(String name, String racy, String right, String found) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Pair> ALL = new ArrayList<>();

    private RacyPrograms() {}

    static List<Pair> all() {
        return ALL;
    }

    /** @param text with {@code {{racy|right}}} where they differ; {@code P} extends SPMD */
    private static void pair(String name, String found, String text) {
        ALL.add(new Pair(name, choose(text, 1), choose(text, 2), found));
    }

    private static String choose(String text, int which) {
        return text.replaceAll("(?s)\\{\\{(.*?)\\|\\|(.*?)\\}\\}", "$" + which);
    }

    static {
        pair("counter without a lock", "P.count", """
                public class P extends SPMD {
                    int count;
                    public void start() {
                        for (int i = 0; i < 10; i++) { {{ count++; || synchronized (this) { count++; } }} }
                    }
                }""");
        pair("flag that is not volatile", "P.data", """
                public class P extends SPMD {
                    int data; {{ int ready; || volatile int ready; }}
                    public void start() {
                        if (worker() == 0) { data = 42; ready = 1; }
                        else { int got = ready; {{ || while (ready == 0) { Thread.onSpinWait(); } }} got += data; }
                    }
                }""");
        pair("missing barrier", "P.a[", """
                public class P extends SPMD {
                    int[] a = new int[10]; @Local int sum;
                    public void start() {
                        a[worker()] = worker() + 1;
                        {{ || barrier(); }}
                        for (int i = 0; i < workers(); i++) { sum += a[i]; }
                    }
                }""");
        pair("double-checked locking", "P.instance", """
                class Config { int value = 7; }
                public class P extends SPMD {
                    Config instance; @Local int got;
                    Config get() {
                        {{ if (instance == null) { synchronized (this) { if (instance == null) { instance = new Config(); } } }
                        return instance; || synchronized (this) { if (instance == null) { instance = new Config(); } return instance; } }}
                    }
                    public void start() { got = get().value; }
                }""");
        pair("lost update by two locks", "P.total", """
                public class P extends SPMD {
                    final Object one = new Object(); final Object other = new Object(); int total;
                    public void start() {
                        Object lock = {{ worker() == 0 ? one : other || one }};
                        synchronized (lock) { total += worker(); }
                    }
                }""");
        pair("read outside of the lock", "P.size", """
                public class P extends SPMD {
                    int size; @Local int seen;
                    synchronized void add() { size++; }
                    {{ || synchronized }} int size() { return size; }
                    public void start() { if (worker() == 0) { add(); } else { seen = size(); } }
                }""");
        pair("neighbours without a barrier", "P.grid[", """
                public class P extends SPMD {
                    double[][] grid = new double[12][40];
                    public void start() {
                        int from = 1 + 10 * worker() / workers(), to = 1 + 10 * (worker() + 1) / workers();
                        for (int round = 0; round < 3; round++) {
                            for (int half = 0; half < 2; half++) {
                                for (int i = from; i < to; i++) {
                                    for (int j = 1 + (i + half & 1); j < 39; j += 2) {
                                        grid[i][j] = grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + grid[i][j + 1];
                                    }
                                }
                                {{ || barrier(); }}
                            }
                        }
                    }
                }""");
        pair("publication of an object without synchronisation", "P.head", """
                class Node { int value; Node(int value) { this.value = value; } }
                public class P extends SPMD {
                    Node head; @Local int got;
                    public void start() {
                        if (worker() == 0) { {{ head = new Node(3); || synchronized (this) { head = new Node(3); } }} }
                        else { Node seen; {{ seen = head; || synchronized (this) { seen = head; } }}
                            if (seen != null) { got = seen.value; } }
                    }
                }""");
        pair("element beside Arrays.fill", "P.a[", """
                public class P extends SPMD {
                    int[] a = new int[100];
                    public void start() {
                        if (worker() == 0) { Arrays.fill(a, 0, {{ 51 || 50 }}, 1); } else if (worker() == 1) { a[50] = 2; }
                    }
                }""");
        pair("racy reduction", "P.sum", """
                public class P extends SPMD {
                    double[] x = new double[1000]; double sum;
                    public void start() {
                        int n = x.length, from = n * worker() / workers(), to = n * (worker() + 1) / workers();
                        double mine = 0;
                        for (int i = from; i < to; i++) { x[i] = i; {{ sum += x[i]; || mine += x[i]; }} }
                        {{ || synchronized (this) { sum += mine; } }}
                    }
                }""");
        pair("lock of the wrong object", "Account.balance", """
                class Account { int balance = 100; }
                public class P extends SPMD {
                    Account[] accounts = {new Account(), new Account(), new Account()};
                    public void start() {
                        Account a = accounts[{{ worker() & 1 || 0 }}];
                        synchronized (a) { accounts[2].balance -= 10; }
                    }
                }""");
        pair("lock that each rank has of its own", "P.n", """
                public class P extends SPMD {
                    {{ @Local Object lock = new Object(); || final Object lock = new Object(); }} int n;
                    public void start() { synchronized (lock) { n++; } }
                }""");
        pair("state that is set and looked at before the lock", "P.full", """
                public class P extends SPMD {
                    boolean full; int item; @Local int got;
                    public void start() throws Exception {
                        if (worker() == 0) { {{ full = true; || }} synchronized (this) { item = 5; full = true; notifyAll(); } }
                        else { {{ if (full) { got = 1; } || }} synchronized (this) { if (!full) { wait(50); } if (full) { got = item; } } }
                    }
                }""");
        pair("queue whose size is looked at outside", "Queue.count", """
                class Queue {
                    int[] items = new int[16]; int count;
                    synchronized void put(int item) { items[count++] = item; }
                    {{ || synchronized }} boolean isEmpty() { return count == 0; }
                }
                public class P extends SPMD {
                    Queue queue = new Queue(); @Local boolean empty;
                    public void start() { if (worker() == 0) { queue.put(1); } else { empty = queue.isEmpty(); } }
                }""");
        pair("list walked while it grows", "Node.next", """
                class Node { Node next; int value; }
                public class P extends SPMD {
                    Node first = new Node(); @Local int sum;
                    void add() { synchronized (first) { Node made = new Node(); made.value = 1; made.next = first.next; first.next = made; } }
                    void walk() { for (Node at = first; at != null; at = at.next) { sum += at.value; } }
                    public void start() {
                        if (worker() == 0) { add(); }
                        else { {{ walk(); || synchronized (first) { walk(); } }} }
                    }
                }""");
        pair("bounds that overlap by one", "P.x[", """
                public class P extends SPMD {
                    double[] x = new double[101];
                    public void start() {
                        int n = 100, from = n * worker() / workers(), to = n * (worker() + 1) / workers();
                        for (int i = from; {{ i <= to || i < to }}; i++) { x[i] = worker(); }
                    }
                }""");
        pair("swap of buffers by one worker", "P.now", """
                public class P extends SPMD {
                    double[] now = new double[64], next = new double[64];
                    public void start() {
                        for (int step = 0; step < 3; step++) {
                            for (int i = worker(); i < 64; i += workers()) { next[i] = now[i] + 1; }
                            barrier();
                            if (worker() == 0) { double[] old = now; now = next; next = old; }
                            {{ || barrier(); }}
                        }
                    }
                }""");
        pair("result of another worker's statistics", "Stats.max", """
                class Stats { int max; int min; }
                public class P extends SPMD {
                    Stats stats = new Stats();
                    void offer(int v) { {{ if (v > stats.max) { synchronized (stats) { stats.max = v; } }
                        || synchronized (stats) { if (v > stats.max) { stats.max = v; } } }} }
                    public void start() { offer(worker() + 1); }
                }""");
        pair("copy of a range that is being written", "P.a[", """
                public class P extends SPMD {
                    int[] a = new int[200]; @Local int[] copy = new int[100];
                    public void start() {
                        if (worker() == 0) { for (int i = 90; i < 110; i++) { a[i] = i; } }
                        else { System.arraycopy(a, {{ 10 || 110 }}, copy, 0, 90); }
                    }
                }""");
        pair("sort of a part and a read of it", "P.a[", """
                public class P extends SPMD {
                    int[] a = new int[64]; @Local int got;
                    public void start() {
                        if (worker() == 0) { Arrays.sort(a, 0, 32); } else { got = a[{{ 31 || 32 }}]; }
                    }
                }""");
        pair("volatile array whose elements are not", "P.slots[", """
                public class P extends SPMD {
                    {{ volatile int[] slots || @VolatileElements int[] slots }} = new int[4]; @Local int got;
                    public void start() { if (worker() == 0) { slots[1] = 9; } else { got = slots[1]; } }
                }""");
        pair("finish before others are read", "P.results[", """
                public class P extends SPMD {
                    long[] results = new long[8]; @Local long total;
                    public void start() {
                        results[worker()] = worker();
                        {{ if (worker() == 0) { for (long r : results) { total += r; } } || }}
                    }
                    public void finish() { if (rank() == 0) { for (long r : results) { total += r; } } }
                }""");
        pair("clone of what another writes", "P.a[", """
                public class P extends SPMD {
                    int[] a = new int[32]; @Local int[] mine;
                    public void start() {
                        if (worker() == 0) { {{ a[3] = 1; || synchronized (this) { a[3] = 1; } }} }
                        else { {{ mine = a.clone(); || synchronized (this) { mine = a.clone(); } }} }
                    }
                }""");
        pair("counter of class and of object", "P.n", """
                public class P extends SPMD {
                    int n;
                    public void start() {
                        if (worker() == 0) { synchronized (P.class) { n++; } }
                        else { synchronized ({{ this || P.class }}) { n++; } }
                    }
                }""");
        pair("checksum of what another writes", "P.bytes[", """
                public class P extends SPMD {
                    byte[] bytes = new byte[100]; double[] x = new double[500]; double[] y = new double[500]; @Local long sum;
                    void kernel(double[] in, double[] out, int from, int to) {
                        for (int i = from; i < to; i++) { out[i] = in[i] + 1; }
                        for (int i = from; i < to; i++) { out[i] = in[i] * out[i]; }
                        for (int i = from; i < to; i++) { out[i] = in[i] / (1 + out[i]); }
                    }
                    public void start() {
                        kernel(x, y, 500 * worker() / workers(), 500 * (worker() + 1) / workers());
                        java.util.zip.CRC32 crc = new java.util.zip.CRC32();
                        crc.update(bytes); sum = crc.getValue();
                        {{ if (worker() == 0) { bytes[3] = 1; } || barrier(); if (worker() == 0) { bytes[3] = 1; } }}
                    }
                }""");
        pair("object that is written behind its publication", "Node.value", """
                class Node { int value; int[] more = new int[3]; Node next; }
                public class P extends SPMD {
                    Node head; @Local int got;
                    public void start() {
                        if (worker() == 0) {
                            Node made = new Node(); made.next = new Node();
                            {{ || made.next.value = 5; }}
                            synchronized (this) { head = made; }
                            {{ made.next.value = 5; || }}
                        } else {
                            synchronized (this) { if (head != null) { got = head.next.value; } }
                            synchronized (this) { while (head == null) { try { wait(5); } catch (InterruptedException e) { } } }
                            {{ got = head.next.value; || synchronized (this) { got = head.next.value; } }}
                        }
                    }
                }""");
        pair("different fields and the same", "Both.left", """
                class Both { int left; int right; }
                public class P extends SPMD {
                    Both both = new Both();
                    public void start() { if (worker() == 0) { both.left = 1; } else if (worker() == 1) { both.{{ left || right }} = 1; } }
                }""");
    }
}
