package jdsm.agent.pass.remote;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import jdsm.agent.analysis.Dominators;
import jdsm.agent.analysis.FlowGraph;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Loops;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/** Finds the innermost loops of a method whose accesses to remote arrays go from element to element, and has them go by page. */
final class PageLoops {
    private static final int LONGEST = 1500;
    private static final int MOST_GROUPS = 40;
    /** The JVM interprets methods of more than 8000 bytes of code. */
    private static final int MOST_BYTES = 7500;
    /** About so many bytes an instruction has, an instruction of a copy, and what stands before it for a group or array. */
    private static final int BYTES_OF_INSTRUCTION = 2;

    private static final int BYTES_OF_COPY = 5;
    private static final int BYTES_OF_GROUP = 75;
    /** The test whether a loop reads a page that it overwrites. */
    private static final int BYTES_OF_PAIR = 24;

    private final Version version;
    private final RemoteProgram program;
    private final MethodChange change;
    private final FlowGraph graph;
    private Dominators dominators;
    private Frame<SourceValue>[] sources;

    /**
     * What a loop over pages is made of.
     *
     * @param variable the slot of the variable by which the loop counts
     * @param down whether the variable falls
     * @param groups the accesses by page
     * @param kept arrays that stay while the loop runs and are accessed by element: what an access needs of them is kept
     * @param whole the groups whose pages need not be fetched where the loop overwrites them from end to end
     */
    record Plan(
            Loop loop,
            Trees trees,
            int variable,
            boolean down,
            List<PageAccess.Group> groups,
            List<KeptArray> kept,
            WholePages.Found whole) {}

    PageLoops(Version version, RemoteProgram program, MethodChange change) {
        this.version = version;
        this.program = program;
        this.change = change;
        graph = version.flow.graph();
    }

    void make() {
        dominators = new Dominators(graph);
        Loops loops = new Loops(graph, dominators);
        int bytes = graph.last(graph.blocks() - 1) * BYTES_OF_INSTRUCTION;
        Set<Loop> outer = loops.all().stream().map(Loop::parent).collect(Collectors.toSet());
        List<Loop> inner = loops.all().stream()
                .filter(loop -> !outer.contains(loop) && !accesses(loop).isEmpty())
                .sorted(Comparator.comparingInt(Loop::header))
                .toList();
        List<Plan> plans = new ArrayList<>();
        for (Loop loop : inner) {
            String fault = fault(loop);
            if (fault != null) {
                report(loop, List.of(), List.of(), fault);
                continue;
            }
            Trees trees = trees(loop);
            Plan plan = plan(loop, trees);
            int more = bytes(loop, plan);
            if (bytes + more > MOST_BYTES) {
                report(loop, List.of(), List.of(), "the method would become too long for the JVM to compile; split it");
                continue;
            }
            bytes += more;
            report(loop, plan.groups, plan.whole.groups(), reason(trees));
            if (!plan.groups.isEmpty() || !plan.kept.isEmpty()) {
                plans.add(plan);
            }
        }
        boolean hasAccess =
                loops.all().stream().anyMatch(loop -> !accesses(loop).isEmpty());
        List<FlatCode.Plan> flat =
                hasAccess && javaMethod(bytes) ? List.of() : new FlatLoops(this, loops, MOST_BYTES - bytes).find();
        List<LoopCode> codes =
                plans.stream().map(plan -> new LoopCode(version, change, plan)).toList();
        codes.forEach(LoopCode::insert);
        flat.forEach(plan -> new FlatCode(version, change, this, plan, codes).insert());
    }

    /** @param bytes the length of the method so far */
    private boolean javaMethod(int bytes) {
        sources = sources == null ? sources() : sources;
        return new JavaMethod(version, change, this, program.classes(), sources).make(bytes, MOST_BYTES);
    }

    /** The expressions of a loop. */
    Trees trees(Loop loop) {
        sources = sources == null ? sources() : sources;
        return new Trees(version, program.classes(), sources, dominators, loop);
    }

    /** About how much code a loop over pages adds. */
    private int bytes(Loop loop, Plan plan) {
        return instructions(loop) * BYTES_OF_COPY
                + (plan.groups.size() + plan.kept.size()) * BYTES_OF_GROUP
                + plan.whole.groups().size() * plan.groups.size() * BYTES_OF_PAIR;
    }

