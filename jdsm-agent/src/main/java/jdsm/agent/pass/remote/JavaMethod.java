package jdsm.agent.pass.remote;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import jdsm.agent.analysis.FlowGraph;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Writes a second method for one in which no array moves and all remote arrays are there when it begins: parameters, and fields that it
 * does not store. It gets the arrays of Java as more parameters, and its code is that of the program; the method calls it first of all if
 * all arrays are arrays of Java. So the compiler does not see the loops over pages beside it.
 */
final class JavaMethod {
    private static final String SUFFIX = "$java";
    private static final int MOST_ARRAYS = 60;
    /** The greatest number of a method's parameters, of which long and double ones count twice (JVMS 4.3.3). */
    private static final int MOST_PARAMETER_SLOTS = 255;

    /** About so many bytes an instruction has, an access more, and the load of an array before the call. */
    private static final int BYTES_OF_INSTRUCTION = 3;

    private static final int BYTES_OF_ACCESS = 10;
    private static final int BYTES_OF_ARRAY = 25;

    private final Version version;
    private final MethodChange change;
    private final PageLoops pages;
    private final ProgramClasses classes;
    private final Frame<SourceValue>[] sources;
    private final FlowGraph graph;
    private final boolean isStatic;
    private final int parameterSlots;
    private final int count;
    /** By key: how each array is loaded when the method begins. */
    private final Map<String, Loaded> arrays = new LinkedHashMap<>();
    /** By access: the array's number. */
    private final Map<Integer, Integer> numberOf = new HashMap<>();

    private record Loaded(int number, ElementKind kind, AbstractInsnNode load) {}

    JavaMethod(
            Version version,
            MethodChange change,
            PageLoops pages,
            ProgramClasses classes,
            Frame<SourceValue>[] sources) {
        this.version = version;
        this.change = change;
        this.pages = pages;
        this.classes = classes;
        this.sources = sources;
        graph = version.flow.graph();
        isStatic = (version.code.access & Opcodes.ACC_STATIC) != 0;
        parameterSlots = (Type.getArgumentsAndReturnSizes(version.original.desc) >> 2) - (isStatic ? 1 : 0);
        count = graph.last(graph.blocks() - 1) + 1;
    }

