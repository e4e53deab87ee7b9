package jdsm.agent.pass.remote;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Loop;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;

/**
 * Writes a copy of a loop, and of the loops in it, for the case that all of its remote arrays are arrays of Java: the copy is the loop as it
 * is without marks, and the compiler makes the same of it. It stands before the loop:
 *
 * <pre>
 *          for each array: the array of Java; if there is none, go to slow
 * fast:    the copy
 * slow:    the loop of the program
 * </pre>
 */
final class FlatCode extends LoopCopy {
    private final List<KeptArray> arrays;
    private final List<LoopCode> inner;
    /** The labels of the loop's begin. */
    private final Set<LabelNode> headers = new HashSet<>();

    private final PageLoops pages;
    /** By access: the variable that has the array of Java. */
    private final Map<Integer, Integer> javaOf = new HashMap<>();
    /** The variables that have a value to store. */
    private final Map<ElementKind, Integer> values = new EnumMap<>(ElementKind.class);
    /** The variable that has an index. */
    private final int at;
    /** The variable that says whether all arrays were found. */
    private final int all;

    /**
     * The loop, and what it accesses.
     *
     * @param arrays all of its remote arrays, which stay while it runs
     */
    record Plan(Loop loop, Trees trees, List<KeptArray> arrays) {}

    /** @param pageLoops those that are inserted already */
    FlatCode(Version version, MethodChange change, PageLoops pages, Plan plan, List<LoopCode> pageLoops) {
        super(version, change, plan.loop(), plan.trees());
        this.pages = pages;
        at = local();
        all = local();
        arrays = plan.arrays();
        inner = pageLoops.stream()
                .filter(each -> loop.contains(each.loop.header()))
                .toList();
        for (int i = graph.first(loop.header()); graph.instruction(i).getOpcode() < 0; i++) {
            if (graph.instruction(i) instanceof LabelNode label) {
                headers.add(label);
            }
        }
    }

    @Override
    AbstractInsnNode place() {
        return inner.stream()
                .filter(each -> each.loop.header() == loop.header())
                .map(each -> each.written()[0])
                .findFirst()
                .orElseGet(super::place);
    }

    void insert() {
        out.add(MethodChange.code("moves", "()I"));
        load(Opcodes.ISTORE, moves);
        push(1);
        load(Opcodes.ISTORE, all);
        arrays.forEach(this::find);
        load(Opcodes.ILOAD, all);
        jump(Opcodes.IFEQ, slow); // one jump: where the compiler has no counts, it takes each jump for one of ten
        copy();
        out.add(slow);
        insertBeforeLoop();
        skip();
    }

    /** Has later iterations of the program's loop skip the copy: the compiler knows with which values the copy begins. */
    private void skip() {
        for (int block : loop.blocks().stream().toArray()) {
            for (int i = graph.first(block); i <= graph.last(block); i++) {
                skip(graph.instruction(i));
            }
            if (graph.fallsThrough(block) && block + 1 == loop.header()) {
                version.code.instructions.insertBefore(
                        graph.instruction(graph.first(loop.header())), new JumpInsnNode(Opcodes.GOTO, slow));
            }
        }
        for (LoopCode each : inner) {
            for (AbstractInsnNode node : each.written()) {
                skip(node);
            }
        }
    }

    private void skip(AbstractInsnNode node) {
        if (node instanceof JumpInsnNode jump) {
            jump.label = next(jump.label);
        } else if (node instanceof TableSwitchInsnNode table) {
            table.labels.replaceAll(this::next);
            table.dflt = next(table.dflt);
        } else if (node instanceof LookupSwitchInsnNode lookup) {
            lookup.labels.replaceAll(this::next);
            lookup.dflt = next(lookup.dflt);
        }
    }

    private LabelNode next(LabelNode label) {
        return headers.contains(label) ? slow : label;
    }

    private void find(KeptArray each) {
        int java = local();
        each.accesses().forEach(index -> javaOf.put(index, java));
        int array = expressions.into(each.array());
        load(Opcodes.ALOAD, array);
        JavaArrayCode.find(each.kind(), java, all, out);
    }

    @Override
    boolean access(int index) {
        Integer java = javaOf.get(index);
        if (java == null) {
            return false;
        }
        ElementKind kind = pages.row(index);
        int value = pages.writes(index) ? values.computeIfAbsent(kind, this::local) : -1;
        JavaArrayCode.access(graph.instruction(index), kind, java, value, at, out);
        return true;
    }

    private int local(ElementKind kind) {
        int first = local();
        version.code.maxLocals += kind.isWide() ? 1 : 0;
        return first;
    }
}
