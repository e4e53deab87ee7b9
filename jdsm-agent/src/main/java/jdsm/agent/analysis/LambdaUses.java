package jdsm.agent.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Finds the lambdas of a method that the program may store. The others are arguments, and nothing else, of methods and
 * constructors of the JDK or of JDSM that take an object of their interface. These call the lambda but store it in no
 * place that ranks share, except those of futures. What takes any object, such as {@code List.add}, may store it there.
 */
final class LambdaUses extends BasicInterpreter {
    private static final String SERIALIZED = "$deserializeLambda$";
    private static final String OBJECT = "java/lang/Object";

    private final ApplicationClasses classes;
    private final Map<InvokeDynamicInsnNode, Made> made = new HashMap<>();

    /** The value that an instruction makes. */
    private static final class Made extends BasicValue {
        private boolean isStored;

        private Made(Type type) {
            super(type);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    private LambdaUses(ApplicationClasses classes) {
        super(Opcodes.ASM9);
        this.classes = classes;
    }

    /** Whether the code of a class may make lambdas, by its constant pool. */
    static boolean mayMake(ClassReader reader) {
        ConstantPool pool = new ConstantPool(reader);
        for (int entry = 1; entry < pool.end(); entry++) {
            if (pool.tag(entry) == ConstantPool.CLASS && pool.className(entry).equals(ReferenceBody.FACTORY)) {
                return true;
            }
        }
        return false;
    }

    /** The instructions of a method that make lambdas which may be stored, in their order. */
    static List<InvokeDynamicInsnNode> stored(String owner, MethodNode method, ApplicationClasses classes) {
        List<InvokeDynamicInsnNode> makers = new ArrayList<>();
        for (AbstractInsnNode instruction : method.instructions) {
            if (instruction instanceof InvokeDynamicInsnNode dynamic && isLambda(dynamic)) {
                makers.add(dynamic);
            }
        }
        if (makers.isEmpty() || method.name.equals(SERIALIZED)) {
            return List.of();
        }
        LambdaUses uses = new LambdaUses(classes);
        try {
            new Analyzer<>(uses).analyze(owner, method);
        } catch (AnalyzerException e) {
            throw new IllegalStateException(owner + "." + method.name + ": " + e.getMessage(), e);
        }
        makers.removeIf(maker -> !uses.made.containsKey(maker) || !uses.made.get(maker).isStored);
        return makers;
    }

    private static boolean isLambda(InvokeDynamicInsnNode dynamic) {
        return ReferenceBody.target(dynamic) != null;
    }

    @Override
    public BasicValue naryOperation(AbstractInsnNode node, List<? extends BasicValue> values) throws AnalyzerException {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof Made lambda) {
                lambda.isStored |= !(node instanceof MethodInsnNode call) || !onlyCalls(call, i, lambda);
            }
        }
        BasicValue result = super.naryOperation(node, values);
        return node instanceof InvokeDynamicInsnNode dynamic && isLambda(dynamic)
                ? made.computeIfAbsent(dynamic, maker -> new Made(Type.getReturnType(dynamic.desc)))
                : result;
    }

    /** Whether a method only calls the lambda that is a receiver or argument. */
    private boolean onlyCalls(MethodInsnNode call, int at, Made lambda) {
        int argument = call.getOpcode() == Opcodes.INVOKESTATIC ? at : at - 1;
        if (argument < 0) {
            return !classes.isApplication(lambda.getType().getInternalName());
        }
        String type = Type.getArgumentTypes(call.desc)[argument].getInternalName();
        if (type.equals(OBJECT)) {
            return false;
        }
        String declaring = classes.declaring(call.owner, call.name, call.desc);
        return declaring != null && !classes.isApplication(declaring) && !TwinNames.KEEP_FUNCTIONS.contains(declaring);
    }

    @Override
    public BasicValue copyOperation(AbstractInsnNode node, BasicValue value) throws AnalyzerException {
        return super.copyOperation(node, stored(value));
    }

    @Override
    public BasicValue unaryOperation(AbstractInsnNode node, BasicValue value) throws AnalyzerException {
        return super.unaryOperation(node, stored(value));
    }

    @Override
    public BasicValue binaryOperation(AbstractInsnNode node, BasicValue one, BasicValue other)
            throws AnalyzerException {
        return super.binaryOperation(node, stored(one), stored(other));
    }

    @Override
    public BasicValue ternaryOperation(AbstractInsnNode node, BasicValue one, BasicValue other, BasicValue third)
            throws AnalyzerException {
        return super.ternaryOperation(node, stored(one), stored(other), stored(third));
    }

    @Override
    public void returnOperation(AbstractInsnNode node, BasicValue value, BasicValue expected) {
        stored(value);
    }

    @Override
    public BasicValue merge(BasicValue one, BasicValue other) {
        return one == other ? one : super.merge(stored(one), stored(other));
    }

    /** Notes that a value may be stored; returns a value of its type without its origin. */
    private static BasicValue stored(BasicValue value) {
        if (value instanceof Made lambda) {
            lambda.isStored = true;
            return new BasicValue(lambda.getType());
        }
        return value;
    }
}
