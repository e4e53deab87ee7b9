package jdsm.agent.pass.remote;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/** A method for certain kinds of arguments: as it is marked, or specialised for remote arrays as more of its parameters. */
final class Version {
    /** The beginning of the names that compilers give to fields for variables that local and anonymous classes capture. */
    private static final String CAPTURED = "val$";

    final ClassNode owner;
    final MethodNode original;
    /** The parameters that are remote arrays. */
    final BitSet remote;
    /** Whether the remote parameters are the marked ones. */
    final boolean base;

    private final boolean markedResult;
    /** Whether this is a constructor that gets captured variables, of which one is a remote array. */
    final boolean captures;
    /** The method's code, which is not that of the class until the class is put together. */
    final MethodNode code;
    /** Null for a method without code. */
    final MethodFlow flow;
    /** The method for the case that all remote arrays are arrays of Java; null if there is none. */
    MethodNode javaCode;
    /** Whether code of the program may call this version. */
    boolean reached;

    private final List<Refusal> ofMarks = new ArrayList<>();

    Version(ProgramClasses.Method method, BitSet remote, ProgramClasses classes) {
        owner = method.owner();
        original = method.node();
        this.remote = remote;
        Marks marks = classes.marks(owner);
        base = remote.equals(marks.parameters(original));
        captures = original.name.equals("<init>") && marks.hasCaptured();
        markedResult = marks.hasMarkedResult(original);
        reached = base && (!hasOrdinaryArrays() || classes.mayBeCalledOutside(method));
        code = new MethodNode(
                Opcodes.ASM9,
                original.access,
                original.name,
                original.desc,
                original.signature,
                original.exceptions.toArray(new String[0]));
        original.accept(code);
        flow = code.instructions.size() == 0 ? null : flow(classes);
    }

    /** Whether a parameter is an ordinary array that could be remote in another version. */
    private boolean hasOrdinaryArrays() {
        Type[] types = Type.getArgumentTypes(original.desc);
        for (int i = 0; i < types.length; i++) {
            if (ElementKind.of(types[i]) != null && !remote.get(i)) {
                return true;
            }
        }
        return false;
    }

    private MethodFlow flow(ProgramClasses classes) {
        try {
            MethodFlow found = new MethodFlow(code, classes, Marks.locals(owner, code, ofMarks));
            remote.stream().forEach(i -> found.parameters().get(i).makeRemote());
            if (markedResult) {
                found.result().makeRemote();
            }
            return found;
        } catch (AnalyzerException e) {
            throw new IllegalStateException(
                    "method " + Names.of(owner.name, original.name) + " cannot be analysed: " + e.getMessage(), e);
        }
    }

    static String key(ProgramClasses.Method method, BitSet remote) {
        return method.owner().name + "." + method.node().name + method.node().desc + remote;
    }

    boolean hasRemoteResult() {
        return markedResult || !base && flow != null && flow.result().isRemote();
    }

    /** The descriptor with remote arrays. */
    String descriptor() {
        Type[] types = Type.getArgumentTypes(original.desc);
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < types.length; i++) {
            text.append(remote.get(i) ? ElementKind.remote(types[i]) : types[i].getDescriptor());
        }
        Type back = Type.getReturnType(original.desc);
        return text.append(')')
                .append(hasRemoteResult() ? ElementKind.remote(back) : back.getDescriptor())
                .toString();
    }

    Refusal refusal(AbstractInsnNode instruction, String reason) {
        return Names.refusal(owner, original, instruction, reason);
    }

    /** What cannot be, by the kinds that were found. */
    List<Refusal> refusals() {
        List<Refusal> found = new ArrayList<>(ofMarks);
        if (flow == null) {
            return found;
        }
        flow.ordinary()
                .forEach((instruction, kinds) -> kinds.forEach((kind, why) -> {
                    if (kind.isRemote()) {
                        found.add(refusal(instruction, why));
                    }
                }));
        for (int i = 0; i < flow.parameters().size(); i++) {
            Kind kind = flow.parameters().get(i);
            if (kind != null && kind.isRemote() && !remote.get(i) && captures) {
                found.add(refusal(
                        first(),
                        "captures a variable that is a remote array in one call of its method and an ordinary one in"
                                + " another; write a method and a class for each of the two"));
            } else if (kind != null && kind.isRemote() && !remote.get(i)) {
                found.add(refusal(
                        first(),
                        "mixes remote arrays with parameter " + (i + 1) + ", which is not marked; mark the parameter"
                                + " @Remote"));
            }
        }
        if (base && !markedResult && flow.result().isRemote()) {
            found.add(refusal(first(), "returns a remote array; mark the result @Remote"));
        }
        return found;
    }

    private AbstractInsnNode first() {
        for (AbstractInsnNode each : code.instructions) {
            if (each instanceof org.objectweb.asm.tree.LineNumberNode) {
                return each;
            }
        }
        return null;
    }

    /** The fields of this class for captured variables that this constructor sets to remote arrays. */
    List<String> remoteCaptures() {
        List<String> found = new ArrayList<>();
        for (int i = 0; flow != null && i < code.instructions.size(); i++) {
            if (code.instructions.get(i) instanceof FieldInsnNode store
                    && store.getOpcode() == Opcodes.PUTFIELD
                    && store.name.startsWith(CAPTURED)
                    && store.owner.equals(owner.name)
                    && (ProgramClasses.field(owner, store.name, store.desc).access & Opcodes.ACC_SYNTHETIC) != 0
                    && flow.operand(i, 0) != null
                    && flow.operand(i, 0).isRemote()) {
                found.add(store.name);
            }
        }
        return found;
    }

    Map<AbstractInsnNode, CallSite> calls() {
        return flow == null ? Map.of() : flow.calls();
    }
}
