package jdsm.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/*
 * The names are those of Alglave, Maranget and Tautschnig, Herding cats, TOPLAS 36, 2014.
 */

/**
 * Small programs that tell memory models apart. Each thread reads (R) and writes (W) variables, 0 at first; a variable's first
 * write stores 1, its second 2, and all its writes are one thread's. An outcome is what the reads saw, thread by thread.
 */
enum Litmus {
    /** Message passing. */
    MP("Wx Wy", "Ry Rx"),
    /** Store buffering. */
    SB("Wx Ry", "Wy Rx"),
    /** Load buffering. */
    LB("Rx Wy", "Ry Wx"),
    /** Independent reads of independent writes. */
    IRIW("Wx", "Wy", "Rx Ry", "Ry Rx"),
    /** Coherence of two reads. */
    CORR("Wx", "Rx Rx"),
    /** Coherence of two writes. */
    COWW("Wx Wx", "Rx Rx"),
    /** Write to read causality. */
    WRC("Wx", "Rx Wy", "Ry Rx"),
    /** Message passing over two. */
    ISA2("Wx Wy", "Ry Wz", "Rz Rx");

    private final List<List<Access>> threads;
    private final int variables;

    /** One access of a thread. */
    record Access(boolean write, int variable) {
        boolean conflictsWith(Access other) {
            return variable == other.variable && (write || other.write);
        }
    }

    /** One access in an order of all threads' accesses. */
    record Turn(int thread, Access access) {}

    Litmus(String... threads) {
        this.threads = Arrays.stream(threads)
                .map(thread -> Arrays.stream(thread.split(" "))
                        .map(access -> new Access(access.charAt(0) == 'W', access.charAt(1) - 'x'))
                        .toList())
                .toList();
        this.variables = 1
                + this.threads.stream()
                        .flatMap(List::stream)
                        .mapToInt(Access::variable)
                        .max()
                        .orElseThrow();
    }

    /** What each thread does. */
    List<List<Access>> threads() {
        return threads;
    }

    /** How many variables there are: x, y, z. */
    int variables() {
        return variables;
    }

    /** How many reads a thread does. */
    int reads(int thread) {
        return (int)
                threads.get(thread).stream().filter(access -> !access.write()).count();
    }

    /** The outcomes that sequential consistency allows. */
    Set<String> sequential() {
        Set<String> outcomes = new TreeSet<>();
        interleave(turns -> outcomes.add(outcome(turns)));
        return outcomes;
    }

    /** All outcomes in which a read sees 0 or what some write stores. */
    Set<String> valuesWritten() {
        Set<String> outcomes = Set.of("");
        for (List<Access> thread : threads) {
            for (Access access : thread) {
                outcomes = access.write() ? outcomes : extended(outcomes, writes(access.variable()));
            }
        }
        return outcomes;
    }

    private static Set<String> extended(Set<String> outcomes, long most) {
        Set<String> longer = new TreeSet<>();
        for (String outcome : outcomes) {
            for (long value = 0; value <= most; value++) {
                longer.add(outcome + value);
            }
        }
        return longer;
    }

    /** How often a variable is written. */
    int writes(int variable) {
        return (int) threads.stream()
                .flatMap(List::stream)
                .filter(access -> access.write() && access.variable() == variable)
                .count();
    }

    /** All accesses, thread by thread. */
    List<Turn> turns() {
        List<Turn> turns = new ArrayList<>();
        for (int thread = 0; thread < threads.size(); thread++) {
            for (Access access : threads.get(thread)) {
                turns.add(new Turn(thread, access));
            }
        }
        return turns;
    }

    /** Every order of all accesses that keeps each thread's. */
    void interleave(Consumer<List<Turn>> receiver) {
        interleave(new int[threads.size()], new ArrayList<>(), receiver);
    }

    private void interleave(int[] at, List<Turn> turns, Consumer<List<Turn>> receiver) {
        boolean ended = true;
        for (int thread = 0; thread < at.length; thread++) {
            if (at[thread] < threads.get(thread).size()) {
                ended = false;
                turns.add(new Turn(thread, threads.get(thread).get(at[thread]++)));
                interleave(at, turns, receiver);
                at[thread]--;
                turns.remove(turns.size() - 1);
            }
        }
        if (ended) {
            receiver.accept(List.copyOf(turns));
        }
    }

    /** What the reads see where accesses are done in this order on one memory. */
    String outcome(List<Turn> turns) {
        int[] memory = new int[variables];
        TreeMap<Integer, String> seen = new TreeMap<>();
        for (Turn turn : turns) {
            int variable = turn.access().variable();
            if (turn.access().write()) {
                memory[variable]++;
            } else {
                seen.merge(turn.thread(), Integer.toString(memory[variable]), String::concat);
            }
        }
        return String.join("", seen.values());
    }

    /**
     * Every way to do the accesses in phases with a barrier behind each, so that no two of one phase race, as early as an order
     * of all accesses allows.
     */
    Set<List<List<Turn>>> phases() {
        Set<List<List<Turn>>> all = new LinkedHashSet<>();
        interleave(turns -> {
            List<List<Turn>> phases = new ArrayList<>();
            phases.add(new ArrayList<>());
            for (Turn turn : turns) {
                List<Turn> last = phases.get(phases.size() - 1);
                if (last.stream()
                        .anyMatch(other -> other.thread() != turn.thread()
                                && other.access().conflictsWith(turn.access()))) {
                    last = new ArrayList<>();
                    phases.add(last);
                }
                last.add(turn);
            }
            // The order within a phase means nothing but among one thread's own.
            phases.forEach(phase -> phase.sort(Comparator.comparingInt(Turn::thread)));
            all.add(phases);
        });
        return all;
    }

    /** The one outcome of accesses in phases. */
    String outcomeOfPhases(List<List<Turn>> phases) {
        return outcome(phases.stream().flatMap(List::stream).toList());
    }
}