    /** The number of a loop's instructions, labels and line numbers included. */
    int instructions(Loop loop) {
        return loop.blocks().stream()
                .map(block -> graph.last(block) - graph.first(block) + 1)
                .sum();
    }

    /** The instructions of each operand; those that only copy an operand do not count. */
    private Frame<SourceValue>[] sources() {
        try {
            return new Analyzer<>(new SourceInterpreter(Opcodes.ASM9) {
                        @Override
                        public SourceValue copyOperation(AbstractInsnNode node, SourceValue value) {
                            return node instanceof VarInsnNode ? super.copyOperation(node, value) : value;
                        }
                    })
                    .analyze(version.owner.name, version.code);
        } catch (AnalyzerException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The accesses to elements of remote arrays. */
    List<Integer> accesses(Loop loop) {
        List<Integer> found = new ArrayList<>();
        loop.blocks().stream().forEach(block -> {
            for (int i = graph.first(block); i <= graph.last(block); i++) {
                if (isAccess(i)) {
                    found.add(i);
                }
            }
        });
        return found;
    }

    /** Whether an instruction accesses an element of a remote array. */
    boolean isAccess(int index) {
        int opcode = graph.instruction(index).getOpcode();
        boolean access = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD && opcode != Opcodes.AALOAD
                || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE && opcode != Opcodes.AASTORE;
        return access && version.flow.before(index) != null && row(index) != null;
    }

    boolean writes(int index) {
        return graph.instruction(index).getOpcode() >= Opcodes.IASTORE;
    }

    /** The kind of the remote array of an access; null if the array is not remote. */
    ElementKind row(int index) {
        FlowValue array = version.flow.operand(index, writes(index) ? 2 : 1);
        return array.isRemoteRow() ? ElementKind.of(array.type()) : null;
    }

    /** Why a loop cannot be copied, or null. */
    String fault(Loop loop) {
        int size = 0;
        List<Integer> handlers = graph.handlers(loop.header());
        for (int block : loop.blocks().stream().toArray()) {
            if (!graph.handlers(block).equals(handlers)) {
                return "it has a try block";
            }
            for (int i = graph.first(block); i <= graph.last(block); i++) {
                int opcode = graph.instruction(i).getOpcode();
                size++;
                if (opcode == Opcodes.NEW || opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
                    return "it makes an object or synchronises (line " + Names.line(graph.instruction(i)) + ")";
                }
            }
        }
        if (size > LONGEST) {
            return "its code is too long";
        }
        boolean empty = version.flow.before(graph.first(loop.header())).getStackSize() == 0;
        return empty && firstInstruction(loop.header()) >= 0 ? null : "it begins within an expression";
    }

    private int firstInstruction(int block) {
        for (int i = graph.first(block); i <= graph.last(block); i++) {
            if (graph.instruction(i).getOpcode() >= 0) {
                return i;
            }
        }
        return -1;
    }

    private Plan plan(Loop loop, Trees trees) {
        Map<Integer, Integer> variables = trees.variables();
        int counter = variables.keySet().stream().sorted().findFirst().orElse(-1);
        int step = variables.getOrDefault(counter, 0);
        List<PageAccess.Group> groups = counter < 0 ? List.of() : groups(loop, trees, variables, step);
        groups = groups.size() > MOST_GROUPS ? List.of() : groups;
        return new Plan(
                loop,
                trees,
                counter,
                step < 0,
                groups,
                kept(loop, trees, groups),
                WholePages.in(version, change, loop, trees, groups, step));
    }

    private List<KeptArray> kept(Loop loop, Trees trees, List<PageAccess.Group> groups) {
        Set<Integer> byPage = new LinkedHashSet<>();
        groups.forEach(group -> group.accesses().forEach(access -> byPage.add(access.index())));
        Map<String, KeptArray> kept = new LinkedHashMap<>();
        for (int index : accesses(loop)) {
            Tree array = byPage.contains(index) ? null : trees.operand(index, writes(index) ? 2 : 1);
            if (array != null && array.stays()) {
                kept.computeIfAbsent(array.key(), key -> new KeptArray(row(index), array, new ArrayList<>()))
                        .accesses()
                        .add(index);
            }
        }
        return List.copyOf(kept.values());
    }

    private List<PageAccess.Group> groups(Loop loop, Trees trees, Map<Integer, Integer> variables, int step) {
        Map<String, List<PageAccess>> byKey = new LinkedHashMap<>();
        for (int index : accesses(loop)) {
            boolean writes = writes(index);
            ElementKind kind = row(index);
            int value = writes ? 1 : 0;
            Tree array = trees.always(index) ? trees.operand(index, value + 1) : null;
            Tree at = array == null || !array.stays() ? null : trees.operand(index, value);
            Tree.Linear linear = at == null ? null : at.linear();
            if (linear != null && linear.coefficient() == 1 && haveStep(at, variables, step)) {
                PageAccess access = new PageAccess(index, writes, kind, array, at);
                byKey.computeIfAbsent(access.key(), key -> new ArrayList<>()).add(access);
            }
        }
        List<PageAccess.Group> groups = new ArrayList<>();
        for (List<PageAccess> same : byKey.values()) {
            same.sort(Comparator.comparingInt(PageAccess::constant));
            List<PageAccess> group = new ArrayList<>();
            for (PageAccess access : same) {
                long distance = group.isEmpty()
                        ? 0
                        : (long) access.constant() - group.get(0).constant();
                if (distance > PageAccess.Group.WIDEST) {
                    groups.add(new PageAccess.Group(group));
                    group = new ArrayList<>();
                }
                group.add(access);
            }
            groups.add(new PageAccess.Group(group));
        }
        return groups;
    }

    private static boolean haveStep(Tree tree, Map<Integer, Integer> variables, int step) {
        return tree == null
                || (tree.sort() != Tree.Sort.VARIABLE || variables.get(tree.number()) == step)
                        && haveStep(tree.left(), variables, step)
                        && haveStep(tree.right(), variables, step);
    }

    private static String reason(Trees trees) {
        return trees.variables().isEmpty()
                ? "no variable grows or falls by a constant in each iteration"
                : "the index is not a variable that grows or falls in each iteration plus a value that stays, the array does not stay,"
                        + " or not every iteration has the access";
    }

    private void report(Loop loop, List<PageAccess.Group> groups, List<PageAccess.Group> whole, String reason) {
        Set<Integer> byPage = new LinkedHashSet<>();
        Set<String> paged = new LinkedHashSet<>();
        for (PageAccess.Group group : groups) {
            group.accesses().forEach(access -> byPage.add(access.index()));
            paged.add(name(group.first().array()));
        }
        Set<Integer> lines = new LinkedHashSet<>();
        for (int index : accesses(loop)) {
            if (!byPage.contains(index)) {
                lines.add(Names.line(graph.instruction(index)));
            }
        }
        int first = Math.max(0, firstInstruction(loop.header()));
        String place = Names.of(version.owner.name, version.original.name) + " (" + version.owner.sourceFile + ":"
                + Names.line(graph.instruction(first)) + ")";
        List<String> parts = new ArrayList<>();
        if (!paged.isEmpty()) {
            parts.add("by page: " + String.join(", ", paged));
        }
        if (!whole.isEmpty()) {
            parts.add("not fetched where it is overwritten whole: "
                    + whole.stream()
                            .map(group -> name(group.first().array()))
                            .distinct()
                            .collect(Collectors.joining(", ")));
        }
        if (!lines.isEmpty()) {
            parts.add("by element: accesses of line "
                    + lines.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ", for " + reason);
        }
        program.addLoop(new RemoteProgram.LoopReport(version.owner.name, place, String.join("; ", parts)));
    }

    private String name(Tree array) {
        if (array.node() instanceof FieldInsnNode field) {
            return field.name;
        }
        if (array.sort() == Tree.Sort.ELEMENT) {
            return name(array.left()) + "[]";
        }
        if (array.node() instanceof VarInsnNode load) {
            int at = version.code.instructions.indexOf(load);
            LocalVariableNode variable = Names.variableAt(version.code, load.var, at);
            if (variable != null) {
                return variable.name;
            }
        }
        return "an array";
    }
}
