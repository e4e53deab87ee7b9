package jdsm.agent.analysis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdsm.agent.analysis.Targets.Target;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.CodeSizeEvaluator;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Finds the code of short methods that may stand in place of calls: methods without synchronisation and
 * handlers of exceptions, and with no loops but those of few iterations, where a call runs this method alone. Thread-safe.
 */
final class ShortMethods {
    /** The greatest length of a short method. */
    private static final int MOST_BYTES = 200;

    private static final Set<Integer> BOUND_TO_METHOD = Set.of(
            Opcodes.MONITORENTER,
            Opcodes.MONITOREXIT,
            Opcodes.JSR,
            Opcodes.RET,
            Opcodes.INVOKEDYNAMIC,
            Opcodes.PUTSTATIC);

    private final ApplicationClasses classes;
    private final ConcurrentHashMap<String, Map<String, Body>> known = new ConcurrentHashMap<>();

    private final ReceiverClasses receivers;

    ShortMethods(ApplicationClasses classes, Targets targets) {
        this.classes = classes;
        this.receivers = new ReceiverClasses(classes, targets);
    }

    /** The methods that a virtual call runs on objects of each class: see {@link Classes#receivers}. */
    Map<String, Call> receivers(Call call, String from) {
        return receivers.of(call, from);
    }

    /** The code of the only method that a call may run; null if it is not known or not short. */
    Body of(Call call) {
        Target target = target(call);
        return target == null ? null : of(target.owner()).get(ClassFacts.key(call.name(), call.descriptor()));
    }

    private Target target(Call call) {
        if (call.name().startsWith("<") || call.owner().startsWith("[")) {
            return null;
        }
        List<Target> targets = classes.targets(call);
        if (targets == null || targets.size() != 1) {
            return null;
        }
        Target target = targets.get(0);
        boolean known = target.selected() && classes.isApplication(target.owner());
        return known && !classes.maySynchronize(call) ? target : null;
    }

    private Map<String, Body> of(String owner) {
        Map<String, Body> bodies = known.get(owner);
        if (bodies == null) {
            byte[] classFile = classes.classFile(owner);
            bodies = classFile == null ? Map.of() : read(owner, classFile);
            known.putIfAbsent(owner, bodies);
        }
        return bodies;
    }

    private Map<String, Body> read(String owner, byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.SKIP_FRAMES);
        Map<String, Body> bodies = new HashMap<>();
        for (MethodNode method : node.methods) {
            body(owner, method).ifPresent(body -> bodies.put(ClassFacts.key(method.name, method.desc), body));
        }
        return bodies;
    }

    private Optional<Body> body(String owner, MethodNode method) {
        int bound = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_SYNCHRONIZED;
        if ((method.access & bound) != 0 || method.name.startsWith("<") || !method.tryCatchBlocks.isEmpty()) {
            return Optional.empty();
        }
        CodeSizeEvaluator size = new CodeSizeEvaluator(null);
        Set<AbstractInsnNode> before = new HashSet<>();
        boolean loops = false;
        for (AbstractInsnNode node : method.instructions) {
            if (BOUND_TO_METHOD.contains(node.getOpcode()) || isLinked(node)) {
                return Optional.empty();
            }
            before.add(node);
            loops |= FlowGraph.targets(node).stream().anyMatch(before::contains);
            node.accept(size);
        }
        boolean isShort = size.getMaxSize() <= MOST_BYTES && returnsAlone(owner, method);
        // A method with a longer loop makes its checks before it.
        return isShort && (!loops || FewIterations.in(owner, method, classes))
                ? Optional.of(new Body(owner, method, size.getMaxSize(), loops))
                : Optional.empty();
    }

    /** Whether an instruction loads a constant that the JVM resolves for its class: such as a class. */
    private static boolean isLinked(AbstractInsnNode node) {
        return node instanceof LdcInsnNode constant
                && !(constant.cst instanceof Number)
                && !(constant.cst instanceof String);
    }

    /** Whether a method returns, and nothing but the result is then on the stack. */
    private static boolean returnsAlone(String owner, MethodNode method) {
        int result = Type.getReturnType(method.desc) == Type.VOID_TYPE ? 0 : 1;
        try {
            Frame<BasicValue>[] frames = new Analyzer<>(new BasicInterpreter()).analyze(owner, method);
            boolean some = false;
            for (int i = 0; i < frames.length; i++) {
                int opcode = method.instructions.get(i).getOpcode();
                boolean returns = opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
                if (returns && frames[i] != null && frames[i].getStackSize() != result) {
                    return false;
                }
                some |= returns && frames[i] != null;
            }
            return some;
        } catch (AnalyzerException e) {
            return false;
        }
    }
}
