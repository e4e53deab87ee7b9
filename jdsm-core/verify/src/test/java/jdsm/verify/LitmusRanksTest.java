package jdsm.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdsm.Protocol;
import jdsm.SPMD;
import jdsm.SharedVariable;
import jdsm.node.TestJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulator's litmus tests on real ranks. */
@Tag("once")
class LitmusRanksTest {
    /** For a long run: {@code -Djdsm.litmus.rounds=100}. */
    private static final int ROUNDS = Integer.getInteger("jdsm.litmus.rounds", 2);

    /** Each round does a test so often, on variables of its own each time, with no barrier between. */
    private static final int INSTANCES = 8;

    private static final int WORKERS = 4;
    private static final SharedVariable<Integer> ELEMENTS = SharedVariable.element(int.class);

    static Stream<Arguments> jobs() {
        return Stream.of(Protocol.values())
                .flatMap(consistency -> Stream.of(Arguments.of(consistency, 4, 1), Arguments.of(consistency, 2, 2)));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void onlyAllowedOutcomes(Protocol consistency, int ranks, int threads) {
        List<String> out =
                TestJob.run(consistency, Tests.class, ranks, threads).ok().out();

        assertThat(out).hasSize(Litmus.values().length * Variant.values().length * 2);
        assertThat(out).allMatch(line -> line.endsWith(" of " + ROUNDS * INSTANCES + " outcomes"));
    }

    /** How accesses are ordered; a line or two in {@link Tests#access}, {@link Tests#read} and {@link Tests#write}. */
    enum Variant {
        PLAIN,
        LOCK,
        BARRIER,
        VOLATILE,
        STRICT
    }

    /** Variables of every instance: in units of their own, or those of one instance in one unit. */
    private static final class Variables {
        private final int[][] arrays;
        private final boolean apart;

        Variables(int count, boolean apart) {
            this.apart = apart;
            this.arrays = apart ? new int[count][INSTANCES] : new int[1][count * INSTANCES];
        }

        int[] array(int variable) {
            return arrays[apart ? variable : 0];
        }

        int index(int variable, int instance) {
            return apart ? instance : instance * (arrays[0].length / INSTANCES) + variable;
        }
    }

    /** One test in one variant, as a worker does it in one round: what it has done so far in each instance. */
    private static final class Round {
        final Litmus test;
        final Variant variant;
        final Variables own;
        final int number;
        final int[] reads = new int[INSTANCES];
        private final int[][] writes;

        Round(Litmus test, Variant variant, Variables own, int number) {
            this.test = test;
            this.variant = variant;
            this.own = own;
            this.number = number;
            this.writes = new int[test.variables()][INSTANCES];
        }

        /** A variable that is written n times begins each round with what the last one left: n times the round. */
        int base(int variable) {
            return test.writes(variable) * number;
        }

        /** What is written next. */
        int nextValue(int variable, int instance) {
            return base(variable) + ++writes[variable][instance];
        }
    }

    /** Every test in every variant, with the variables in different units and in one. */
    public static final class Tests extends SPMD {
        private final List<Variables> variables = new ArrayList<>();
        private final int[][] locks = new int[3][1];
        /** What was read in even and in odd rounds, a block each worker: one is looked at while the other is filled. */
        private final int[][] seen = new int[2][WORKERS * INSTANCES * 2];

        private final Map<String, Integer> outcomes = new TreeMap<>();

        @Override
        public void initialize() {
            for (Litmus test : Litmus.values()) {
                for (int sort = 0; sort < 2 * Variant.values().length; sort++) {
                    Variables own = new Variables(test.variables(), sort % 2 == 0);
                    variables.add(own);
                    boolean strict = Variant.values()[sort / 2] == Variant.STRICT;
                    for (int[] array : own.arrays) {
                        int block = array.length / INSTANCES;
                        if (strict) {
                            pool.register(array, block, Protocol.STRICT);
                        } else {
                            pool.register(array, block);
                        }
                    }
                }
            }
            for (int[] lock : locks) {
                pool.register(lock);
            }
            for (int[] words : seen) {
                pool.register(words, INSTANCES * 2);
            }
        }

        @Override
        public void start() {
            int next = 0;
            for (Litmus test : Litmus.values()) {
                for (Variant variant : Variant.values()) {
                    for (int layout = 0; layout < 2; layout++) {
                        run(test, variant, variables.get(next++), layout * ROUNDS);
                    }
                }
            }
        }

        private void run(Litmus test, Variant variant, Variables own, int firstTurn) {
            boolean barriers = variant == Variant.BARRIER;
            List<List<List<Litmus.Turn>>> ways = barriers ? List.copyOf(test.phases()) : List.of(List.of(test.turns()));
            Set<String> allowed = variant == Variant.PLAIN ? test.valuesWritten() : test.sequential();
            for (int round = 0; round < ROUNDS; round++) {
                List<List<Litmus.Turn>> phases = ways.get((firstTurn + round) % ways.size());
                // Each thread comes to each worker, so that those who share a rank change.
                int thread = (worker() + firstTurn + round) % WORKERS;
                Round now = new Round(test, variant, own, round);
                for (List<Litmus.Turn> phase : phases) {
                    for (int instance = 0; instance < INSTANCES; instance++) {
                        for (Litmus.Turn turn : phase) {
                            if (turn.thread() == thread) {
                                access(now, turn.access(), instance);
                            }
                        }
                    }
                    barrier();
                }
                if (worker() == 0) {
                    look(
                            test,
                            round,
                            firstTurn + round,
                            barriers ? Set.of(test.outcomeOfPhases(phases)) : allowed,
                            variant);
                }
            }
            if (worker() == 0) {
                int all = outcomes.values().stream().mapToInt(Integer::intValue).sum();
                outcomes.keySet().removeAll(test.sequential());
                report(test + " " + variant + ": not sequential " + outcomes + " of " + all + " outcomes");
                outcomes.clear();
            }
            barrier();
        }

        private void access(Round round, Litmus.Access access, int instance) {
            int variable = access.variable();
            if (round.variant == Variant.LOCK) {
                pool.of(locks[variable]).lock();
            }
            int[] array = round.own.array(variable);
            int index = round.own.index(variable, instance);
            int value = 0;
            if (access.write()) {
                write(array, index, round.variant, round.nextValue(variable, instance));
            } else {
                value = read(array, index, round.variant) - round.base(variable);
            }
            if (round.variant == Variant.LOCK) {
                pool.of(locks[variable]).unlock();
            }
            if (!access.write()) {
                int at = (worker() * INSTANCES + instance) * 2 + round.reads[instance]++;
                pool.of(seen[round.number % 2], at).ensureWritable();
                seen[round.number % 2][at] = value;
            }
        }

        private void write(int[] array, int index, Variant variant, int value) {
            if (variant == Variant.VOLATILE) {
                pool.of(array, index).writeVolatile(ELEMENTS, value);
            } else if (variant == Variant.STRICT) {
                pool.of(array, index).set(ELEMENTS, value);
            } else {
                pool.of(array, index).ensureWritable();
                array[index] = value;
            }
        }

        private int read(int[] array, int index, Variant variant) {
            if (variant == Variant.VOLATILE) {
                return pool.of(array, index).readVolatile(ELEMENTS);
            } else if (variant == Variant.STRICT) {
                return pool.of(array, index).get(ELEMENTS);
            }
            pool.of(array, index).ensureReadable();
            return array[index];
        }

        private void look(Litmus test, int round, int turn, Set<String> allowed, Variant variant) {
            int[] words = seen[round % 2];
            pool.of(words, 0, words.length).ensureReadable();
            for (int instance = 0; instance < INSTANCES; instance++) {
                StringBuilder outcome = new StringBuilder();
                for (int thread = 0; thread < test.threads().size(); thread++) {
                    int worker = Math.floorMod(thread - turn, WORKERS);
                    for (int read = 0; read < test.reads(thread); read++) {
                        outcome.append(words[(worker * INSTANCES + instance) * 2 + read]);
                    }
                }
                if (!allowed.contains(outcome.toString())) {
                    throw new AssertionError(test + " " + variant + " in round " + round + ", instance " + instance
                            + ": " + outcome + ", allowed " + allowed);
                }
                outcomes.merge(outcome.toString(), 1, Integer::sum);
            }
        }
    }
}
