package jdsm.agent.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;

/**
 * A loop's variables that each iteration changes by the same constant, and the tests that end the loop. Immutable.
 */
public final class CountedLoop {
    /**
     * A variable.
     *
     * @param variable its value in an iteration
     * @param first its value in the first one, as seen where the loop is entered
     * @param step by which it changes, not 0
     */
    public record Induction(Value variable, Value first, int step) {}

    /**
     * A test that every iteration makes, and that ends the loop where it fails.
     *
     * @param induction whose variable is tested
     * @param late whether it is made of the next iteration's value, at the end: it says nothing of the first iteration
     * @param opcode of a jump that is taken if the loop goes on: IF_ICMPLT, LE, GT or GE of variable and bound
     * @param bound any value
     * @param inside the block where the test has not failed
     */
    public record Test(Induction induction, boolean late, int opcode, Value bound, int inside) {
        /** The last value of the variable with which the loop goes on, if it gets so far. */
        public Value last(Values values) {
            Value last = switch (opcode) {
                case Opcodes.IF_ICMPLT -> values.subtract(bound, values.constant(1));
                case Opcodes.IF_ICMPGT -> values.add(bound, values.constant(1));
                default -> bound;
            };
            return late ? values.extreme(induction.step() < 0, induction.first(), last) : last;
        }

        /** The opcode of a jump that is taken if the loop ends. */
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

    /** Looks at a loop. */
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

    private void findInduction(int slot) {
        Value variable = symbolic.before(loop.header(), slot);
        if (variable.kind() != Value.Kind.MERGED || variable.number() != loop.header()) {
            return;
        }
        Integer step = null;
        for (int latch : loop.latches().stream().toArray()) {
            Value next = symbolic.behind(latch).getLocal(slot);
            Affine change = Affine.of(next, value -> value == variable ? identity() : null, symbolic.values());
            boolean counts = change != null
                    && change.coefficient().isConstant(1)
                    && change.offset().kind() == Value.Kind.CONSTANT
                    && (step == null || step == change.offset().number());
            if (!counts) {
                return;
            }
            step = change.offset().number();
        }
        if (step != null && step != 0) {
            Value first = symbolic.entry(loop).getLocal(slot);
            inductions.put(variable, new Induction(variable, first, step));
        }
    }

    private Affine identity() {
        return new Affine(symbolic.values().constant(1), symbolic.values().constant(0));
    }

    private void findTests(int block) {
        AbstractInsnNode node = graph.instruction(graph.last(block));
        boolean always = loop.latches().stream().allMatch(latch -> dominators.dominates(block, latch));
        if (!always
                || !(node instanceof JumpInsnNode jump)
                || graph.successors(block).size() != 2) {
            return;
        }
        int opcode = jump.getOpcode();
        boolean withZero = opcode >= Opcodes.IFLT && opcode <= Opcodes.IFLE;
        if (!withZero && (opcode < Opcodes.IF_ICMPLT || opcode > Opcodes.IF_ICMPLE)) {
            return;
        }
        symbolic.walk(block, (instruction, before) -> {
            if (instruction == graph.last(block)) {
                int comparison = withZero ? opcode - Opcodes.IFLT + Opcodes.IF_ICMPLT : opcode;
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
        boolean fromAbove = opcode == Opcodes.IF_ICMPLT || opcode == Opcodes.IF_ICMPLE;
        if (induction.step() > 0 == fromAbove) {
            tests.add(new Test(induction, late, opcode, right, inside));
        }
    }

    /** The variable whose value in the next iteration this is, or null. */
    private Induction nextOf(Value value) {
        Values values = symbolic.values();
        for (Induction induction : inductions.values()) {
            if (values.add(induction.variable(), values.constant(induction.step())) == value) {
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
            default -> Opcodes.IF_ICMPGT;
        };
    }

    private static int mirrored(int opcode) {
        return switch (opcode) {
            case Opcodes.IF_ICMPLT -> Opcodes.IF_ICMPGT;
            case Opcodes.IF_ICMPGT -> Opcodes.IF_ICMPLT;
            case Opcodes.IF_ICMPLE -> Opcodes.IF_ICMPGE;
            default -> Opcodes.IF_ICMPLE;
        };
    }

    /** The variables that count. */
    public List<Induction> inductions() {
        return List.copyOf(inductions.values());
    }

    /** The tests that every way to a block has passed since the iteration began, or at the end of the one before. */
    public List<Test> testsBefore(int block) {
        return tests.stream()
                .filter(test -> loop.contains(block) && dominators.dominates(test.inside(), block))
                .toList();
    }

    /**
     * A value in terms of the variable that a test is of; other variables of the loop that count in the same rhythm are put
     * in its terms, too.
     *
     * @return null if it has another form
     */
    public Affine inTermsOf(Test test, Value value) {
        return Affine.of(value, leaf -> variable(test.induction(), leaf), symbolic.values());
    }

    private Affine variable(Induction main, Value leaf) {
        if (leaf == main.variable()) {
            return identity();
        }
        Induction other = inductions.get(leaf);
        if (other == null || other.step() % main.step() != 0) {
            return null;
        }
        Values values = symbolic.values();
        Value ratio = values.constant(other.step() / main.step());
        return new Affine(ratio, values.subtract(other.first(), values.multiply(ratio, main.first())));
    }

    /** Whether any of the loop's own variables is in a value. */
    public boolean isIn(Value value) {
        return value.leaves().stream().anyMatch(inductions::containsKey);
    }
}
