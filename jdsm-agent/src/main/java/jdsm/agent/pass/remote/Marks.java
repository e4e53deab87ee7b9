package jdsm.agent.pass.remote;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypeReference;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeAnnotationNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** The marks {@code @Remote} of a class file, and the refusals of those that mark no array of a type that can be remote. */
final class Marks {
    static final String ANNOTATION = "Ljdsm/remote/Remote;";
    private static final String ALLOWED =
            "mark arrays of double, long, int, float, byte, short or char, before the element"
                    + " type or before the last pair of brackets";

    private final ClassNode node;
    private final Set<String> fields = new HashSet<>();
    private final Map<String, BitSet> parameters = new HashMap<>();
    private final Map<String, BitSet> lambdas = new HashMap<>();
    private final Set<String> results = new HashSet<>();
    private final List<Refusal> refusals;
    private boolean captured;

    Marks(ClassNode node, List<Refusal> refusals) {
        this.node = node;
        this.refusals = refusals;
        for (TypeAnnotationNode mark : marks(node.visibleTypeAnnotations, node.invisibleTypeAnnotations)) {
            refuse(node.name.substring(node.name.lastIndexOf('/') + 1), 0, mark);
        }
        node.fields.forEach(this::read);
        node.methods.forEach(this::read);
    }

    private void refuse(String member, int line, TypeAnnotationNode mark) {
        refusals.add(new Refusal(
                member,
                node.sourceFile,
                line,
                "@Remote marks no array that can be remote (" + mark.typePath + "); " + ALLOWED));
    }

    private static <T extends TypeAnnotationNode> List<T> marks(List<T> visible, List<T> invisible) {
        List<T> all = new ArrayList<>();
        for (List<T> list : java.util.Arrays.asList(visible, invisible)) {
            if (list != null) {
                list.stream().filter(each -> each.desc.equals(ANNOTATION)).forEach(all::add);
            }
        }
        return all;
    }

    private void read(FieldNode field) {
        for (TypeAnnotationNode mark : marks(field.visibleTypeAnnotations, field.invisibleTypeAnnotations)) {
            if (fits(mark, Type.getType(field.desc))) {
                fields.add(field.name);
            } else {
                refuse(Names.of(node.name, field.name), 0, mark);
            }
        }
    }

    private void read(MethodNode method) {
        Type[] types = Type.getArgumentTypes(method.desc);
        for (TypeAnnotationNode mark : marks(method.visibleTypeAnnotations, method.invisibleTypeAnnotations)) {
            TypeReference place = new TypeReference(mark.typeRef);
            if (isLambda(method) && place.getSort() == TypeReference.METHOD_FORMAL_PARAMETER) {
                lambdas.computeIfAbsent(method.name + method.desc, key -> new BitSet())
                        .set(place.getFormalParameterIndex());
                continue;
            }
            int parameter = place.getSort() == TypeReference.METHOD_FORMAL_PARAMETER
                    ? place.getFormalParameterIndex() + hidden(method, types)
                    : -1;
            if (parameter >= 0 && fits(mark, types[parameter])) {
                parameters
                        .computeIfAbsent(method.name + method.desc, key -> new BitSet())
                        .set(parameter);
            } else if (place.getSort() == TypeReference.METHOD_RETURN && fits(mark, Type.getReturnType(method.desc))) {
                results.add(method.name + method.desc);
            } else {
                refuse(Names.of(node.name, method.name), 0, mark);
            }
        }
        for (AbstractInsnNode instruction : method.instructions) {
            for (TypeAnnotationNode mark :
                    marks(instruction.visibleTypeAnnotations, instruction.invisibleTypeAnnotations)) {
                if (new TypeReference(mark.typeRef).getSort() != TypeReference.NEW
                        || creation(node, method, instruction) == null) {
                    refuse(Names.of(node.name, method.name), Names.line(instruction), mark);
                }
            }
        }
    }

    /** Compilers count a lambda's parameters without the captured values, which the method has before them. */
    private static boolean isLambda(MethodNode method) {
        return (method.access & Opcodes.ACC_SYNTHETIC) != 0 && method.name.startsWith("lambda$");
    }

    /** The marked parameters of a lambda, counted with or without the captured values; empty for other methods. */
    BitSet ofLambda(MethodNode method) {
        return lambdas.getOrDefault(method.name + method.desc, new BitSet());
    }

    private static boolean makesArray(AbstractInsnNode instruction) {
        return instruction.getOpcode() == Opcodes.NEWARRAY
                || instruction.getOpcode() == Opcodes.ANEWARRAY
                || instruction.getOpcode() == Opcodes.MULTIANEWARRAY;
    }

