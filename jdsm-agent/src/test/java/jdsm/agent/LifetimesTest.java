package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What searches for unreachable objects must leave as it is. There is one behind each barrier. */
class LifetimesTest {
    private static final String HEAD = """
            public class P extends SPMD {
                static class Node {
                    int value;
                    int[] data;
                    Node next;
                    java.util.Optional<Node> link = java.util.Optional.empty();
                    String name;
                    Object lock = new Object();
                    @Local int own;

                    Node(int value) {
                        this.value = value;
                        data = new int[] {value, -value};
                        name = "node " + value;
                    }
                }

                record Held(int number, int[] data, Node node) {}

                static class Failed extends Exception {
                    int code;
                    Node node;

                    Failed(int code, Throwable cause) {
                        super("failed " + code, cause);
                        this.code = code;
                    }
                }

                Node shared;
                Throwable failure;
                Throwable others;
                Object any;
                Node other;
                Held held;
                long[] later;

                /** A method of its own, so that no local variable of {@code start} keeps the object. */
                int valueOfOther() {
                    return other.value;
                }

                static void check(boolean right, String what) {
                    if (!right) {
                        throw new AssertionError(what);
                    }
                }

                @Override
                public void start() throws Exception {
                    Node mine = null;
            """;

    private static void run(Protocol protocol, String body) {
        WovenRanks.Ended ended = CheckedJob.of(HEAD + body + "barrier();\nreport(\"done\");\n}\n}\n")
                .runFreeing(2, 1, protocol, "0");

        assertThat(ended.status()).as(ended.errors()).isZero();
        assertThat(ended.out()).hasSize(2);
    }

    /** Rank 1 has no valid copy of it, and rank 0, where its content is, does not reach it. */
    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void whatALocalVariableOfAnotherRankReaches(Protocol protocol) {
        run(protocol, """
                if (rank() == 0) {
                    shared = new Node(1);
                }
                barrier();
                if (rank() == 1) {
                    mine = shared;
                    check(mine.value == 1 && mine.next == null, "the first node");
                }
                barrier();
                if (rank() == 0) {
                    other = new Node(3);
                    other.next = new Node(4);
                }
                barrier();
                if (rank() == 1) {
                    check(valueOfOther() == 3, "known here, before the first refers to it");
                }
                barrier();
                if (rank() == 0) {
                    shared.value = 2;
                    shared.next = other;
                    shared = null;
                    other = null;
                }
                for (int i = 0; i < 5; i++) {
                    barrier();
                }
                if (rank() == 1) {
                    check(mine.value == 2 && mine.next.value == 3, "numbers");
                    check(mine.next.next.data[1] == -4 && mine.next.name.equals("node 3"), "values");
                    mine.next.next.next = mine;
                    other = mine;
                }
                barrier();
                check(other.next.next.next == other, "identity on both");
                """);
    }

    /** Its class extends Record, which has no state: another instance takes its place on rank 0. */
    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void aRecordThatALocalVariableOfAnotherRankReaches(Protocol protocol) {
        run(protocol, """
                Held first = null;
                Held second = null;
                if (rank() == 0) {
                    held = new Held(7, new int[] {1, 2}, new Node(3));
                }
                barrier();
                if (rank() == 1) {
                    first = held;
                }
                barrier();
                if (rank() == 0) {
                    held.data()[1] = 5;
                    held = new Held(8, held.data(), held.node());
                }
                barrier();
                if (rank() == 1) {
                    second = held;
                    check(second.number() == 8, "read before the search");
                    held = null;
                }
                for (int i = 0; i < 5; i++) {
                    barrier();
                }
                if (rank() == 1) {
                    check(first.number() == 7 && first.data()[1] == 5 && first.node().value == 3, "the first");
                    check(second.data() == first.data() && second.node() == first.node(), "the second");
                    held = first;
                }
                barrier();
                check(held.number() == 7 && held.data()[0] == 1 && held.node().data[1] == -3, "on both");
                check(held.equals(new Held(7, held.data(), held.node())), "equal");
                """);
    }

    /** What rank 0 has in a field of its own is there again when it gets the object again. */
    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void whatIsARanksOwnInAnObject(Protocol protocol) {
        run(protocol, """
                if (rank() == 0) {
                    shared = new Node(1);
                    shared.own = 17;
                }
                barrier();
                if (rank() == 1) {
                    mine = shared;
                    mine.own = 5;
                }
                int hash = shared.hashCode();
                barrier();
                shared = null;
                barrier();
                barrier();
                if (rank() == 1) {
                    other = mine;
                }
                barrier();
                check(other.own == (rank() == 0 ? 17 : 5), "own " + other.own);
                check(other.hashCode() == hash, "the hash code stays");
                check(other.value == 1, "the content stays");
                """);
    }

    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void locksOfObjectsThatOneRankReaches(Protocol protocol) {
        run(protocol, """
                if (rank() == 0) {
                    shared = new Node(1);
                }
                barrier();
                synchronized (shared.lock) {
                    shared.value++;
                }
                barrier();
                mine = shared;
                barrier();
                if (rank() == 0) {
                    mine = null;
                    shared = null;
                }
                barrier();
                barrier();
                if (rank() == 1) {
                    synchronized (mine.lock) {
                        mine.value++;
                    }
                    other = mine;
                }
                barrier();
                for (int i = 0; i < 50; i++) {
                    synchronized (other.lock) {
                        other.value++;
                    }
                }
                barrier();
                check(other.value == 1 + 2 + 1 + 100, "value " + other.value);
                """);
    }

