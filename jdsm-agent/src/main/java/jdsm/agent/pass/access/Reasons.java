package jdsm.agent.pass.access;

import java.util.List;
import java.util.stream.IntStream;
import jdsm.agent.analysis.Affine;
import jdsm.agent.analysis.CountedLoop;
import jdsm.agent.analysis.Loop;
import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Explains why a check stays in a loop, so that a programmer knows what to change. */
final class Reasons {
    private static final String RUNTIME = "jdsm/runtime/";

    private final MethodModel model;
    private final Description describe;

    Reasons(MethodModel model, Description describe) {
        this.model = model;
        this.describe = describe;
    }

    /** Explains why the check of an access could not move before the loop. */
    String of(Access access, Loop innermost) {
        int synchronization = model.synchronization(innermost);
        if (synchronization >= 0) {
            return "the loop may synchronise in line " + model.line(synchronization) + ": "
                    + synchronization(model.graph.instruction(synchronization));
        }
        if (!model.hasPlaceBefore(innermost)) {
            return "the loop begins with an exception handler";
        }
        Access.Target target = access.target();
        int at = access.instruction();
        if (!model.canEvaluate(target.object(), innermost)) {
            return "the " + (target.isElement() ? "array" : "object") + " is "
                    + unknown(target.object(), innermost, at);
        }
        return index(target.index(), innermost, model.graph.blockOf(at), at);
    }

    private String synchronization(AbstractInsnNode node) {
        if (node instanceof MethodInsnNode call) {
            return call(call);
        } else if (node instanceof FieldInsnNode field) {
            boolean isStatic = node.getOpcode() == Opcodes.GETSTATIC || node.getOpcode() == Opcodes.PUTSTATIC;
            return isStatic && !model.classes.isVolatile(field.owner, field.name, field.desc)
                    ? initializer(field.owner)
                    : "field " + simple(field.owner) + "." + field.name + " is volatile";
        } else if (node instanceof TypeInsnNode type) {
            return initializer(type.desc);
        } else if (node instanceof InvokeDynamicInsnNode dynamic) {
            return dynamic.bsm.getOwner().equals("java/lang/invoke/StringConcatFactory")
                    ? "it joins an object to a string, and the object's toString() may synchronise"
                    : "it executes invokedynamic " + dynamic.name + ", whose target is not known before the run";
        }
        return "it enters or leaves a monitor";
    }

    private static String initializer(String type) {
        return "it may initialise class " + simple(type) + ", whose initialiser may synchronise";
    }

    private String call(MethodInsnNode call) {
        if (call.owner.startsWith(RUNTIME)) {
            return switch (call.owner.substring(RUNTIME.length())) {
                case "Monitors" -> "it enters or leaves a monitor, or waits for it";
                case "Volatiles" -> "it accesses a volatile field, or a volatile element";
                case "Statics" -> "it changes an object that a static field refers to";
                default -> "it calls " + call.name + " of an object whose class is not known";
            };
        }
        int opcode = call.getOpcode();
        boolean virtual = opcode == Opcodes.INVOKEVIRTUAL || opcode == Opcodes.INVOKEINTERFACE;
        if (opcode == Opcodes.INVOKESTATIC && !model.classes.maySynchronize(call.owner, call.name, call.desc, false)) {
            return initializer(call.owner);
        }
        String why = model.classes.whySynchronizes(call.owner, call.name, call.desc, virtual);
        String name = call.name.equals("<init>")
                ? "a constructor of " + simple(call.owner)
                : simple(call.owner) + "." + call.name;
        return "it calls " + name + (why == null ? "" : ", " + why);
    }

    private static String simple(String owner) {
        return owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.');
    }

    private String index(Value index, Loop loop, int block, int at) {
        CountedLoop counted = model.counted(loop);
        if (!counted.isIn(index)) {
            return "the index is " + unknown(index, loop, at);
        } else if (hasElement(index)) {
            return "the index is an array's element";
        }
        List<CountedLoop.Test> tests = counted.testsBefore(block);
        if (tests.isEmpty()) {
            return "no test with <, <=, >, >= or != before the access bounds the loop's variable";
        }
        String reason = null;
        for (CountedLoop.Test test : tests) {
            Affine form = counted.inTermsOf(test, index);
            if (form == null) {
                reason = "the index does not have the form a * i + b, where i is the loop's variable,"
                        + " and a and b stay the same";
                continue;
            }
            if (!model.canEvaluate(test.induction().first(), loop)) {
                return "the loop's first value is " + unknown(test.induction().first(), loop, at);
            }
            if (!model.canEvaluate(test.bound(), loop)) {
                return "the bound is " + unknown(test.bound(), loop, at);
            }
            if (!model.canEvaluate(test.induction().step(), loop)) {
                return "the loop's step is " + unknown(test.induction().step(), loop, at);
            }
            for (Value part : new Value[] {form.coefficient(), form.offset()}) {
                if (!model.canEvaluate(part, loop)) {
                    return "a part of the index is " + unknown(part, loop, at);
                }
            }
            reason = "the loop computes the bound only after the access, and the computation may throw";
        }
        return reason;
    }

