package jdsm.bench.alloc;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * All parses of 85 sentences of 36 to 97 words, as a shared forest (LPS, 4.1 and table 1). Each thread parses a sentence
 * at a time; a node for a symbol over a span has 16 bytes (first edge, number of parses), an edge 24 (left node, right
 * node, next edge). A forest is freed when its sentence is done.
 */
final class Cky implements Program {
    private static final int NODE_BYTES = 16;
    private static final int PARSES = 8;
    private static final int EDGE_BYTES = 24;
    private static final int RIGHT = 8;
    private static final int NEXT = 16;
    private static final long MODULUS = (1L << 31) - 1;
    private static final int PASSES = Integer.getInteger("jdsm.bench.alloc.cky.passes", 1);

    @Override
    public Map<String, Double> run(Memory memory, int threads) throws InterruptedException {
        Grammar grammar = new Grammar();
        Team team = new Team(threads);
        AtomicInteger next = new AtomicInteger();
        AtomicLong check = new AtomicLong();
        long begin = System.nanoTime();
        team.run(memory, (thread, local) -> {
            Forest forest = new Forest(grammar, local);
            int number;
            while ((number = next.getAndIncrement()) < PASSES * Grammar.SENTENCES) {
                check.addAndGet(forest.parse(grammar.sentence(number % Grammar.SENTENCES)));
                forest.free();
            }
        });
        return Map.of("seconds", (System.nanoTime() - begin) / 1e9, "check", (double) check.get());
    }

    /** The chart of one sentence after the other. */
    static final class Forest {
        private final Grammar grammar;
        private final Memory.Local memory;
        private final long[] nodes = new long[(Grammar.LONGEST + 1) * (Grammar.LONGEST + 1) * Grammar.SYMBOLS];
        private int words;

        Forest(Grammar grammar, Memory.Local memory) {
            this.grammar = grammar;
            this.memory = memory;
        }

        /** Returns the number of parses of a sentence, modulo a prime. */
        long parse(int[] sentence) {
            words = sentence.length;
            for (int from = 0; from < words; from++) {
                long node = node(from, from + 1, sentence[from]);
                memory.putLong(node, PARSES, 1);
            }
            for (int length = 2; length <= words; length++) {
                for (int from = 0; from + length <= words; from++) {
                    span(from, from + length);
                }
            }
            long whole = nodes[cell(0, words)];
            return whole == 0 ? 0 : memory.getLong(whole, PARSES);
        }

        private void span(int from, int to) {
            for (int middle = from + 1; middle < to; middle++) {
                int left = cell(from, middle);
                int right = cell(middle, to);
                for (int first = 0; first < Grammar.SYMBOLS; first++) {
                    for (int second = 0; nodes[left + first] != 0 && second < Grammar.SYMBOLS; second++) {
                        int symbol = grammar.derives(first, second);
                        if (symbol >= 0 && nodes[right + second] != 0) {
                            edge(node(from, to, symbol), nodes[left + first], nodes[right + second]);
                        }
                    }
                }
            }
        }

        private void edge(long node, long left, long right) {
            long edge = memory.take(EDGE_BYTES);
            memory.putLong(edge, 0, left);
            memory.putLong(edge, RIGHT, right);
            memory.putLong(edge, NEXT, memory.getLong(node, 0));
            memory.putLong(node, 0, edge);
            long parses = memory.getLong(left, PARSES) * memory.getLong(right, PARSES) % MODULUS;
            memory.putLong(node, PARSES, (memory.getLong(node, PARSES) + parses) % MODULUS);
        }

        /** The node of a symbol over a span, made if there is none. */
        private long node(int from, int to, int symbol) {
            int index = cell(from, to) + symbol;
            if (nodes[index] == 0) {
                nodes[index] = memory.take(NODE_BYTES);
                memory.putLong(nodes[index], 0, 0);
                memory.putLong(nodes[index], PARSES, 0);
            }
            return nodes[index];
        }

        private static int cell(int from, int to) {
            return (from * (Grammar.LONGEST + 1) + to) * Grammar.SYMBOLS;
        }

        void free() {
            for (int from = 0; from < words; from++) {
                for (int index = cell(from, from + 1); index < cell(from, words + 1); index++) {
                    if (nodes[index] != 0) {
                        freeNode(nodes[index]);
                        nodes[index] = 0;
                    }
                }
            }
        }

        private void freeNode(long node) {
            long edge = memory.getLong(node, 0);
            while (edge != 0) {
                long next = memory.getLong(edge, NEXT);
                memory.free(edge);
                edge = next;
            }
            memory.free(node);
        }
    }
}
