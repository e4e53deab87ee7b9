package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A program with every sort of shared content goes on from checkpoints. */
@Tag("once")
class CheckpointedGraphTest extends CheckpointedJobs {
    /**
     * Every sort of shared content. What a step does to an item does not depend on the worker that does it, so the digest
     * at the end is the same for any number of workers.
     */
    private static final String GRAPH = """
            public class P extends SPMD {
                enum Colour { RED, GREEN, BLUE }
                record Pair(int a, String b) {}
                record Held(int a, int[] data, Node node) {}
                interface Rule { int of(int x); }
                static class Node {
                    final int id;
                    Node next;
                    Object any;
                    Optional<Node> link = Optional.empty();
                    String name;
                    Colour colour = Colour.RED;
                    Integer boxed;
                    int[] data;
                    volatile int hot;
                    boolean flag;
                    byte small;
                    float real;
                    Node(int id, int step) {
                        this.id = id;
                        name = "node " + id + " of " + step;
                        data = new int[] {id, step};
                        boxed = id * 1000 + step;
                    }
                }
                static class Special extends Node {
                    double[] more = {1, 2, 3};
                    Special(int id, int step) { super(id, step); }
                }
                static long total;
                static int[] counts = new int[7];
                static final int ITEMS = 24;
                static final int STEPS = 14;

                double[] large = new double[60_000];
                int[][] rows = new int[ITEMS][50];
                Node[] nodes = new Node[ITEMS];
                Object[] mixed = new Object[ITEMS];
                Node ring;
                Held held;
                Map<String, Integer> words = new HashMap<>();
                Map<Object, Integer> byIdentity = new HashMap<>();
                List<Node> list = new ArrayList<>();
                Rule rule;
                String text = "begin";
                volatile long seen;
                char letter = 'a';
                @Local int mine;
                @Local double[] view;

                @Override
                public void initialize() {
                    view = large;
                    mine = rank() + 1;
                }

                @Override
                public void start() {
                    int workers = workers();
                    for (int step = resumeFrom("step", 0); step < STEPS; step++) {
                        for (int i = worker(); i < ITEMS; i += workers) {
                            item(i, step);
                        }
                        int from = (int) ((long) view.length * worker() / workers);
                        int to = (int) ((long) view.length * (worker() + 1) / workers);
                        for (int i = from; i < to; i++) {
                            view[i] = view[i] * 0.5 + i * (step + 1);
                        }
                        barrier();
                        if (worker() == step % workers) {
                            alone(step);
                        }
                        barrier();
                    }
                    if (worker() == 0) {
                        report("digest " + digest() + " with " + mine);
                    }
                }

                void item(int i, int step) {
                    Node made = i % 3 == 0 ? new Special(i, step) : new Node(i, step);
                    made.next = nodes[i];
                    if (made.next != null && step % 4 == 0) {
                        made.next = made.next.next;
                    }
                    made.link = Optional.ofNullable(nodes[i]);
                    made.colour = Colour.values()[(i + step) % 3];
                    made.flag = step % 2 == 0;
                    made.small = (byte) (i - step);
                    made.real = i / 3f;
                    made.hot = step;
                    made.any = switch ((i + step) % 5) {
                        case 0 -> new Pair(i, "s" + step);
                        case 1 -> "text \\ud800" + i;
                        case 2 -> new long[] {i, step};
                        case 3 -> made;
                        default -> Colour.class;
                    };
                    nodes[i] = made;
                    mixed[i] = made.any;
                    for (int j = 0; j < rows[i].length; j++) {
                        rows[i][j] += i * j + step;
                    }
                    synchronized (this) {
                        total += i + step;
                        counts[i % 7]++;
                        seen += i;
                    }
                }

                void alone(int step) {
                    if (step % 3 == 0) {
                        rows[step] = new int[30 + step];
                    }
                    Node first = new Node(-1, step);
                    first.next = new Node(-2, step);
                    first.next.next = first;
                    ring = first;
                    held = new Held(step, first.data, first);
                    words.put("word " + step, step);
                    words.remove("word " + (step - 5));
                    Object key = new Object();
                    byIdentity.put(key, step);
                    list.add(new Node(step, step));
                    int bias = step * 7;
                    rule = x -> x + bias;
                    text += "," + step;
                    letter++;
                }

                long digest() {
                    long sum = 17;
                    for (double d : view) {
                        sum = sum * 31 + Double.doubleToRawLongBits(d);
                    }
                    for (int[] row : rows) {
                        for (int x : row) {
                            sum = sum * 31 + x;
                        }
                    }
                    for (int i = 0; i < ITEMS; i++) {
                        int depth = 0;
                        for (Node n = nodes[i]; n != null; n = n.next) {
                            sum = sum * 31 + n.id + n.name.hashCode() + n.boxed + n.data[0] * 7 + n.data[1] + n.hot
                                    + (n.flag ? 5 : 3) + n.small + Float.floatToIntBits(n.real) + n.colour.ordinal();
                            sum = sum * 31 + (n.link.isPresent() ? n.link.get().id : -5);
                            sum += n.any == n ? 11 : 0;
                            sum += n instanceof Special s ? (long) s.more[2] * 13 : 0;
                            sum += n.any instanceof Pair p ? p.a() + p.b().hashCode() : 0;
                            sum += n.any instanceof long[] a ? a[0] * 3 + a[1] : 0;
                            depth++;
                        }
                        sum = sum * 31 + depth + (mixed[i] == nodes[i].any ? 1 : 0)
                                + (mixed[i] instanceof String s ? s.hashCode() : 0);
                    }
                    int keys = 0;
                    for (Map.Entry<Object, Integer> each : byIdentity.entrySet()) {
                        keys += byIdentity.get(each.getKey()) + 1;
                    }
                    sum = sum * 31 + keys + byIdentity.size();
                    for (String word : new TreeSet<>(words.keySet())) {
                        sum = sum * 31 + word.hashCode() + words.get(word);
                    }
                    for (Node n : list) {
                        sum = sum * 31 + n.name.hashCode();
                    }
                    sum = sum * 31 + held.a() + (held.node() == ring && held.data() == ring.data ? held.data()[1] : 0);
                    sum = sum * 31 + (ring.next.next == ring ? ring.id + ring.data[1] : 0) + rule.of(3);
                    sum = sum * 31 + total + seen + letter + text.hashCode() + (view == large ? 1 : 0);
                    for (int count : counts) {
                        sum = sum * 31 + count;
                    }
                    return sum;
                }
            }
            """;

