package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random changes of a graph of shared objects, of which parts become unreachable all the time, and parts are reached by
 * local variables of one worker only. Whether unreachable objects are freed makes no difference to the program.
 */
@Tag("once")
class RandomLifetimesTest {
    private static final int PROGRAMS = 12;

    private static final String SOURCE = """
            public class P extends SPMD {
                static class Node {
                    final int id;
                    int[] data;
                    Node left;
                    Node right;
                    Node[] more;
                    String name;
                    volatile Node hint;
                    @Local int visits;

                    Node(int id) {
                        this.id = id;
                        data = new int[] {id, id + 1, id + 2};
                        name = "node " + id;
                    }
                }

                final Node[] table = new Node[8];
                /** Long, so that ranks with old copies get what was written since. */
                final Object[] many = new Object[400];
                int next;

                Node pick(int path) {
                    Node at = table[path & 7];
                    for (int rest = path >>> 3; at != null && rest > 0; rest >>>= 2) {
                        Node to = switch (rest & 3) {
                            case 0 -> at.left;
                            case 1 -> at.right;
                            case 2 -> at.hint;
                            default -> at.more == null ? null : at.more[rest % at.more.length];
                        };
                        if (to == null) {
                            return at;
                        }
                        at = to;
                    }
                    return at;
                }

                void act(int what, int a, int b, Node[] mine, int slot) {
                    Node node = pick(a);
                    many[a % 20 * 20 + b % 20] = switch (what & 3) {
                        case 0 -> "text " + next;
                        case 1 -> Integer.valueOf(next + 1000);
                        case 2 -> Optional.of("optional " + next);
                        default -> node;
                    };
                    if (what == 0) {
                        table[b & 7] = new Node(next++);
                    } else if (what == 1) {
                        table[b & 7] = node;
                    } else if (what == 2) {
                        mine[slot] = node;
                    } else if (what == 3) {
                        table[b & 7] = mine[slot];
                    } else if (node == null) {
                        return;
                    } else if (what == 4) {
                        node.left = new Node(next++);
                    } else if (what == 5) {
                        node.right = pick(b);
                    } else if (what == 6) {
                        node.more = new Node[] {pick(b), mine[slot], new Node(next++), null};
                    } else if (what == 7) {
                        node.hint = pick(b);
                    } else if (what == 8) {
                        node.data = new int[] {node.id, node.id + 1, node.id + 2, next};
                        node.name = "node " + node.id;
                    } else {
                        node.left = null;
                        node.right = null;
                        node.more = null;
                    }
                }

                long lookAtMany() {
                    long sum = 0;
                    for (int i = 0; i < many.length; i++) {
                        Object one = many[i];
                        sum = 31 * sum + (one instanceof Node node ? node.id : one == null ? 0 : one.toString().hashCode());
                    }
                    return sum;
                }

                long look(Node first, Map<Integer, Node> byId) {
                    long sum = 0;
                    Deque<Node> open = new ArrayDeque<>();
                    open.add(first);
                    while (!open.isEmpty()) {
                        Node node = open.remove();
                        Node same = byId.putIfAbsent(node.id, node);
                        if (same != null) {
                            if (same != node) {
                                throw new AssertionError("two instances of node " + node.id);
                            }
                            continue;
                        }
                        node.visits++;
                        if (node.data[0] != node.id || node.data[2] != node.id + 2 || !node.name.equals("node " + node.id)) {
                            throw new AssertionError("node " + node.id + " has " + Arrays.toString(node.data) + node.name);
                        }
                        sum += 31L * node.id + node.data.length;
                        for (Node to : new Node[] {node.left, node.right, node.hint}) {
                            sum = 7 * sum + (to == null ? 0 : to.id);
                            if (to != null) {
                                open.add(to);
                            }
                        }
                        for (int i = 0; node.more != null && i < node.more.length; i++) {
                            if (node.more[i] != null) {
                                open.add(node.more[i]);
                            }
                        }
                    }
                    return sum;
                }

                @Override
                public void start() {
                    Random random = new Random(SEED);
                    Node[] mine = new Node[4];
                    long all = 0;
                    for (int step = 0; step < 120; step++) {
                        int actor = random.nextInt(workers());
                        int what = random.nextInt(10);
                        int a = random.nextInt(1 << 14);
                        int b = random.nextInt(1 << 14);
                        int slot = random.nextInt(4);
                        boolean locked = random.nextInt(4) == 0;
                        if (actor == worker()) {
                            if (locked) {
                                synchronized (this) {
                                    act(what, a, b, mine, slot);
                                }
                            } else {
                                act(what, a, b, mine, slot);
                            }
                        }
                        barrier();
                        if (random.nextInt(3) == 0) {
                            all = 17 * all + lookAtMany();
                            barrier();
                        }
                        if (random.nextInt(6) == 0) {
                            Map<Integer, Node> byId = new HashMap<>();
                            for (int i = 0; i < table.length; i++) {
                                if (table[i] != null) {
                                    all = 13 * all + look(table[i], byId);
                                }
                            }
                            for (int i = 0; i < mine.length; i++) {
                                if (mine[i] != null) {
                                    look(mine[i], byId);
                                }
                            }
                            barrier();
                        }
                    }
                    report("worker " + worker() + " has " + all);
                }
            }
            """;