    /**
     * Writes the method, and the call of it, if that may be.
     *
     * @param bytes the length of the method that calls it
     * @param mostBytes the greatest length of either
     */
    boolean make(int bytes, int mostBytes) {
        if (version.original.name.startsWith("<") || (version.owner.access & Opcodes.ACC_INTERFACE) != 0) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (version.flow.before(i) != null && graph.instruction(i).getOpcode() >= 0 && !fits(i)) {
                return false;
            }
        }
        if (arrays.isEmpty()
                || arrays.size() > MOST_ARRAYS
                || parameterSlots + arrays.size() > MOST_PARAMETER_SLOTS
                || count * BYTES_OF_INSTRUCTION + numberOf.size() * BYTES_OF_ACCESS > mostBytes
                || arrays.size() * BYTES_OF_ARRAY > mostBytes - bytes) {
            return false;
        }
        version.javaCode = method();
        call();
        return true;
    }

    private boolean fits(int index) {
        AbstractInsnNode node = graph.instruction(index);
        int opcode = node.getOpcode();
        boolean makes = opcode == Opcodes.NEW
                || opcode == Opcodes.NEWARRAY
                || opcode == Opcodes.ANEWARRAY
                || opcode == Opcodes.MULTIANEWARRAY;
        if (makes || opcode == Opcodes.MONITORENTER || opcode == Opcodes.MONITOREXIT) {
            return false;
        }
        if (Trees.mayRunCode(node, version.owner.name)) {
            return false;
        }
        if (pages.isAccess(index)) {
            return find(index);
        }
        return change.replacement(index) == null
                || node instanceof FieldInsnNode
                || opcode == Opcodes.ARRAYLENGTH
                || opcode == Opcodes.CHECKCAST;
    }

    private boolean find(int index) {
        AbstractInsnNode load = source(index, pages.writes(index) ? 2 : 1);
        String key = null;
        if (load instanceof VarInsnNode variable && isParameter(variable)) {
            key = "v" + variable.var;
        } else if (load instanceof FieldInsnNode field && stays(field)) {
            boolean own = field.getOpcode() == Opcodes.GETSTATIC
                    || source(change.index(field), 0) instanceof VarInsnNode self
                            && self.var == 0
                            && !isStatic
                            && isParameter(self);
            key = own ? field.owner + "." + field.name : null;
        }
        if (key == null) {
            return false;
        }
        Loaded array = arrays.computeIfAbsent(key, any -> new Loaded(arrays.size(), pages.row(index), load));
        numberOf.put(index, array.number);
        return true;
    }

    private AbstractInsnNode source(int index, int fromTop) {
        Frame<SourceValue> frame = sources[index];
        SourceValue value = frame.getStack(frame.getStackSize() - 1 - fromTop);
        return value.insns.size() == 1 ? value.insns.iterator().next() : null;
    }

    /** Whether a variable is a parameter that keeps its value. */
    private boolean isParameter(VarInsnNode load) {
        if (load.getOpcode() != Opcodes.ALOAD || load.var >= parameterSlots) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (graph.instruction(i) instanceof VarInsnNode store
                    && store.getOpcode() >= Opcodes.ISTORE
                    && store.getOpcode() <= Opcodes.ASTORE
                    && store.var <= load.var
                    && store.var >= load.var - 1) {
                return false;
            }
        }
        return true;
    }

    /** Whether a field keeps its value while the method runs. */
    private boolean stays(FieldInsnNode load) {
        ClassNode owner = classes.ownerOf(load.owner, load.name, load.desc);
        if (owner == null
                || (ProgramClasses.field(owner, load.name, load.desc).access & Opcodes.ACC_VOLATILE) != 0
                || load.getOpcode() != Opcodes.GETSTATIC && load.getOpcode() != Opcodes.GETFIELD) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            int opcode = graph.instruction(i).getOpcode();
            if ((opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC)
                    && ((FieldInsnNode) graph.instruction(i)).name.equals(load.name)) {
                return false;
            }
        }
        return true;
    }

    private String descriptor() {
        StringBuilder more = new StringBuilder();
        arrays.values().forEach(each -> more.append('[').append(each.kind.letter));
        return version.descriptor().replace(")", more + ")");
    }

    /** A name for this version of the method only: the more parameters could make it one with another one. */
    private String name() {
        StringBuilder name = new StringBuilder(version.original.name)
                .append(SUFFIX)
                .append(version.owner.methods.indexOf(version.original));
        version.remote.stream().forEach(i -> name.append('_').append(i));
        while (version.owner.methods.stream().anyMatch(method -> method.name.contentEquals(name))) {
            name.append('$');
        }
        return name.toString();
    }

    private MethodNode method() {
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_SYNTHETIC | (isStatic ? Opcodes.ACC_STATIC : 0);
        MethodNode method = new MethodNode(
                Opcodes.ASM9,
                access | version.code.access & Opcodes.ACC_STRICT,
                name(),
                descriptor(),
                null,
                version.original.exceptions.toArray(new String[0]));
        Map<LabelNode, LabelNode> labels = new HashMap<>();
        for (int i = 0; i < count; i++) {
            if (graph.instruction(i) instanceof LabelNode label) {
                labels.put(label, new LabelNode());
            }
        }
        int at = version.code.maxLocals + arrays.size();
        for (int i = 0; i < count; i++) {
            Integer number = numberOf.get(i);
            InsnList replacement = version.flow.before(i) == null ? null : change.replacement(i);
            if (number != null) {
                access(method.instructions, i, parameterSlots + number, at);
            } else if (replacement != null) {
                method.instructions.add(replacement);
            } else if (!(graph.instruction(i) instanceof FrameNode)) {
                method.instructions.add(moved(graph.instruction(i).clone(labels)));
            }
        }
        for (TryCatchBlockNode each : version.code.tryCatchBlocks) {
            method.tryCatchBlocks.add(new TryCatchBlockNode(
                    labels.get(each.start), labels.get(each.end), labels.get(each.handler), each.type));
        }
        method.maxLocals = at + 3;
        method.maxStack = version.code.maxStack;
        return method;
    }

    /** Variables stand behind the arrays of Java. */
    private AbstractInsnNode moved(AbstractInsnNode node) {
        if (node instanceof VarInsnNode access && access.var >= parameterSlots) {
            access.var += arrays.size();
        } else if (node instanceof IincInsnNode increment && increment.var >= parameterSlots) {
            increment.var += arrays.size();
        }
        return node;
    }

    private void access(InsnList out, int index, int java, int at) {
        int value = pages.writes(index) ? at + 1 : -1;
        JavaArrayCode.access(graph.instruction(index), pages.row(index), java, value, at, out);
    }

    private void call() {
        InsnList out = new InsnList();
        LabelNode rest = new LabelNode();
        int all = version.code.maxLocals;
        int first = all + 1;
        version.code.maxLocals += 1 + arrays.size();
        out.add(new InsnNode(Opcodes.ICONST_1));
        out.add(new VarInsnNode(Opcodes.ISTORE, all));
        for (Loaded each : arrays.values()) {
            if (each.load instanceof FieldInsnNode field) {
                if (field.getOpcode() == Opcodes.GETFIELD) {
                    out.add(new VarInsnNode(Opcodes.ALOAD, 0));
                }
                out.add(change.isMarked(field) ? change.access(field) : field.clone(null));
            } else {
                out.add(each.load.clone(null));
            }
            JavaArrayCode.find(each.kind, first + each.number, all, out);
        }
        out.add(new VarInsnNode(Opcodes.ILOAD, all));
        out.add(new JumpInsnNode(Opcodes.IFEQ, rest));
        List<Type> types = new ArrayList<>(List.of(Type.getArgumentTypes(version.descriptor())));
        int slot = 0;
        if (!isStatic) {
            out.add(new VarInsnNode(Opcodes.ALOAD, slot++));
        }
        for (Type type : types) {
            out.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), slot));
            slot += type.getSize();
        }
        arrays.values().forEach(each -> out.add(new VarInsnNode(Opcodes.ALOAD, first + each.number)));
        out.add(new MethodInsnNode(
                isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL,
                version.owner.name,
                version.javaCode.name,
                version.javaCode.desc,
                false));
        out.add(new InsnNode(Type.getReturnType(version.descriptor()).getOpcode(Opcodes.IRETURN)));
        out.add(rest);
        version.code.instructions.insert(out);
    }
}
