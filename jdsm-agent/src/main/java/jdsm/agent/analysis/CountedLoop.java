package jdsm.agent.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;

/**
 * Finds a loop's induction variables, which each iteration changes by the same constant, and the tests that end the
 * loop. Immutable.
 */
public final class CountedLoop {
    /**
     * An induction variable.
     *
     * @param variable the variable's value in an iteration
     * @param first the value in the first iteration, in terms of values at the loop's entry
     * @param step the change in each iteration, which does not change in the loop; a constant is not 0
     */
    public record Induction(Value variable, Value first, Value step) {
        /** The sign of the step; 0 if only the run shows it. */
        int sign() {
            return step.kind() == Value.Kind.CONSTANT ? Integer.signum(step.number()) : 0;
        }
    }

    /**
     * A test that every iteration makes, and that ends the loop if it fails.
     *
     * @param induction the tested variable
     * @param late whether the test comes at the end of an iteration and tests the next iteration's value; such a test
     *     does not constrain the first iteration
     * @param opcode the jump that continues the loop: IF_ICMPLT, LE, GT, GE or NE of variable and bound
     * @param bound the value that the variable is compared with
     * @param inside the block that follows if the test succeeds
     */
    public record Test(Induction induction, boolean late, int opcode, Value bound, int inside) {
        /** The last value of the variable that passes the test, if the loop does not end earlier. */
        public Value last(Values values) {
            if (opcode == Opcodes.IF_ICMPNE || induction.sign() == 0) {
                return values.last(opcode, induction.first(), bound, induction.step(), late);
            }
            Value last = switch (opcode) {
                case Opcodes.IF_ICMPLT -> values.subtract(bound, values.constant(1));
                case Opcodes.IF_ICMPGT -> values.add(bound, values.constant(1));
                default -> bound;
            };
            return late ? values.extreme(induction.sign() < 0, induction.first(), last) : last;
        }

        /** The opcode of the opposite jump, which ends the loop. */
        public int endingOpcode() {
            return negated(opcode);
        }
    }

    private final FlowGraph graph;
    private final Dominators dominators;
    private final SymbolicValues symbolic;
    private final Loop loop;
    private final Map<Value, Induction> inductions = new HashMap<>();
    private final List<Test> tests = new ArrayList<>();

    /** Analyses one loop. */
    public CountedLoop(FlowGraph graph, Dominators dominators, SymbolicValues symbolic, Loop loop) {
        this.graph = graph;
        this.dominators = dominators;
        this.symbolic = symbolic;
        this.loop = loop;
        if (!graph.isHandler(loop.header())) {
            for (int slot = 0; slot < symbolic.variables(); slot++) {
                findInduction(slot);
            }
            loop.blocks().stream().forEach(this::findTests);
        }
    }

    /** Whether the test of a counter ends the loop. */
    public boolean isTested() {
        return !tests.isEmpty();
    }