    /** Each rank writes its part of an array that only locals reach. */
    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void anArrayOfManyUnitsThatAllReachByLocals(Protocol protocol) {
        run(protocol, """
                if (rank() == 1) {
                    later = new long[20_000];
                }
                barrier();
                long[] array = later;
                barrier();
                later = null;
                for (int round = 0; round < 4; round++) {
                    for (int i = rank() * 10_000; i < (rank() + 1) * 10_000; i++) {
                        array[i] += i;
                    }
                    barrier();
                    int at = (1 - rank()) * 10_000 + 7;
                    check(array[at] == (round + 1L) * at, "element " + array[at]);
                    barrier();
                }
                """);
    }

    /** Two ranks share the end of a list in turn, of which the first part becomes unreachable. */
    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void theEndOfAListWhoseFrontIsGone(Protocol protocol) {
        run(protocol, """
                if (rank() == 0) {
                    shared = new Node(0);
                }
                barrier();
                for (int i = 1; i < 40; i++) {
                    if (i % 2 == rank()) {
                        Node next = new Node(i);
                        shared.next = next;
                        shared = next;
                    }
                    barrier();
                }
                check(shared.value == 39 && shared.data[0] == 39 && shared.name.equals("node 39"), "the last");
                """);
    }

    /** A cycle that only optionals close, and objects that optionals alone keep. */
    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void objectsInOptionals(Protocol protocol) {
        run(protocol, """
                java.lang.ref.WeakReference<Node> gone = null;
                if (rank() == 0) {
                    shared = new Node(1);
                    shared.link = java.util.Optional.of(new Node(2));
                    shared.link.get().link = java.util.Optional.of(shared);
                    other = new Node(3);
                    other.link = java.util.Optional.of(new Node(4));
                    other.link.get().link = java.util.Optional.of(new Node(5));
                }
                barrier();
                check(shared.link.get().link.get() == shared && shared.link.get().value == 2, "the cycle");
                check(other.link.get().value == 4, "the second of a chain");
                gone = new java.lang.ref.WeakReference<>(shared);
                barrier();
                if (rank() == 1) {
                    shared = null;
                    mine = other;
                    other = null;
                }
                for (int i = 0; i < 5; i++) {
                    barrier();
                }
                check(gone.get() == null, "the cycle is freed");
                if (rank() == 1) {
                    check(mine.link.get().link.get().value == 5, "the last of the chain");
                    other = mine;
                    other.link.get().link.get().next = other;
                }
                barrier();
                check(other.link.get().link.get().next == other, "identity on both");
                """);
    }

    /** A cycle of objects that extend classes of the JDK without a state, or with one that each rank may have for itself. */
    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void objectsThatExtendAbstractCollections(Protocol protocol) {
        run(protocol, """
                class Two extends java.util.AbstractList<Object> {
                    private final Object[] items = new Object[2];
                    @Override public int size() { return 2; }
                    @Override public Object get(int index) { return items[index]; }
                    @Override public Object set(int index, Object item) { modCount++; Object old = items[index]; items[index] = item; return old; }
                }
                class Count extends Number {
                    private int value;
                    private Object of;
                    @Override public int intValue() { return value; }
                    @Override public long longValue() { return value; }
                    @Override public float floatValue() { return value; }
                    @Override public double doubleValue() { return value; }
                }
                if (rank() == 0) {
                    Two two = new Two();
                    Count count = new Count();
                    count.value = 5;
                    count.of = two;
                    two.set(0, count);
                    any = two;
                }
                barrier();
                check(((Count) ((Two) any).get(0)).intValue() == 5 && ((Count) ((Two) any).get(0)).of == any, "the cycle");
                java.lang.ref.WeakReference<Object> gone = new java.lang.ref.WeakReference<>(any);
                barrier();
                if (rank() == 1) {
                    any = null;
                }
                for (int i = 0; i < 5; i++) {
                    barrier();
                }
                check(gone.get() == null, "the cycle is freed");
                """);
    }

