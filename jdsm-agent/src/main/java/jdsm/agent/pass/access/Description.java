package jdsm.agent.pass.access;

import jdsm.agent.analysis.Value;
import jdsm.agent.analysis.Values;
import jdsm.agent.pass.Names;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Describes checked accesses in the program's words; a question mark stands for an unknown name. */
final class Description {
    private static final String UNKNOWN = "?";

    private final MethodModel model;

    Description(MethodModel model) {
        this.model = model;
    }

    String method() {
        return Names.of(model.owner, Names.inProgram(model.method.name));
    }

    /** Describes a check directly before its access. */
    String local(Access access) {
        Access.Target target = access.target();
        int at = access.instruction();
        String index = target.isElement() ? "[" + name(target.index(), at) + "]" : "";
        return form(target.write(), name(target.object(), at) + index);
    }

    /** Describes a check before a loop, for an access or for a reference that leads to it. */
    String request(Request request, Access access) {
        int at = access.instruction();
        String rows = request.rows() == null ? "" : span(request.rows(), at);
        String elements = request.segments() != null
                ? "[" + end(request.segments().low(), at) + " .. "
                        + end(request.segments().high(), at) + "]"
                : request.span() == null ? "" : span(request.span(), at);
        return form(request.write(), name(request.object(), at) + rows + elements);
    }

    private String end(Segments.End end, int at) {
        String addend = end.addend() == 0 ? "" : (end.addend() < 0 ? " - " : " + ") + Math.abs(end.addend());
        return name(end.array(), at) + span(end.index(), at) + addend;
    }

    private static String form(boolean write, String target) {
        return (write ? "write(" : "read(") + target + ")";
    }

    private String span(Request.Span span, int at) {
        if (span.isSingle()) {
            return "[" + name(span.offset(), at) + "]";
        }
        Values values = model.symbolic.values();
        if (span.around() != null) {
            Request.Span rows = span.around();
            return "[" + inner(rows.coefficient(), at) + " * (" + name(rows.first(), at) + " .. "
                    + name(rows.last(), at)
                    + ") + "
                    + span(
                                    new Request.Span(
                                            span.first(),
                                            span.last(),
                                            span.step(),
                                            span.coefficient(),
                                            span.offset(),
                                            span.run(),
                                            null),
                                    at)
                            .substring(1);
        }
        if (span.coefficient().isConstant(1)) {
            String first = name(values.add(span.first(), span.offset()), at);
            Value last = values.add(span.offset(), values.constant(span.run()));
            return "[" + first + " .. " + name(values.add(span.last(), last), at) + "]";
        }
        String range = "(" + name(span.first(), at) + " .. " + name(span.last(), at) + ")";
        String offset = span.offset().isConstant(0) ? "" : " + " + inner(span.offset(), at);
        String run = span.run() == 0 ? "" : " + (0 .. " + span.run() + ")";
        return "[" + inner(span.coefficient(), at) + " * " + range + offset + run + "]";
    }

    /** Describes a value at an instruction, or returns a question mark. */
    String name(Value value, int at) {
        return switch (value.kind()) {
            case CONSTANT -> Integer.toString(value.number());
            case PARAMETER, MERGED, ENTERED -> variable(value.slot(), at);
            case RESULT -> result(value, at);
            case OPERATION -> operation(value, at);
            case EXTREME ->
                (value.number() < 0 ? "min(" : "max(") + name(value.part(0), at) + ", " + name(value.part(1), at) + ")";
            case LAST -> "end of " + name(value.part(1), at);
            case FIELD -> field(value, at);
            case ELEMENT -> name(value.part(0), at) + "[" + name(value.part(1), at) + "]";
            case LENGTH -> name(value.part(0), at) + (value.name() == null ? ".length" : "." + value.name() + "()");
            case CAST -> name(value.part(0), at);
            default -> UNKNOWN;
        };
    }

    private String field(Value value, int at) {
        int dot = value.name().indexOf('.');
        String simple = value.name().substring(dot + 1, value.name().indexOf(':'));
        String owner = value.name().substring(value.name().lastIndexOf('/', dot) + 1, dot);
        if (Woven.isHolder(owner)) {
            return value.part(0) == null ? Woven.ownerOf(owner) : Woven.nameOf(owner, simple);
        }
        String object = value.part(0) == null ? owner : name(value.part(0), at);
        return simple.equals(Woven.HEAVY_FIELD) ? object : object + "." + simple;
    }

    private String operation(Value value, int at) {
        Value right = value.part(1);
        if (value.number() == Opcodes.IADD && right.kind() == Value.Kind.CONSTANT && right.number() < 0) {
            return inner(value.part(0), at) + " - " + -right.number();
        }
        String sign = switch (value.number()) {
            case Opcodes.IADD -> " + ";
            case Opcodes.ISUB -> " - ";
            case Opcodes.IMUL -> " * ";
            case Opcodes.IDIV -> " / ";
            case Opcodes.IREM -> " % ";
            case Opcodes.ISHL -> " << ";
            case Opcodes.ISHR -> " >> ";
            case Opcodes.IUSHR -> " >>> ";
            case Opcodes.IAND -> " & ";
            case Opcodes.IOR -> " | ";
            default -> " ^ ";
        };
        return inner(value.part(0), at) + sign + inner(value.part(1), at);
    }

    private String inner(Value value, int at) {
        boolean product = value.kind() == Value.Kind.OPERATION && value.number() == Opcodes.IMUL;
        return value.kind() == Value.Kind.OPERATION && !product ? "(" + name(value, at) + ")" : name(value, at);
    }

    private String result(Value value, int at) {
        AbstractInsnNode node = model.graph.instruction(value.number());
        if (node.getNext() instanceof VarInsnNode store && store.getOpcode() >= Opcodes.ISTORE) {
            return variable(store.var, at);
        }
        return node instanceof MethodInsnNode call ? call.name + "()" : UNKNOWN;
    }

    /** The name of a variable at an instruction; if it has none there, its name elsewhere. */
    private String variable(int slot, int at) {
        if (model.method.localVariables == null || slot < 0) {
            return UNKNOWN;
        }
        LocalVariableNode here = Names.variableAt(model.method, slot, at);
        if (here != null) {
            return here.name;
        }
        String other = UNKNOWN;
        for (LocalVariableNode variable : model.method.localVariables) {
            other = variable.index == slot ? variable.name : other;
        }
        return other;
    }
}
