package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ==} on values that have travelled holds, as on one JVM; other comparisons stay instructions of the JVM. */
class IdentityPassTest {
    @TempDir
    private Path directory;

    private static final String SOURCE = """
            import java.util.concurrent.*;

            public class P extends SPMD {
                record Task(int n) {}
                record Odd(int n) {
                    @Override public boolean equals(Object o) { return this == o || o instanceof Odd other && other.n % 2 == n % 2; }
                    @Override public int hashCode() { return n % 2; }
                }
                interface Message {}
                record Text(String text) implements Message {}
                enum Kind { LAST { @Override int value() { return 7; } }; int value() { return 1; } }
                static class Node { Node next; }

                static final Task POISON = new Task(-1);
                static final Message END = new Text("end");

                final BlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
                final BlockingQueue<Message> messages = new ArrayBlockingQueue<>(100);
                final Object[] objects = new Object[8];
                String state; Integer number; Odd odd; Kind kind; Node node; Optional<Node> perhaps;
                final String[] results = new String[8];

                static <T> int indexOf(List<T> list, T wanted) {
                    for (int i = 0; i < list.size(); i++) { if (list.get(i) == wanted) { return i; } }
                    return -1;
                }

                public void start() throws Exception {
                    int me = worker();
                    if (me == 0) {
                        for (int i = 1; i <= 10; i++) { tasks.put(new Task(i)); messages.put(new Text("" + i)); }
                        for (int i = 0; i < workers(); i++) { tasks.put(POISON); messages.put(END); }
                        state = "ready"; number = 100_000; odd = new Odd(3); kind = Kind.LAST; node = new Node();
                        node.next = node; perhaps = Optional.of(node); objects[0] = "ready"; objects[1] = node; objects[2] = Kind.LAST;
                    }
                    barrier();
                    int sum = 0;
                    Task task;
                    while ((task = tasks.take()) != POISON) { sum += task.n(); }
                    int texts = 0;
                    for (Message next = messages.take(); END != next; next = messages.take()) { texts++; }
                    Integer same = 100_000;
                    StringBuilder text = new StringBuilder();
                    text.append(state == "ready").append(number == same).append(odd == new Odd(5)).append(odd != new Odd(5));
                    text.append(odd == new Odd(4)).append(kind == Kind.LAST).append(node.next == node).append(perhaps.get() == node);
                    text.append(objects[0] == (Object) "ready").append(objects[0] == objects[1]).append(objects[1] == node);
                    text.append(objects[2] == Kind.LAST).append(objects[3] == null).append(objects[3] == objects[4]);
                    text.append(indexOf(new ArrayList<>(List.of(new Task(1), new Task(2), POISON)), POISON));
                    text.append(state == null).append(odd.equals(odd)).append(new Odd(1).equals(new Task(1)));
                    results[me] = text.toString();
                    synchronized (this) { total += sum; count += texts; }
                }

                int total, count;

                public void finish() {
                    if (rank() == 0) {
                        report(total + " " + count);
                        for (int i = 0; i < workers(); i++) { report(results[i]); }
                    }
                }
            }
            """;

    @Test
    void valuesAreRecognisedOnEveryRank() {
        CheckedJob job = CheckedJob.of(SOURCE);
        for (Protocol protocol : new Protocol[] {Protocol.LAZY_RELEASE, Protocol.WRITE_UPDATE}) {
            WovenRanks.Ended ended = job.runUnchecked(3, 1, protocol);

            assertThat(ended.errors()).isEmpty();
            String each = "true".repeat(3) + "false" + "false" + "true".repeat(4) + "false" + "true".repeat(4) + "2"
                    + "false" + "true" + "false";
            assertThat(ended.out()).containsExactly("55 10", each, each, each);
        }
    }

    @Test
    void comparisonsOfSharedObjectsStayInstructions() {
        Program program = Program.compile(directory, """
                class C {
                    static class Node { Node next; }
                    enum Kind { A }
                    int of(Node a, Node b, Kind kind, Object any, int[] array, Object other, String text) {
                        int n = 0;
                        if (a == b) { n += 1; }
                        if (a.next != a) { n += 2; }
                        if (kind == Kind.A) { n += 4; }
                        if (any == a) { n += 8; }
                        if (any == array) { n += 16; }
                        if (text == any) { n += 32; }
                        if (other != any) { n += 64; }
                        return n;
                    }
                    public boolean equals(Object other) { return other == (Object) "me"; }
                }
                """).weave();

        assertThat(jumps(program.listing("C", "of"))).isEqualTo(5);
        assertThat(jumps(program.listing("C", "equals"))).isEqualTo(1);
    }

    private static long jumps(String listing) {
        return listing.lines().filter(line -> line.startsWith("IF_ACMP")).count();
    }
}
