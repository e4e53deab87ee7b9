package jdsm.agent;

import java.util.List;
import java.util.Random;

/**
 * A random program that has the JDK work on shared arrays: one worker at a time, between barriers, while the others synchronise, and
 * with callbacks that synchronise. Its result is the same for any number of ranks.
 */
final class RandomCalls {
    private static final int STEPS = 60;

    /** Made by one worker; FROM and TO are a range within the arrays, K is a number. */
    private static final List<String> STEPS_OF_ONE = List.of(
            "Arrays.setAll(ints, i -> ints[i] * 3 + bump(K));",
            "Arrays.setAll(longs, i -> longs[i] + bump(i));",
            "Arrays.parallelSetAll(reals, i -> reals[i] + bump(K));",
            "Arrays.setAll(boxed, i -> boxed[i] + bump(K));",
            "Arrays.sort(boxed, (a, b) -> bump(a) - b);",
            "Arrays.sort(boxed, FROM, TO, Comparator.comparing(a -> -bump(a)));",
            "Arrays.parallelSort(boxed, (a, b) -> b - a);",
            "Arrays.sort(items);",
            "Arrays.sort(items, FROM, TO);",
            "Arrays.sort(ints, FROM, TO); Arrays.sort(reals);",
            "Arrays.parallelPrefix(ints, FROM, TO, (a, b) -> a ^ b);",
            "Arrays.parallelPrefix(longs, Long::sum); Arrays.parallelSort(longs);",
            "Arrays.asList(boxed).replaceAll(v -> v + bump(K));",
            "Collections.reverse(Arrays.asList(boxed)); Collections.shuffle(Arrays.asList(items), new Random(K));",
            "List<Integer> all = new ArrayList<>(); Collections.addAll(all, boxed); add(all.hashCode());",
            "List<Item> all = new ArrayList<>(Arrays.asList(items)); all.sort(null); all.toArray(items);",
            "add(Arrays.hashCode(items)); add(Arrays.toString(items).hashCode());",
            "add(Arrays.deepToString(new Object[] {ints, rows, items}).hashCode()); add(Arrays.deepHashCode(rows));",
            "Arrays.fill(ints, FROM, TO, K); Filler f = Arrays::fill; f.fill(rows[K % rows.length], K);",
            "ints = Arrays.copyOf(ints, ints.length); rows[1] = Arrays.copyOfRange(ints, FROM, TO);",
            "System.arraycopy(bytes, FROM, bytes, 0, TO - FROM);",
            "new Random(K).nextBytes(bytes); reals = new Random(K).doubles(SIZE).toArray();",
            "in(new byte[] {1, 2, 3, (byte) K}).read(bytes, FROM, TO - FROM);",
            "new java.io.DataInputStream(in(new byte[SIZE])).readFully(bytes, FROM, TO - FROM);",
            "new java.io.DataInputStream(new Slow(K)).readFully(bytes, FROM, TO - FROM);",
            "var d = java.security.MessageDigest.getInstance(\"SHA-256\"); d.update(bytes, FROM, TO - FROM);"
                    + " d.digest(bytes, 0, 32);",
            "var c = new java.util.zip.CRC32(); c.update(bytes); add((int) c.getValue());",
            "cipher().doFinal(bytes, 0, 32, bytes, 16);",
            "cipher().update(bytes, 0, 16, bytes);",
            "var z = new java.util.zip.Deflater(); z.setInput(new byte[] {(byte) K, 2}); z.finish(); z.deflate(bytes);"
                    + " z.end();",
            "var out = new java.io.ByteArrayOutputStream(); out.write(bytes, FROM, TO - FROM); bytes[0] = (byte) out.size();",
            "var b = java.nio.ByteBuffer.allocate(SIZE); b.put(bytes, FROM, TO - FROM); b.flip(); b.get(bytes, 0, TO - FROM);",
            "add(new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).hashCode());",
            "\"someText\".getChars(0, 8, chars, FROM % 8); add(new String(chars, 1, 9).hashCode());",
            "add(String.format(\"%s %s %d\", boxed[FROM], items[K % SIZE], ints[K % SIZE]).hashCode());",
            "add(Arrays.stream(ints, FROM, TO).map(i -> bump(i)).sum()); add((int) Arrays.stream(longs).sum());",
            "add(Stream.of(boxed).mapToInt(i -> bump(i)).sum()); add(IntStream.of(ints).max().getAsInt());",
            "add(Arrays.stream(items).mapToInt(i -> i.value).parallel().sum());",
            "Object[] sorted = items.clone(); Arrays.sort(sorted); add(Arrays.binarySearch(sorted, items[K % SIZE]));",
            "Arrays.sort(items); add(Arrays.binarySearch(items, items[K % SIZE], Comparator.comparing(i -> bump(i.value))));",
            "Item copy = items[FROM].copy(); copy.value += 1000; items[TO - 1] = copy.copy();",
            "items[FROM].part = new Item(2); items[FROM].part.value += K; Item copy = items[FROM].copy(); copy.part = new Item(K); add(items[FROM].part.value);",
            "boxed = List.of(boxed).toArray(new Integer[0]);",
            "ints = ((int[][]) ((List<?>) serialised(false, new ArrayList<>(List.of(3, new int[][] {ints, rows[0]})))).get(1))[0];",
            "add(Arrays.hashCode(((Kept) ((Map<?, ?>) serialised(true, Map.of(1, new Kept(reals)))).get(1)).part()));",
            "add(Objects.hash((Object[]) boxed)); add(Arrays.equals(boxed, FROM, TO, boxed, FROM, TO) ? 1 : 2);",
            "add(Arrays.mismatch(items, items.clone())); add(Arrays.compare(items, new Item[] {items[0]}));");

