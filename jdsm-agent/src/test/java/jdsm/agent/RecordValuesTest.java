package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import jdsm.Protocol;
import jdsm.node.WovenRanks;
import org.junit.jupiter.api.Test;

/** Records that travel as values have the components that they had, whatever their constructors and accessors do. */
class RecordValuesTest {
    private static void isAsByThreads(String source, String line) {
        CheckedJob job = CheckedJob.of(source);
        WovenRanks.Ended plain = job.runPlain(2);
        WovenRanks.Ended shared = job.runUnchecked(2, 1, Protocol.LAZY_RELEASE);

        assertThat(plain.out()).as(plain.errors()).containsExactly(line);
        assertThat(shared.out()).as(shared.errors()).containsExactly(line);
        assertThat(job.runUnchecked(1, 1, Protocol.LAZY_RELEASE).out()).containsExactly(line);
    }

    @Test
    void aConstructorThatComputesRunsOnce() {
        isAsByThreads(
                """
                public class P extends SPMD {
                    record Percent(int hundredths) {
                        Percent { hundredths = hundredths * 100; }
                    }
                    record Wide(long first, double second, Percent third, String name, boolean sign) {
                        Wide { second = -second; name = name + "!"; }
                        @Override public String name() { return "the " + name; }
                        @Override public long first() { throw new IllegalStateException(); }
                    }
                    Percent made;
                    Wide wide;
                    Object[] all = new Object[2];
                    @Override public void start() {
                        if (worker() == 0) {
                            made = new Percent(5);
                            wide = new Wide(7, 2.5, new Percent(1), "x", true);
                            all[1] = wide;
                        }
                        barrier();
                        if (worker() == workers() - 1) {
                            report(made + " " + wide + " " + wide.name() + " " + all[1].equals(wide));
                        }
                    }
                }
                """,
                "Percent[hundredths=500]"
                        + " Wide[first=7, second=-2.5, third=Percent[hundredths=100], name=x!, sign=true] the x! true");
    }

    @Test
    void aConstructorThatUsesSharedStateRunsWhereTheRecordIsMade() {
        isAsByThreads("""
                public class P extends SPMD {
                    static int limit = 10;
                    record Range(int high) {
                        static int made;
                        Range {
                            if (high > limit) {
                                throw new IllegalArgumentException("above " + limit);
                            }
                            synchronized (Range.class) { made++; }
                        }
                    }
                    Range range;
                    @Override public void start() {
                        if (worker() == 0) {
                            limit = 20;
                            range = new Range(15);
                            limit = 10;
                        }
                        barrier();
                        if (worker() == workers() - 1) {
                            report(range + " " + Range.made);
                        }
                    }
                }
                """, "Range[high=15] 1");
    }

    @Test
    void constantsOfTheJdkAreTheSameOnEachRank() {
        isAsByThreads("""
                import java.util.*;
                public class P extends SPMD {
                    static class Node {
                        List<Node> parts = Collections.emptyList();
                        Set<Node> friends = Collections.emptySet();
                        Map<String, Node> names = Collections.emptyMap();
                        Comparator<String> order = String.CASE_INSENSITIVE_ORDER;
                        void add(Node part) {
                            if (parts == Collections.EMPTY_LIST) {
                                parts = new ArrayList<>();
                            }
                            parts.add(part);
                        }
                    }
                    Node root;
                    @Override public void start() {
                        if (worker() == 0) {
                            root = new Node();
                            root.add(new Node());
                        }
                        barrier();
                        if (worker() == workers() - 1) {
                            Node part = root.parts.get(0);
                            part.add(root);
                            List<String> words = new ArrayList<>(List.of("b", "A"));
                            words.sort(root.order.reversed().thenComparing(Comparator.naturalOrder()));
                            report(part.parts.size() + " " + (root.friends == Collections.EMPTY_SET) + " "
                                    + (root.names == Collections.<String, Node>emptyMap()) + " "
                                    + String.CASE_INSENSITIVE_ORDER.equals(part.order) + " " + words + " "
                                    + root.names.getOrDefault("x", root).parts.size());
                        }
                    }
                }
                """, "1 true true true [b, A] 1");
    }

    @Test
    void currenciesHaveTheSameHashCodeOnEachRank() {
        isAsByThreads("""
                import java.util.*;
                public class P extends SPMD {
                    record Key(Currency currency, int year) {}
                    static class Money {
                        Currency currency;
                        @Override public boolean equals(Object other) {
                            return other instanceof Money money && money.currency.equals(currency);
                        }
                        @Override public int hashCode() { return currency.hashCode(); }
                    }
                    Map<Object, Integer> sums = new HashMap<>();
                    @Override public void start() {
                        Money money = new Money();
                        money.currency = Currency.getInstance("EUR");
                        Object[] keys = {
                            money.currency, new Key(money.currency, 1), money, List.of(money.currency), Optional.of(money.currency)
                        };
                        for (int turn = 0; turn < workers(); turn++) {
                            if (turn == worker()) {
                                for (Object key : keys) {
                                    sums.merge(key, 2 / workers(), Integer::sum);
                                }
                            }
                            barrier();
                        }
                        if (worker() == workers() - 1) {
                            report(sums.size() + " " + sums.get(money.currency) + sums.get(keys[1]) + sums.get(money));
                        }
                    }
                }
                """, "5 222");
    }
}