    /**
     * The instruction that makes an array whose {@code new} is marked: the mark stands at it, or, as compilers have it, at the first
     * instruction of the lengths. Null if there is none.
     */
    private static AbstractInsnNode creation(ClassNode owner, MethodNode method, AbstractInsnNode marked) {
        if (makesArray(marked)) {
            return marked;
        }
        try {
            Frame<BasicValue>[] frames = new Analyzer<>(new BasicInterpreter()).analyze(owner.name, method);
            Frame<BasicValue> before = frames[method.instructions.indexOf(marked)];
            for (AbstractInsnNode each = marked.getNext(); before != null && each != null; each = each.getNext()) {
                Frame<BasicValue> frame = frames[method.instructions.indexOf(each)];
                int lengths = each instanceof MultiANewArrayInsnNode many ? many.dims : 1;
                if (makesArray(each) && frame != null && frame.getStackSize() == before.getStackSize() + lengths) {
                    return each;
                }
            }
            return null;
        } catch (AnalyzerException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The number of parameters that a constructor has before those of the source: of inner classes and enums. */
    private static int hidden(MethodNode method, Type[] types) {
        if (!method.name.equals("<init>") || method.signature == null) {
            return 0;
        }
        return types.length - Type.getArgumentTypes(method.signature.replaceAll("<[^<>]*>", "")).length;
    }

    private static boolean fits(TypeAnnotationNode mark, Type type) {
        if (ElementKind.of(type) == null) {
            return false;
        }
        String path = mark.typePath == null ? "" : mark.typePath.toString();
        String all = "[".repeat(type.getDimensions());
        return path.equals(all) || path.equals(all.substring(1));
    }

    /** Marks a field for a variable that a local or anonymous class captures; returns whether it was not marked. */
    boolean markCaptured(String field) {
        captured = true;
        return fields.add(field);
    }

    /** Whether the class has captured a variable that is a remote array. */
    boolean hasCaptured() {
        return captured;
    }

    boolean isMarked(String field) {
        return fields.contains(field);
    }

    /** The marked parameters of a method. */
    BitSet parameters(MethodNode method) {
        return (BitSet)
                parameters.getOrDefault(method.name + method.desc, new BitSet()).clone();
    }

    boolean hasMarkedResult(MethodNode method) {
        return results.contains(method.name + method.desc);
    }

    boolean isEmpty() {
        return fields.isEmpty() && parameters.isEmpty() && results.isEmpty();
    }

    /**
     * The loads of marked local variables of a method, the stores that begin them, and marked creations.
     *
     * @param refusals receives marks that fit no array
     */
    static Set<AbstractInsnNode> locals(ClassNode owner, MethodNode method, List<Refusal> refusals) {
        Set<AbstractInsnNode> found = new HashSet<>();
        for (AbstractInsnNode each : method.instructions) {
            if (!marks(each.visibleTypeAnnotations, each.invisibleTypeAnnotations)
                    .isEmpty()) {
                found.add(creation(owner, method, each));
            }
        }
        for (LocalVariableAnnotationNode mark :
                marks(method.visibleLocalVariableAnnotations, method.invisibleLocalVariableAnnotations)) {
            for (int i = 0; i < mark.index.size(); i++) {
                int slot = mark.index.get(i);
                int start = method.instructions.indexOf(mark.start.get(i));
                int end = method.instructions.indexOf(mark.end.get(i));
                Type type = type(method, slot, start);
                if (type != null && !fits(mark, type)) {
                    refusals.add(new Refusal(
                            Names.of(owner.name, method.name),
                            owner.sourceFile,
                            Names.line(mark.start.get(i)),
                            "@Remote marks a variable that is no array that can be remote; " + ALLOWED));
                    continue;
                }
                for (int at = Math.max(0, start - 1); at < end; at++) {
                    AbstractInsnNode instruction = method.instructions.get(at);
                    if (instruction instanceof org.objectweb.asm.tree.VarInsnNode access && access.var == slot) {
                        found.add(instruction);
                    }
                }
            }
        }
        return found;
    }

    private static Type type(MethodNode method, int slot, int start) {
        for (LocalVariableNode variable :
                method.localVariables == null ? List.<LocalVariableNode>of() : method.localVariables) {
            if (variable.index == slot && method.instructions.indexOf(variable.start) == start) {
                return Type.getType(variable.desc);
            }
        }
        return null;
    }
}