    private static final CheckedJob GRAPH_JOB = CheckedJob.of(GRAPH);

    @ParameterizedTest
    @EnumSource(names = "STRICT", mode = EnumSource.Mode.EXCLUDE)
    void goesOnWithTheSameAndWithOtherNumbersOfRanks(Protocol protocol) throws IOException {
        String undisturbed = digestOf(GRAPH_JOB.runUnchecked(2, 1, protocol));

        WovenRanks.Ended first = GRAPH_JOB.runUnchecked(3, 1, protocol, settings(false, "5"));
        assertThat(digestOf(first)).as(first.errors()).isEqualTo(undisturbed);
        assertThat(first.err()).isEmpty();
        assertThat(checkpoints()).containsExactly("checkpoint-1", "checkpoint-2");

        for (int[] shape : new int[][] {{3, 1}, {4, 1}, {2, 2}}) {
            WovenRanks.Ended second = GRAPH_JOB.runUnchecked(shape[0], shape[1], protocol, settings(true, null));
            assertThat(digestOf(second)).as(shape[0] + " x " + shape[1]).isEqualTo(undisturbed);
            assertThat(second.err())
                    .containsExactly("jdsm: restarted from checkpoint 2, at the head of loop 'step' with index 10");
        }
    }

    /** The number of initial objects depends on the number of ranks, so none but the program is restored in place. */
    @Test
    void otherInitialObjects() throws IOException {
        String source = GRAPH.replace("@Local double[] view;", "double[] view; int[][] parts;")
                .replace("view = large;", "view = large; parts = new int[ranks()][3];");
        CheckedJob job = CheckedJob.of(source);
        String undisturbed = digestOf(job.runUnchecked(2, 1, Protocol.LAZY_RELEASE));
        digestOf(job.runUnchecked(2, 1, Protocol.LAZY_RELEASE, settings(false, "5")));

        WovenRanks.Ended again = job.runUnchecked(3, 1, Protocol.WRITE_INVALIDATE, settings(true, "1"));

        assertThat(digestOf(again)).isEqualTo(undisturbed);
        assertThat(checkpoints()).containsExactly("checkpoint-5", "checkpoint-6");
        assertThat(digestOf(job.runUnchecked(2, 1, Protocol.AUTO, settings(true, null))))
                .isEqualTo(undisturbed);
    }

    /** A seed of which the objects of all classes have heavy parts. */
    @Test
    void heavyParts() {
        CheckedJob job = CheckedJob.of(GRAPH, 3);
        String undisturbed = digestOf(job.runUnchecked(2, 1, Protocol.LAZY_RELEASE));
        digestOf(job.runUnchecked(2, 1, Protocol.LAZY_RELEASE, settings(false, "5")));

        assertThat(digestOf(job.runUnchecked(3, 1, Protocol.LAZY_RELEASE, settings(true, null))))
                .isEqualTo(undisturbed);
    }

    /** Unreachable objects are freed behind each barrier, those of checkpoints and restarts included. */
    @Test
    void whileUnreachableObjectsAreFreed() {
        String undisturbed = digestOf(GRAPH_JOB.runUnchecked(2, 1, Protocol.LAZY_RELEASE));
        Map<String, String> first = settings(false, "5");
        first.put("JDSM_FREE_AFTER", "0");
        digestOf(GRAPH_JOB.runUnchecked(2, 1, Protocol.LAZY_RELEASE, first));
        Map<String, String> again = settings(true, "1");
        again.put("JDSM_FREE_AFTER", "0");

        assertThat(digestOf(GRAPH_JOB.runUnchecked(3, 1, Protocol.LAZY_RELEASE, again)))
                .isEqualTo(undisturbed);
    }
}