    /** The greatest number of iterations, if constants in the code tell it; else the greatest int. */
    public int mostIterations() {
        return tests.stream()
                .filter(test -> test.bound.kind() == Value.Kind.CONSTANT
                        && test.induction.first.kind() == Value.Kind.CONSTANT
                        && test.induction.step.kind() == Value.Kind.CONSTANT
                        && test.opcode != Opcodes.IF_ICMPNE)
                .mapToLong(test -> Math.abs(((long) test.bound.number() - test.induction.first.number())
                                / test.induction.step.number())
                        + 1)
                .mapToInt(most -> (int) Math.min(most, Integer.MAX_VALUE))
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    private void findInduction(int slot) {
        Value variable = symbolic.before(loop.header(), slot);
        if (variable.kind() != Value.Kind.MERGED || variable.number() != loop.header()) {
            return;
        }
        Value step = null;
        for (int latch : loop.latches().stream().toArray()) {
            Value next = symbolic.behind(latch).getLocal(slot);
            Affine change = Affine.of(next, value -> value == variable ? identity() : null, symbolic.values());
            boolean counts = change != null
                    && change.coefficient().isConstant(1)
                    && isFixed(change.offset())
                    && (step == null || step == change.offset());
            if (!counts) {
                return;
            }
            step = change.offset();
        }
        if (step != null && !step.isConstant(0)) {
            Value first = symbolic.entry(loop).getLocal(slot);
            inductions.put(variable, new Induction(variable, first, step));
        }
    }

    private boolean isFixed(Value value) {
        return value.leaves().stream().noneMatch(leaf -> symbolic.changesIn(leaf, loop));
    }

    private Affine identity() {
        return new Affine(symbolic.values().constant(1), symbolic.values().constant(0));
    }

    private void findTests(int block) {
        AbstractInsnNode node = graph.instruction(graph.last(block));
        if (!dominators.isInEachIteration(loop, block)
                || !(node instanceof JumpInsnNode jump)
                || graph.successors(block).size() != 2) {
            return;
        }
        int opcode = jump.getOpcode();
        boolean withZero = opcode >= Opcodes.IFEQ && opcode <= Opcodes.IFLE;
        if (!withZero && (opcode < Opcodes.IF_ICMPEQ || opcode > Opcodes.IF_ICMPLE)) {
            return;
        }
        symbolic.walk(block, (instruction, before) -> {
            if (instruction == graph.last(block)) {
                int comparison = withZero ? opcode - Opcodes.IFEQ + Opcodes.IF_ICMPEQ : opcode;
                Value top = before.getStack(before.getStackSize() - 1);
                Value left = withZero ? top : before.getStack(before.getStackSize() - 2);
                Value right = withZero ? symbolic.values().constant(0) : top;
                addTests(block, comparison, left, right);
            }
        });
    }

    private void addTests(int block, int opcode, Value left, Value right) {
        int taken = graph.successors(block).get(0);
        int next = graph.successors(block).get(1);
        if (loop.contains(taken) == loop.contains(next)) {
            return;
        }
        int inside = loop.contains(taken) ? taken : next;
        boolean atEnd = inside == loop.header() && loop.latches().cardinality() == 1 && loop.isLatch(block);
        int goesOn = loop.contains(taken) ? opcode : negated(opcode);
        boolean onlyBehindTest = graph.predecessors(inside).stream()
                .allMatch(predecessor -> predecessor == block || dominators.dominates(inside, predecessor));
        if (onlyBehindTest || atEnd) {
            addTest(atEnd, goesOn, left, right, inside);
            addTest(atEnd, mirrored(goesOn), right, left, inside);
        }
    }

    private void addTest(boolean late, int opcode, Value left, Value right, int inside) {
        Induction induction = late ? nextOf(left) : inductions.get(left);
        if (induction == null) {
            return;
        }
        int direction = switch (opcode) {
            case Opcodes.IF_ICMPLT, Opcodes.IF_ICMPLE -> 1;
            case Opcodes.IF_ICMPGT, Opcodes.IF_ICMPGE -> -1;
            default -> 0;
        };
        boolean isEnd = direction == 0 ? opcode == Opcodes.IF_ICMPNE : direction != -induction.sign();
        if (isEnd) {
            tests.add(new Test(induction, late, opcode, right, inside));
        }
    }

    /** The induction variable whose value in the next iteration equals a value, or null. */
    private Induction nextOf(Value value) {
        Values values = symbolic.values();
        for (Induction induction : inductions.values()) {
            if (values.add(induction.variable(), induction.step()) == value) {
                return induction;
            }
        }
        return null;
    }

    private static int negated(int opcode) {
        return switch (opcode) {
            case Opcodes.IF_ICMPLT -> Opcodes.IF_ICMPGE;
            case Opcodes.IF_ICMPGE -> Opcodes.IF_ICMPLT;
            case Opcodes.IF_ICMPGT -> Opcodes.IF_ICMPLE;
            case Opcodes.IF_ICMPLE -> Opcodes.IF_ICMPGT;
            case Opcodes.IF_ICMPEQ -> Opcodes.IF_ICMPNE;
            default -> Opcodes.IF_ICMPEQ;
        };
    }

    private static int mirrored(int opcode) {
        return switch (opcode) {
            case Opcodes.IF_ICMPLT -> Opcodes.IF_ICMPGT;
            case Opcodes.IF_ICMPGT -> Opcodes.IF_ICMPLT;
            case Opcodes.IF_ICMPLE -> Opcodes.IF_ICMPGE;
            case Opcodes.IF_ICMPGE -> Opcodes.IF_ICMPLE;
            default -> opcode;
        };
    }

    /** The loop's induction variables. */
    public List<Induction> inductions() {
        return List.copyOf(inductions.values());
    }

    /**
     * The tests that every path to a block has passed since the iteration began or, for late tests, at the end of the
     * previous one. Tests for equality come last: they need not end the loop.
     */
    public List<Test> testsBefore(int block) {
        return tests.stream()
                .filter(test -> loop.contains(block) && dominators.dominates(test.inside(), block))
                .sorted(Comparator.comparing(test -> test.opcode() == Opcodes.IF_ICMPNE))
                .toList();
    }

    /**
     * Brings a value into affine form in the variable of a test. Other induction variables whose step is a known
     * multiple of that variable's step are expressed by it.
     *
     * @return null if the value has no affine form
     */
    public Affine inTermsOf(Test test, Value value) {
        return Affine.of(value, leaf -> variable(test.induction(), leaf), symbolic.values());
    }

    private Affine variable(Induction main, Value leaf) {
        if (leaf == main.variable()) {
            return identity();
        }
        Induction other = inductions.get(leaf);
        Value ratio = other == null ? null : ratio(other.step(), main.step());
        if (ratio == null) {
            return null;
        }
        Values values = symbolic.values();
        return new Affine(ratio, values.subtract(other.first(), values.multiply(ratio, main.first())));
    }

    /** The number of times that one step contains another; null if it is not known. */
    private Value ratio(Value step, Value main) {
        Values values = symbolic.values();
        if (step == main) {
            return values.constant(1);
        }
        if (main.isConstant(1)) {
            return step;
        }
        boolean multiple = step.kind() == Value.Kind.CONSTANT
                && main.kind() == Value.Kind.CONSTANT
                && step.number() % main.number() == 0;
        return multiple ? values.constant(step.number() / main.number()) : null;
    }

    /** Whether a value depends on one of the loop's induction variables. */
    public boolean isIn(Value value) {
        return value.leaves().stream().anyMatch(inductions::containsKey);
    }
}