    /** Made by all workers: something before a barrier, a change by one worker, something behind. */
    private static final List<String[]> STEPS_OF_ALL = List.of(
            new String[] {
                "IntStream s = Arrays.stream(ints, FROM, TO);", "ints[FROM] += K;", "check(s.sum(), loop(FROM, TO));"
            },
            new String[] {"List<Integer> l = Arrays.asList(boxed);", "boxed[FROM] = K;", "check(l.get(FROM), K);"},
            new String[] {"List<Integer> l = Arrays.asList(boxed);", "l.set(FROM, K + 1);", "check(boxed[FROM], K + 1);"
            },
            new String[] {
                "Spliterator.OfLong s = Arrays.spliterator(longs, FROM, TO);",
                "longs[FROM] = K;",
                "s.tryAdvance((long v) -> check((int) v, K));"
            },
            new String[] {
                "Iterator<Item> i = Stream.of(items).iterator(); i.next();",
                "items[1] = new Item(K);",
                "check(i.next().value, K);"
            },
            new String[] {
                "Item copy = items[FROM].copy();",
                "items[FROM].value = K;",
                "copy.value = -1; check(items[FROM].value, K);"
            },
            new String[] {
                "ToIntFunction<Object> f = System::identityHashCode; int h = f.applyAsInt(ints);",
                "hash = f.applyAsInt(ints);",
                "check(h, hash);"
            });