    private static boolean hasElement(Value value) {
        return switch (value.kind()) {
            case ELEMENT -> true;
            case OPERATION, EXTREME -> hasElement(value.part(0)) || hasElement(value.part(1));
            default -> false;
        };
    }

    /** Describes a value that the code at a loop's entry cannot compute. */
    private String unknown(Value value, Loop loop, int at) {
        return switch (value.kind()) {
            case OPERATION, EXTREME ->
                unknown(model.canEvaluate(value.part(0), loop) ? value.part(1) : value.part(0), loop, at);
            case CAST -> unknown(value.part(0), loop, at);
            case LENGTH ->
                (value.name() == null
                                ? "the length of an array, and the array is "
                                : "an end of a range, and the range is ")
                        + unknown(value.part(0), loop, at);
            case FIELD ->
                value.part(0) != null && !model.canEvaluate(value.part(0), loop)
                        ? "a field of an object, and the object is " + unknown(value.part(0), loop, at)
                        : "field " + fieldName(value) + ", which the loop may change" + changed(value, loop);
            case ELEMENT -> element(value, loop, at);
            case RESULT -> result(value, at);
            case MERGED, ENTERED ->
                quoted(describe.name(value, at))
                        + (value.number() == loop.header()
                                ? ", which changes in the loop"
                                        + (isInt(value) ? ", not by the same number each time" : "")
                                : ", which depends on the path that the loop takes");
            default -> "not known before the loop";
        };
    }

    private String element(Value value, Loop loop, int at) {
        for (Value part : new Value[] {value.part(0), value.part(1)}) {
            if (!model.canEvaluate(part, loop)) {
                boolean counts = part == value.part(1) && model.counted(loop).isIn(part);
                return counts
                        ? "a different element of an array in each iteration"
                        : "an array's element, whose " + (part == value.part(0) ? "array" : "index") + " is "
                                + unknown(part, loop, at);
            }
        }
        return "an array's element, which the loop may change";
    }

    private String result(Value value, int at) {
        AbstractInsnNode node = model.graph.instruction(value.number());
        int opcode = node.getOpcode();
        if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            return "an array's element";
        } else if (opcode == Opcodes.GETSTATIC) {
            FieldInsnNode field = (FieldInsnNode) node;
            boolean isVolatile = model.classes.isVolatile(field.owner, field.name, field.desc);
            return "field " + simple(field.owner) + "." + field.name
                    + (isVolatile ? ", which is volatile" : ", whose class the loop may initialise");
        } else if (node instanceof MethodInsnNode call) {
            return "the result of " + simple(call.owner) + "." + call.name;
        } else if (opcode == Opcodes.NEW || opcode >= Opcodes.NEWARRAY && opcode <= Opcodes.ANEWARRAY) {
            return "made in the loop";
        }
        return quoted(describe.name(value, at)) + ", which the loop computes in line " + model.line(value.number());
    }

    private static boolean isInt(Value value) {
        return "I".equals(value.type());
    }

    private static String quoted(String name) {
        return name.equals("?") ? "a value" : "'" + name + "'";
    }

    private static String fieldName(Value field) {
        String name = field.name().substring(0, field.name().indexOf(':'));
        return simple(name);
    }

    /** The place of a change of a field in the loop: the line of a store, or a call. */
    private String changed(Value field, Loop loop) {
        String name = field.name()
                .substring(field.name().indexOf('.') + 1, field.name().indexOf(':'));
        return loop.blocks().stream()
                .boxed()
                .flatMap(block -> IntStream.rangeClosed(model.graph.first(block), model.graph.last(block))
                        .boxed())
                .filter(i -> model.graph.instruction(i) instanceof FieldInsnNode store
                        && store.name.equals(name)
                        && (store.getOpcode() == Opcodes.PUTFIELD || store.getOpcode() == Opcodes.PUTSTATIC))
                .findFirst()
                .map(i -> " in line " + model.line(i))
                .orElse(" by a call");
    }
}