    /** A ring that only causes close, and exceptions that causes and suppressed exceptions alone keep. */
    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void causesAndSuppressedExceptions(Protocol protocol) {
        run(protocol, """
                java.lang.ref.WeakReference<Throwable> gone = null;
                Throwable kept = null;
                if (rank() == 0) {
                    Exception one = new Exception("one");
                    one.initCause(new Failed(2, one));
                    failure = one;
                    Failed last = new Failed(5, null);
                    Exception middle = new IllegalStateException("middle");
                    middle.addSuppressed(last);
                    others = new Failed(3, middle);
                    ((Failed) others).node = new Node(7);
                }
                barrier();
                check(failure.getCause().getCause() == failure && ((Failed) failure.getCause()).code == 2, "the ring");
                check(others.getCause().getSuppressed()[0].getMessage().equals("failed 5"), "the end of the chain");
                String frame = others.getStackTrace()[0].toString();
                gone = new java.lang.ref.WeakReference<>(failure);
                barrier();
                if (rank() == 1) {
                    failure = null;
                    kept = others;
                    others = null;
                }
                for (int i = 0; i < 5; i++) {
                    barrier();
                }
                check(gone.get() == null, "the ring is freed");
                if (rank() == 1) {
                    check(((Failed) kept.getCause().getSuppressed()[0]).code == 5, "the last of the chain");
                    others = kept;
                    failure = kept.getCause();
                    ((Failed) kept.getCause().getSuppressed()[0]).code = 6;
                }
                barrier();
                check(others.getCause() == failure && others.getMessage().equals("failed 3"), "identity on both");
                check(((Failed) failure.getSuppressed()[0]).code == 6 && ((Failed) others).node.value == 7, "contents");
                check(others.getStackTrace()[0].toString().equals(frame), "frames");
                """);
    }

    /** One thread stores, under a lock of the job, and one only reads. */
    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void objectsOfThreadsThatTheProgramHasStarted(Protocol protocol) {
        run(protocol, """
                if (rank() == 0) {
                    shared = new Node(0);
                    later = new long[5_000];
                    later[4_321] = 42;
                }
                barrier();
                Node counted = shared;
                long[] fixed = later;
                barrier();
                shared = null;
                java.util.concurrent.atomic.AtomicBoolean ends = new java.util.concurrent.atomic.AtomicBoolean();
                Thread writer = new Thread(() -> {
                    for (int i = 0; i < 100; i++) {
                        synchronized (counted.lock) {
                            counted.value++;
                        }
                    }
                });
                java.util.concurrent.CompletableFuture<Long> reader = java.util.concurrent.CompletableFuture.supplyAsync(() -> {
                    long wrong = 0;
                    while (!ends.get()) {
                        wrong += fixed[4_321] - 42;
                        wrong += fixed[1_234];
                    }
                    return wrong;
                });
                writer.start();
                for (int round = 0; round < 12; round++) {
                    if (round % 2 == rank()) {
                        later = new long[1_000 + round];
                        other = new Node(round);
                    }
                    barrier();
                    check(later.length == 1_000 + round && other.value == round, "round " + round);
                    barrier();
                }
                writer.join();
                ends.set(true);
                check(reader.get() == 0, "the array that only threads reach");
                barrier();
                check(counted.value == 200, "counted " + counted.value);
                """);
    }

    /** Each search is one after which values are described anew, and some are forgotten. */
    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void valuesThatManyContentsHaveOverManySearches(Protocol protocol) {
        WovenRanks.Ended ended = CheckedJob.of(HEAD + """
                if (rank() == 0 && all == null) {
                    all = new Object[60];
                }
                barrier();
                for (int round = 0; round < 14; round++) {
                    for (int i = 0; i < all.length; i++) {
                        if ((i + round) % workers() == worker()) {
                            synchronized (this) {
                                all[i] = value(i, round);
                            }
                        }
                    }
                    if (round % 3 == 0) {
                        barrier();
                    }
                    for (int i = worker(); i < all.length; i += 7) {
                        synchronized (this) {
                            Object now = all[i];
                            check(now == null || now.equals(value(i, round)) || now.equals(value(i, round - 1)),
                                    i + " in round " + round + ": " + now);
                        }
                    }
                    barrier();
                    for (int i = 0; i < all.length; i++) {
                        check(all[i].equals(value(i, round)), i + " after round " + round + ": " + all[i]);
                    }
                    barrier();
                }
                barrier();
                report("done");
                }

                Object[] all;

                /** Some are the same in each round, some come again after several. */
                static Object value(int i, int round) {
                    return switch (i % 4) {
                        case 0 -> "always " + i;
                        case 1 -> "again " + i + " " + round / 6 % 2;
                        case 2 -> java.util.Optional.of("in " + i + " " + round % 5);
                        default -> java.util.List.of((Object) ("one of " + i), round % 3).toString();
                    };
                }
                }
                """).runFreeing(3, 1, protocol, "0");

        assertThat(ended.status()).as(ended.errors()).isZero();
        assertThat(ended.out()).hasSize(3);
    }
}