    private static final String FRAME = """
            import java.util.*;
            import java.util.function.*;
            import java.util.stream.*;
            import jdsm.*;
            class Item implements Comparable<Item>, Cloneable {
                int value; Item part;
                Item(int value) { this.value = value; }
                Item copy() { try { return (Item) clone(); } catch (CloneNotSupportedException e) { throw new Error(e); } }
                @Override public synchronized int compareTo(Item other) { return value - other.value; }
                @Override public synchronized boolean equals(Object o) { return o instanceof Item i && i.value == value; }
                @Override public synchronized int hashCode() { return value; }
                @Override public synchronized String toString() { return "i" + value; }
            }
            interface Filler { void fill(int[] a, int v); }
            class Calls extends SPMD {
                static final int SIZE = 64;
                int[] ints = new int[SIZE];
                long[] longs = new long[SIZE];
                double[] reals = new double[SIZE];
                byte[] bytes = new byte[SIZE];
                char[] chars = new char[16];
                Integer[] boxed = new Integer[SIZE];
                Item[] items = new Item[SIZE];
                int[][] rows = new int[4][8];
                int bumps, sum, errors, hash, spins;
                synchronized int bump(int v) { bumps++; return v; }
                synchronized void add(int v) { sum = sum * 31 + v; }
                synchronized void check(int v, int w) { if (v != w) { errors++; } }
                int loop(int from, int to) { int s = 0; for (int i = from; i < to; i++) { s += ints[i]; } return s; }
                java.io.InputStream in(byte[] b) { return new java.io.ByteArrayInputStream(b.clone()); }
                class Slow extends java.io.InputStream {
                    int next;
                    Slow(int next) { this.next = next; }
                    @Override public int read() { return bump(next++ & 127); }
                }
                record Kept(double[] part) implements java.io.Serializable {}
                class Sink extends java.io.ByteArrayOutputStream {
                    @Override public void write(byte[] b, int from, int n) { bump(n); super.write(b, from, n); }
                }
                class Own extends java.io.ObjectOutputStream {
                    Own(java.io.OutputStream out) throws java.io.IOException { super(out); enableReplaceObject(true); }
                    @Override protected Object replaceObject(Object o) throws java.io.IOException {
                        bump(1);
                        return super.replaceObject(o);
                    }
                }
                Object serialised(boolean own, Object o) throws Exception {
                    Sink sink = new Sink();
                    try (var out = own ? new Own(sink) : new java.io.ObjectOutputStream(sink)) { out.writeObject(o); }
                    return new java.io.ObjectInputStream(in(sink.toByteArray())).readObject();
                }
                static javax.crypto.Cipher cipher() throws Exception {
                    var c = javax.crypto.Cipher.getInstance("AES/ECB/NoPadding");
                    c.init(1, new javax.crypto.spec.SecretKeySpec(new byte[16], "AES"));
                    return c;
                }
                @Override public void initialize() {
                    for (int i = 0; i < SIZE; i++) {
                        boxed[i] = i * 7 % SIZE; items[i] = new Item(i * 11 % SIZE); items[i].part = new Item(i);
                    }
                }
                void others(int step) { for (int i = 0; i < 20; i++) { synchronized (this) { spins++; } } }
                @Override public void start() throws Exception {
            STEPS
                }
                @Override public void finish() {
                    if (rank() == 0) {
                        int digest = Arrays.hashCode(ints) ^ Arrays.hashCode(longs) ^ Arrays.hashCode(reals)
                            ^ Arrays.hashCode(bytes) ^ Arrays.hashCode(chars) ^ Arrays.hashCode(boxed)
                            ^ Arrays.hashCode(items) ^ Arrays.deepHashCode(rows);
                        System.out.println("digest " + digest + " sum " + sum + " bumps " + bumps + " errors " + errors);
                    }
                }
            }
            """;

    private RandomCalls() {}

    /** The program's source; its class is {@code Calls}. */
    static String source(long seed) {
        Random random = new Random(seed);
        StringBuilder steps = new StringBuilder();
        StringBuilder methods = new StringBuilder();
        for (int step = 0; step < STEPS; step++) {
            int from = random.nextInt(16);
            int to = 48 + random.nextInt(16);
            int number = random.nextInt(50);
            boolean ofAll = random.nextInt(4) == 0;
            String[] parts = ofAll
                    ? STEPS_OF_ALL.get(random.nextInt(STEPS_OF_ALL.size()))
                    : new String[] {"", STEPS_OF_ONE.get(random.nextInt(STEPS_OF_ONE.size())), ""};
            String mine = "if (worker() == " + random.nextInt(6) + " % workers()) { " + parts[1] + " } else { others("
                    + step + "); }";
            String body = parts[0] + "\nbarrier();\n" + mine + "\nbarrier();\n" + parts[2] + "\nbarrier();\n";
            methods.append("void step")
                    .append(step)
                    .append("() throws Exception {\n")
                    .append(body.replace("FROM", Integer.toString(from))
                            .replace("TO", Integer.toString(to))
                            .replaceAll("\\bK\\b", Integer.toString(number)))
                    .append("}\n");
            steps.append("step").append(step).append("();\n");
        }
        return FRAME.replace("STEPS", steps).replace("void others(int step)", methods + "void others(int step)");
    }
}
