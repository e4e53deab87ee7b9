package jdsm.agent.analysis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Finds the arrays that a method has as parameters and that do not escape from it: when it returns, no code has a reference
 * that it did not have before (Choi et al., Escape Analysis for Java, OOPSLA 1999: "ArgEscape"). A fixed point over the
 * methods of one class; calls of other classes let their arguments escape, but for some of the JDK. Not thread-safe.
 */
public final class Escapes {
    /** Methods of java.util.Arrays that use their arrays only until they return. */
    private static final Set<String> OF_ARRAYS =
            Set.of("fill", "sort", "equals", "hashCode", "toString", "copyOf", "copyOfRange", "binarySearch");

    /** Other methods that use their arrays only until they return, by class; an empty set stands for all methods. */
    private static final Map<String, Set<String>> HARMLESS = Map.of(
            "java/lang/System", Set.of("arraycopy"),
            "jdsm/runtime/ArrayCalls", Set.of("arraycopy", "read", "write"),
            "jdsm/runtime/Checks", Set.of());

    private final ClassNode node;
    private final Classes classes;
    private final Map<String, MethodNode> methods = new HashMap<>();
    /** The variables of array parameters that escape, by method. */
    private final Map<MethodNode, Set<Integer>> escaping = new HashMap<>();

    private Escapes(ClassNode node, Classes classes) {
        this.node = node;
        this.classes = classes;
    }

    /** Analyses the methods of a class as they are now. */
    public static Escapes of(ClassNode node, Classes classes) {
        Escapes escapes = new Escapes(node, classes);
        for (MethodNode method : node.methods) {
            if (method.instructions.size() > 0 && !method.name.startsWith("<") && method.desc.contains("[")) {
                escapes.methods.put(method.name + method.desc, method);
                escapes.escaping.put(method, new HashSet<>());
            }
        }
        boolean changed = !escapes.methods.isEmpty();
        while (changed) {
            changed = false;
            for (MethodNode method : escapes.methods.values()) {
                changed |= escapes.analyze(method);
            }
        }
        return escapes;
    }

    private boolean analyze(MethodNode method) {
        Set<Integer> found = escaping.get(method);
        int before = found.size();
        try {
            new Analyzer<>(new Tracker(found)).analyze(node.name, method);
        } catch (AnalyzerException e) {
            throw new IllegalStateException(node.name + "." + method.name + method.desc, e);
        }
        return found.size() > before;
    }

    /** Whether no method of the class has an array as a parameter. */
    public boolean isEmpty() {
        return methods.isEmpty();
    }

    /** The method of the class that a call runs, if it has arrays as parameters and the call runs no other; else null. */
    public MethodNode callee(MethodInsnNode call) {
        MethodNode method = call.owner.equals(node.name) ? methods.get(call.name + call.desc) : null;
        boolean virtual = call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE;
        return method != null && classes.runsOnly(new Call(call.owner, call.name, call.desc, virtual), node.name)
                ? method
                : null;
    }

    /** Whether an array escapes from a method that has it as a parameter in a variable. */
    public boolean escapes(MethodNode method, int variable) {
        return !escaping.containsKey(method) || escaping.get(method).contains(variable);
    }

    /**
     * Whether an array that is an argument of a call, or its receiver, may escape by it.
     *
     * @param argument the number of the argument; -1 for the receiver
     */
    public boolean escapesBy(MethodInsnNode call, int argument) {
        if (call.owner.startsWith("[")) {
            return argument >= 0 || !call.name.equals("clone");
        }
        if (call.owner.equals("java/util/Arrays")) {
            boolean isArray = Type.getArgumentTypes(call.desc)[argument].getSort() == Type.ARRAY;
            return !isArray || !OF_ARRAYS.contains(call.name);
        }
        Set<String> harmless = HARMLESS.get(call.owner);
        if (harmless != null) {
            return !harmless.isEmpty() && !harmless.contains(call.name);
        }
        MethodNode callee = argument < 0 ? null : callee(call);
        return callee == null || escapes(callee, variableOf(callee, argument));
    }

    /** The variable of a parameter. */
    public static int variableOf(MethodNode method, int parameter) {
        int variable = (method.access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        Type[] types = Type.getArgumentTypes(method.desc);
        for (int i = 0; i < parameter; i++) {
            variable += types[i].getSize();
        }
        return variable;
    }

    /** The array that a parameter's variable contains at the method's start. */
    private static final class Parameter extends BasicValue {
        private final int variable;

        private Parameter(int variable) {
            super(BasicValue.REFERENCE_VALUE.getType());
            this.variable = variable;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Parameter parameter && parameter.variable == variable;
        }

        @Override
        public int hashCode() {
            return variable;
        }
    }

    /** Follows the arrays of parameters through variables and the operand stack. */
    private final class Tracker extends BasicInterpreter {
        private final Set<Integer> found;

        private Tracker(Set<Integer> found) {
            super(Opcodes.ASM9);
            this.found = found;
        }

        private void escape(BasicValue value) {
            if (value instanceof Parameter parameter) {
                found.add(parameter.variable);
            }
        }

        @Override
        public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
            return type.getSort() == Type.ARRAY
                    ? new Parameter(local)
                    : super.newParameterValue(isInstanceMethod, local, type);
        }

        @Override
        public BasicValue unaryOperation(AbstractInsnNode instruction, BasicValue value) throws AnalyzerException {
            int opcode = instruction.getOpcode();
            if (opcode == Opcodes.CHECKCAST && value instanceof Parameter) {
                return value;
            }
            if (opcode == Opcodes.PUTSTATIC || opcode == Opcodes.ATHROW || opcode == Opcodes.MONITORENTER) {
                escape(value);
            }
            return super.unaryOperation(instruction, value);
        }

        @Override
        public BasicValue binaryOperation(AbstractInsnNode instruction, BasicValue first, BasicValue second)
                throws AnalyzerException {
            if (instruction.getOpcode() == Opcodes.PUTFIELD) {
                escape(second);
            }
            return super.binaryOperation(instruction, first, second);
        }

        @Override
        public BasicValue ternaryOperation(
                AbstractInsnNode instruction, BasicValue array, BasicValue index, BasicValue value)
                throws AnalyzerException {
            escape(value);
            return super.ternaryOperation(instruction, array, index, value);
        }

        @Override
        public BasicValue naryOperation(AbstractInsnNode instruction, List<? extends BasicValue> values)
                throws AnalyzerException {
            boolean hasReceiver =
                    instruction instanceof MethodInsnNode && instruction.getOpcode() != Opcodes.INVOKESTATIC;
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i) instanceof Parameter parameter
                        && !(instruction instanceof MethodInsnNode call && !escapesBy(call, hasReceiver ? i - 1 : i))) {
                    escape(parameter);
                }
            }
            return super.naryOperation(instruction, values);
        }

        @Override
        public void returnOperation(AbstractInsnNode instruction, BasicValue value, BasicValue expected) {
            escape(value);
        }

        @Override
        public BasicValue merge(BasicValue first, BasicValue second) {
            if (first.equals(second) && second.equals(first)) {
                return first;
            }
            if (first == BasicValue.UNINITIALIZED_VALUE || second == BasicValue.UNINITIALIZED_VALUE) {
                return BasicValue.UNINITIALIZED_VALUE; // no code can read it
            }
            escape(first);
            escape(second);
            return super.merge(plain(first), plain(second));
        }

        private static BasicValue plain(BasicValue value) {
            return value instanceof Parameter ? BasicValue.REFERENCE_VALUE : value;
        }
    }
}
