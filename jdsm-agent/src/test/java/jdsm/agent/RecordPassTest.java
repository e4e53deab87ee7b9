package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records of values travel as values; other records are objects, with the methods that the compiler leaves to the JDK. */
class RecordPassTest {
    private static final String SOURCE = """
            public class P extends SPMD {
                record Empty() {}
                record All(boolean z, byte b, short s, char c, int i, long l, float f, double d, String t, int[] a, Object o) {}
                record Link(int n, Cell cell, Link next) implements Comparable<Link> {
                    static int made;
                    Link { if (n < 0) { throw new IllegalArgumentException(); } }
                    public int compareTo(Link other) { return Integer.compare(n, other.n); }
                    synchronized void add(int by) { cell.n += by; }
                }
                record Two<A, B>(A first, B second) {}
                record Point(int x, int y) {}
                static class Cell { int n; Object any; Cell(int n) { this.n = n; } }

                Link link; Link[] links = new Link[8]; Two<Cell, Point> two; All all, same; int[] data = {1, 2};
                Map<Two<String, Integer>, Link> byKey = new HashMap<>(); String[] texts = new String[8];

                public void initialize() {
                    Cell cell = new Cell(1);
                    link = new Link(1, cell, new Link(2, new Cell(2), null));
                    two = new Two<>(cell, new Point(3, 4));
                }

                public void start() {
                    int me = worker(), all = workers();
                    for (int i = 0; i < 5; i++) { link.add(1); link.next().add(1); }
                    barrier();
                    links[me] = new Link(me, new Cell(10 * me), link);
                    if (me == all - 1) {
                        two = new Two<>(link.cell(), new Point(5, 6));
                        this.all = new All(true, (byte) 1, (short) 2, 'c', 3, 4L, Float.NaN, -0.0, "t", data, link);
                        same = new All(true, (byte) 1, (short) 2, 'c', 3, 4L, Float.NaN, -0.0, "t", data, link);
                    }
                    synchronized (byKey) { byKey.put(new Two<>("k", me), links[me]); }
                    barrier();
                    if (me == all - 1) { links[0].cell().any = new Two<>(new int[] {7}, links[me]); }
                    barrier();
                    Link next = links[(me + 1) % all];
                    StringBuilder text = new StringBuilder();
                    text.append(next.n()).append(' ').append(next.cell().n).append(' ').append(next.next() == link).append(' ');
                    text.append(two.equals(new Two<>(link.cell(), new Point(5, 6)))).append(' ').append(two.second()).append(' ');
                    text.append(this.all.equals(same)).append(this.all.hashCode() == same.hashCode()).append(' ');
                    text.append(this.all.equals(new All(true, (byte) 1, (short) 2, 'c', 3, 4L, Float.NaN, 0.0, "t", data, link)));
                    text.append(' ').append(byKey.get(new Two<>("k", (me + 1) % all)) == next).append(' ').append(new Empty());
                    text.append(new Empty().equals(new Empty())).append(new Empty().hashCode()).append(' ');
                    text.append(next.compareTo(link)).append(' ').append(new Two<>(next.n(), "x")).append(' ').append(link.cell().n);
                    text.append(' ').append(((int[]) ((Two<?, ?>) links[0].cell().any).first())[0]).append(two.equals(null));
                    text.append(' ').append(new Two<>(1.5f, (Object) null)).append(' ').append(new Two<>(null, 'c').hashCode());
                    texts[me] = text.toString();
                }

                public void finish() { if (rank() == 0) { for (int i = 0; i < workers(); i++) { report(texts[i]); } } }
            }
            """;

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"LAZY_RELEASE", "AUTO", "WRITE_INVALIDATE", "WRITE_UPDATE"})
    void recordsWithObjectsAreObjects(Protocol protocol) {
        CheckedJob job = CheckedJob.of(SOURCE);
        WovenRanks.Ended plain = job.runPlain(3);
        WovenRanks.Ended shared = job.runUnchecked(3, 1, protocol);

        assertThat(plain.errors()).isEmpty();
        assertThat(shared.errors()).isEmpty();
        assertThat(shared.out()).isEqualTo(plain.out()).hasSize(3);
        assertThat(plain.out().get(0))
                .startsWith("1 10 true true Point[x=5, y=6] truetrue false true Empty[]true0 0 Two[");
    }

    /** As values, the list would need a frame for each of its cells, and the tree 2^40 nodes. */
    @Test
    void recordsThatContainTheirOwnTypeAreObjects() {
        CheckedJob job = CheckedJob.of("""
                public class P extends SPMD {
                    record Cell(int n, Cell next) {}
                    record Tree(Tree left, Tree right) {}
                    record Here(int n, There there) {}
                    record There(Here here) {}
                    record Around(Here here) {}
                    Cell list;
                    Tree tree;
                    Around around;
                    final String[] texts = new String[8];

                    public void start() {
                        if (worker() == 0) {
                            for (int i = 0; i < 4000; i++) { list = new Cell(i, list); }
                            for (int i = 0; i < 40; i++) { tree = new Tree(tree, tree); }
                            around = new Around(new Here(1, new There(new Here(2, null))));
                        }
                        barrier();
                        long sum = 0;
                        for (Cell cell = list; cell != null; cell = cell.next()) { sum += cell.n(); }
                        int depth = 0;
                        for (Tree at = tree; at != null; at = at.left()) { depth += at.left() == at.right() ? 1 : 1000; }
                        texts[worker()] = sum + " " + depth + " " + around;
                    }

                    public void finish() { if (rank() == 0) { for (int i = 0; i < workers(); i++) { report(texts[i]); } } }
                }
                """);
        WovenRanks.Ended ended = job.runUnchecked(2, 1, Protocol.LAZY_RELEASE);

        assertThat(ended.errors()).isEmpty();
        String text = "7998000 40 Around[here=Here[n=1, there=There[here=Here[n=2, there=null]]]]";
        assertThat(ended.out()).containsExactly(text, text);
    }

    @Test
    void thereIsNoAccessWithoutACheck() {
        WovenRanks.Ended ended = CheckedJob.of(SOURCE).run(2, 2);

        assertThat(ended.status()).as(ended.errors()).isZero();
        assertThat(ended.errors()).contains("no races, no soundness holes");
    }
}