    /** More are tried with {@code -Djdsm.lifetimes=200}, others with {@code -Djdsm.test.seed=1000}. */
    static LongStream seeds() {
        long first = Long.getLong("jdsm.test.seed", 0);
        return LongStream.range(first, first + Long.getLong("jdsm.lifetimes", PROGRAMS));
    }

    static LongStream checkedSeeds() {
        return seeds().filter(seed -> seed % 4 == 0);
    }

    private static CheckedJob job(long seed) {
        String source = SOURCE.replace("SEED", seed + "L");
        // Objects without volatile fields share units.
        String oneOrMore = seed % 2 == 0 ? source : source.replace("volatile Node hint", "Node hint");
        return CheckedJob.of(oneOrMore, seed);
    }

    private static List<String> ofWorkers(WovenRanks.Ended ended) {
        return ended.out().stream()
                .filter(line -> line.contains("worker"))
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void freeingMakesNoDifference(long seed) throws Exception {
        CheckedJob job = job(seed);
        int ranks = 2 + (int) (seed % 3);
        int threads = 1 + (int) (seed / 3 % 2);
        Protocol protocol = List.of(
                        Protocol.LAZY_RELEASE, Protocol.AUTO, Protocol.WRITE_INVALIDATE, Protocol.WRITE_UPDATE)
                .get((int) (seed % 4));

        WovenRanks.Ended kept = job.runFreeing(ranks, threads, protocol, "never");
        WovenRanks.Ended freed =
                job.runFreeing(ranks, threads, protocol, seed % 6 == 0 ? "0" : seed % 2 == 0 ? "2k" : "8k");

        assertThat(kept.status()).as(kept.errors()).isZero();
        assertThat(freed.status()).as("seed %s: %s", seed, freed.errors()).isZero();
        assertThat(ofWorkers(freed)).isNotEmpty().isEqualTo(ofWorkers(kept));
    }

    @ParameterizedTest
    @MethodSource("checkedSeeds")
    void freeingHasNoRaceAndNoAccessWithoutItsCheck(long seed) {
        CheckedJob job = job(seed);
        int ranks = 2 + (int) (seed / 4 % 3);
        Protocol protocol = seed % 8 == 0 ? Protocol.LAZY_RELEASE : Protocol.AUTO;

        WovenRanks.Ended freed =
                job.runCheckedFreeing(ranks, 1 + (int) (seed / 8 % 2), protocol, seed % 3 == 0 ? "0" : "4k");

        assertThat(freed.status()).as("seed %s: %s", seed, freed.errors()).isZero();
        assertThat(freed.errors()).as("seed %s", seed).contains("no races, no soundness holes");
    }
}
