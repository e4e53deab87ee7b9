package jdsm.agent.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** Graphs, dominators, loops and values of methods that are written instruction by instruction. */
class AnalysesTest {
    private static final int RANDOM_GRAPHS = 300;

    /** Nothing outside of the method does anything. */
    private static final Classes QUIET = new Classes() {
        @Override
        public boolean isShareable(String name) {
            return false;
        }

        @Override
        public boolean isApplication(String name) {
            return name.equals("T");
        }

        @Override
        public FieldKind kindOf(String owner, String name, String descriptor) {
            return FieldKind.SHARED;
        }

        @Override
        public String superName(String name) {
            return null;
        }

        @Override
        public boolean isSubtype(String name, String other) {
            return false;
        }

        @Override
        public boolean maySynchronize(String owner, String name, String descriptor, boolean virtual) {
            return name.equals("sync");
        }

        @Override
        public Set<String> stores(String owner, String name, String descriptor, boolean virtual) {
            return Set.of();
        }
    };

    private static MethodNode method(String descriptor, int locals) {
        MethodNode method = new MethodNode(Opcodes.ACC_STATIC, "m", descriptor, null, null);
        method.visitMaxs(4, locals);
        return method;
    }

    /** A block for each number, which jumps to others by a switch, or returns. */
    private static MethodNode graph(int[]... successors) {
        MethodNode method = method("(I)V", 1);
        Label[] labels = new Label[successors.length];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = new Label();
        }
        for (int i = 0; i < labels.length; i++) {
            method.visitLabel(labels[i]);
            if (successors[i].length == 0) {
                method.visitInsn(Opcodes.RETURN);
                continue;
            }
            Label[] targets = new Label[successors[i].length];
            for (int j = 0; j < targets.length; j++) {
                targets[j] = labels[successors[i][j]];
            }
            method.visitVarInsn(Opcodes.ILOAD, 0);
            method.visitTableSwitchInsn(0, targets.length - 1, targets[0], targets);
        }
        return method;
    }

    @Test
    void nestedLoops() {
        FlowGraph graph = FlowGraph.of(
                graph(new int[] {1}, new int[] {2, 5}, new int[] {3}, new int[] {2, 4}, new int[] {1}, new int[0]));
        Dominators dominators = new Dominators(graph);
        Loops loops = new Loops(graph, dominators);

        assertThat(loops.isReducible()).isTrue();
        assertThat(loops.all()).extracting(Loop::header).containsExactly(2, 1);
        Loop inner = loops.innermost(3);
        assertThat(inner.blocks()).hasToString("{2, 3}");
        assertThat(inner.parent().blocks()).hasToString("{1, 2, 3, 4}");
        assertThat(inner.parent().parent()).isNull();
        assertThat(loops.innermost(0)).isNull();
        assertThat(dominators.dominates(1, 5)).isTrue();
        assertThat(dominators.dominates(2, 5)).isFalse();
    }

    @Test
    void aLoopWithTwoEntriesIsNone() {
        FlowGraph graph = FlowGraph.of(graph(new int[] {1, 2}, new int[] {2}, new int[] {1, 3}, new int[0]));
        Loops loops = new Loops(graph, new Dominators(graph));

        assertThat(loops.isReducible()).isFalse();
        assertThat(loops.all()).isEmpty();
    }

    /** Against the definition: a block dominates those that cannot be reached without it. */
    @Test
    void dominatorsByDefinition() {
        Random random = new Random(3);
        for (int i = 0; i < RANDOM_GRAPHS; i++) {
            int blocks = 2 + random.nextInt(8);
            int[][] successors = new int[blocks][];
            for (int block = 0; block < blocks; block++) {
                successors[block] =
                        random.ints(random.nextInt(3), 0, blocks).distinct().toArray();
            }
            Dominators dominators = new Dominators(FlowGraph.of(graph(successors)));
            Set<Integer> all = reachable(successors, -1);
            for (int above = 0; above < blocks; above++) {
                Set<Integer> without = reachable(successors, above);
                for (int block = 0; block < blocks; block++) {
                    boolean expected = all.contains(above) && all.contains(block) && !without.contains(block);
                    assertThat(dominators.dominates(above, block)).isEqualTo(expected);
                }
            }
        }
    }

    private static Set<Integer> reachable(int[][] successors, int without) {
        Set<Integer> seen = new HashSet<>();
        List<Integer> left = new ArrayList<>(List.of(0));
        while (!left.isEmpty()) {
            int block = left.remove(left.size() - 1);
            if (block != without && seen.add(block)) {
                for (int next : successors[block]) {
                    left.add(next);
                }
            }
        }
        return seen;
    }

    @Test
    void handlersFollowTheirRange() {
        MethodNode method = method("(I)V", 1);
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        method.visitTryCatchBlock(start, end, handler, null);
        method.visitInsn(Opcodes.NOP);
        method.visitLabel(start);
        method.visitInsn(Opcodes.NOP);
        method.visitLabel(end);
        method.visitInsn(Opcodes.RETURN);
        method.visitLabel(handler);
        method.visitInsn(Opcodes.ATHROW);
        FlowGraph graph = FlowGraph.of(method);

        assertThat(graph.blocks()).isEqualTo(4);
        assertThat(graph.handlers(1)).containsExactly(3);
        assertThat(graph.handlers(0)).isEmpty();
        assertThat(graph.isHandler(3)).isTrue();
        assertThat(graph.predecessors(3)).containsExactly(1);
    }

    /** {@code for (int i = p; i < q; i += 2) { T.x = T.y; if (...) sync(); }}. */
    private static MethodNode counting(boolean synchronizing) {
        MethodNode method = method("(II)V", 3);
        Label head = new Label();
        Label end = new Label();
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitVarInsn(Opcodes.ISTORE, 2);
        method.visitLabel(head);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitJumpInsn(Opcodes.IF_ICMPGE, end);
        method.visitFieldInsn(Opcodes.GETSTATIC, "T", "y", "I");
        method.visitFieldInsn(Opcodes.PUTSTATIC, "T", "x", "I");
        method.visitMethodInsn(
                Opcodes.INVOKESTATIC,
                synchronizing ? "T" : "java/lang/Math",
                synchronizing ? "sync" : "some",
                "()V",
                false);
        method.visitIincInsn(2, 2);
        method.visitJumpInsn(Opcodes.GOTO, head);
        method.visitLabel(end);
        method.visitInsn(Opcodes.RETURN);
        return method;
    }

    private record Known(FlowGraph graph, Loops loops, SymbolicValues values, CountedLoop counted) {
        private static Known of(MethodNode method) {
            FlowGraph graph = FlowGraph.of(method);
            Dominators dominators = new Dominators(graph);
            Loops loops = new Loops(graph, dominators);
            SymbolicValues values =
                    new SymbolicValues("T", method, graph, loops, new Effects(QUIET, "T", Set.of("x:I", "y:I")));
            Loop loop = loops.all().get(0);
            return new Known(graph, loops, values, new CountedLoop(graph, dominators, values, loop));
        }

        private Loop loop() {
            return loops.all().get(0);
        }
    }

    @Test
    void aCountedLoop() {
        Known known = Known.of(counting(false));
        CountedLoop.Induction induction = known.counted().inductions().get(0);

        assertThat(known.counted().inductions()).hasSize(1);
        assertThat(induction.step().isConstant(2)).isTrue();
        assertThat(induction.first()).hasToString("p0");
        assertThat(induction.variable()).hasToString("m1.2");
        CountedLoop.Test test = known.counted().testsBefore(2).get(0);
        assertThat(test.opcode()).isEqualTo(Opcodes.IF_ICMPLT);
        assertThat(test.bound()).hasToString("p1");
        assertThat(known.counted().testsBefore(1)).as("before the test").isEmpty();
        assertThat(known.counted().testsBefore(3)).as("behind the loop").isEmpty();
    }

    @Test
    void affineForms() {
        Known known = Known.of(counting(false));
        Values values = known.values().values();
        CountedLoop.Test test = known.counted().testsBefore(2).get(0);
        Value i = test.induction().variable();
        Value p = test.induction().first();

        Affine form = known.counted()
                .inTermsOf(test, values.subtract(values.multiply(p, values.add(i, values.constant(3))), i));
        assertThat(form.coefficient()).isSameAs(values.subtract(p, values.constant(1)));
        assertThat(form.offset()).isSameAs(values.multiply(p, values.constant(3)));
        assertThat(known.counted().inTermsOf(test, values.multiply(i, i))).isNull();
        assertThat(values.add(values.add(i, values.constant(3)), values.constant(-3)))
                .isSameAs(i);
    }

    /** A field that the loop does not store to is the same in all iterations, unless others' stores become visible. */
    @Test
    void memoryChangesByStoresAndSynchronisation() {
        for (boolean synchronizing : new boolean[] {false, true}) {
            Known known = Known.of(counting(synchronizing));
            Map<String, Value> loaded = new HashMap<>();
            known.values().walk(2, (instruction, before) -> {
                if (known.graph().instruction(instruction).getOpcode() == Opcodes.PUTSTATIC) {
                    loaded.put("y", before.getStack(0));
                }
            });
            boolean same =
                    known.values().isCurrent(loaded.get("y"), known.values().entry(known.loop()));
            assertThat(same).isEqualTo(!synchronizing);
        }
    }

    /** A loop that reads one variable before it assigns it, one only behind an assignment, and one not at all. */
    @Test
    void liveVariables() {
        MethodNode method = method("(III)V", 4);
        Label header = new Label();
        Label end = new Label();
        method.visitLabel(header);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitJumpInsn(Opcodes.IFEQ, end);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitVarInsn(Opcodes.ISTORE, 1);
        method.visitVarInsn(Opcodes.ILOAD, 1);
        method.visitVarInsn(Opcodes.ISTORE, 3);
        method.visitIincInsn(0, -1);
        method.visitJumpInsn(Opcodes.GOTO, header);
        method.visitLabel(end);
        method.visitVarInsn(Opcodes.ILOAD, 2);
        method.visitInsn(Opcodes.POP);
        method.visitInsn(Opcodes.RETURN);
        FlowGraph graph = FlowGraph.of(method);
        BitSet all = new BitSet();
        all.set(0, graph.blocks());
        BitSet loop = new BitSet();
        loop.set(0, 2);
        BitSet behind = new BitSet();
        behind.set(3);

        assertThat(new Liveness(graph, all, new BitSet()).before(0).stream()).containsExactly(0, 2);
        assertThat(new Liveness(graph, loop, new BitSet()).before(0).stream()).containsExactly(0);
        assertThat(new Liveness(graph, loop, behind).before(0).stream()).containsExactly(0, 3);
    }

    /** What an exception leaves unassigned is read by its handler. */
    @Test
    void variablesOfHandlersAreLive() {
        MethodNode method = method("(I)V", 2);
        Label start = new Label();
        Label end = new Label();
        Label handler = new Label();
        method.visitTryCatchBlock(start, end, handler, null);
        method.visitLabel(start);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitVarInsn(Opcodes.ISTORE, 0);
        method.visitLabel(end);
        method.visitInsn(Opcodes.RETURN);
        method.visitLabel(handler);
        method.visitInsn(Opcodes.POP);
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitInsn(Opcodes.POP);
        method.visitInsn(Opcodes.RETURN);
        FlowGraph graph = FlowGraph.of(method);
        BitSet all = new BitSet();
        all.set(0, graph.blocks());

        assertThat(new Liveness(graph, all, new BitSet()).before(0).stream()).containsExactly(0);
    }
}
