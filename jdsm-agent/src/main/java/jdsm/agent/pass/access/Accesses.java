package jdsm.agent.pass.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.analysis.Classes.FieldKind;
import jdsm.agent.analysis.MustFacts;
import jdsm.agent.analysis.MustFacts.Event;
import jdsm.agent.analysis.MustFacts.Fact;
import jdsm.agent.analysis.UninitializedThis;
import jdsm.agent.analysis.Value;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/** Finds the accesses of a method that a check must cover, and the events that end a check's validity. */
final class Accesses {
    /** Kinds of facts about an object, an array or an element. */
    enum Known {
        /** The object or element has been checked for reading since the last synchronisation. */
        READ,
        /** The object or element has been checked for writing since the last synchronisation. */
        WRITE,
        /** The method has made the object, and no other rank can know of it until the next synchronisation. */
        FRESH,
        /**
         * The method has made the object, and no other code has a reference to it, so that a synchronisation does not
         * end FRESH.
         */
        KEPT,
        /** A variable contains the handle of the array. */
        HANDLE
    }

    /** An access with its check, after which the same access needs no check. */
    record Made(Access access) implements Event {
        @Override
        public void apply(Set<Fact> facts) {
            Access.Target target = access.target();
            facts.add(new Fact(Known.READ, target.object(), target.index()));
            if (target.write()) {
                facts.add(new Fact(Known.WRITE, target.object(), target.index()));
            }
        }
    }

    /**
     * A call that may run a copy of its method.
     *
     * @param arguments the arrays among the arguments that do not escape by the call, by number
     */
    record Lending(MethodInsnNode call, Map<Integer, Value> arguments) implements Event {
        @Override
        public void apply(Set<Fact> facts) {}
    }

    private static final String VOLATILES = "jdsm/runtime/Volatiles";

    private final MethodModel model;
    private final UninitializedThis early;
    private final Map<Integer, List<Event>> events = new HashMap<>();
    private final List<Access> all = new ArrayList<>();
    private final Set<Fact> start = new HashSet<>();

    Accesses(MethodModel model) {
        this.model = model;
        this.early = UninitializedThis.of(model.owner, model.method);
        if (model.isConstructor()) {
            Value self = model.symbolic.before(0, 0);
            if (self.kind() == Value.Kind.PARAMETER) {
                start.add(new Fact(Known.FRESH, self, null));
                start.add(new Fact(Known.KEPT, self, null));
            }
        }
        for (int variable : model.privateVariables) {
            Value array = model.symbolic.before(0, variable);
            if (array.kind() == Value.Kind.PARAMETER) {
                start.add(new Fact(Known.FRESH, array, null));
                start.add(new Fact(Known.KEPT, array, null));
            }
        }
        for (int block : model.graph.order()) {
            Scan scan = new Scan(block);
            model.symbolic.walk(block, scan::visit);
            scan.leave();
            events.put(block, scan.found);
        }
    }

    List<Access> all() {
        return all;
    }

    /** Whether the method writes elements of an array, so that a handle of it is not for reads alone. */
    boolean isWritten(Value array) {
        return all.stream()
                .anyMatch(access -> access.target().write()
                        && access.target().isElement()
                        && access.target().object().equals(array));
    }

    Map<Integer, List<Event>> events() {
        return events;
    }

    Set<Fact> start() {
        return start;
    }

    /** Whether the given facts make the check of an access unnecessary. */
    static boolean isCovered(Access.Target target, Set<Fact> facts) {
        Known needed = target.write() ? Known.WRITE : Known.READ;
        return facts.contains(new Fact(needed, target.object(), target.index()))
                || facts.contains(new Fact(Known.FRESH, target.object(), null));
    }

    private static void synchronize(Set<Fact> facts) {
        facts.removeIf(fact -> switch ((Known) fact.what()) {
            case READ, WRITE, HANDLE -> true;
            case FRESH -> !facts.contains(new Fact(Known.KEPT, fact.object(), null));
            case KEPT -> false;
        });
    }

    /** Whether facts say that only the method's own worker can reach an array. */
    static boolean isPrivate(Value array, Set<Fact> facts) {
        return facts.contains(new Fact(Known.FRESH, array, null)) && facts.contains(new Fact(Known.KEPT, array, null));
    }

    static boolean makesArray(int opcode) {
        return opcode == Opcodes.NEWARRAY || opcode == Opcodes.ANEWARRAY || opcode == Opcodes.MULTIANEWARRAY;
    }

    static boolean makesObject(int opcode) {
        return opcode == Opcodes.NEW || makesArray(opcode);
    }

    /** Whether an instruction makes a value whose name refers to the instruction, and perhaps another one each time. */
    private static boolean makesValue(int opcode) {
        boolean moves = opcode <= Opcodes.ALOAD || opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
        boolean shuffles = opcode >= Opcodes.POP && opcode <= Opcodes.SWAP || opcode == Opcodes.IINC;
        boolean leaves = opcode >= Opcodes.IFEQ && opcode <= Opcodes.RETURN;
        return !moves && !shuffles && !leaves;
    }

    /** Collects the accesses and events of one block. */
    private final class Scan {
        private final int block;
        private final boolean repeats;
        private final List<Event> found = new ArrayList<>();
        private boolean made;

        private Scan(int block) {
            this.block = block;
            this.repeats = model.loops.innermost(block) != null || !model.loops.isReducible();
            if (!model.graph.handlers(block).isEmpty()) {
                AbstractInsnNode first = model.graph.instruction(model.graph.first(block));
                for (int slot = 0; slot < model.symbolic.variables(); slot++) {
                    escape(model.symbolic.before(block, slot), first);
                }
            }
        }

        /**
         * Ends the fact KEPT of an object of which other code may now have a reference, or which gets another name. An
         * uninitialised {@code this} cannot escape.
         */
        private void escape(Value value, AbstractInsnNode where) {
            Value object = value;
            while (object.kind() == Value.Kind.CAST) {
                object = object.part(0);
            }
            boolean isNew = object.kind() == Value.Kind.RESULT
                    && makesObject(model.graph.instruction(object.number()).getOpcode());
            boolean isLent = object.kind() == Value.Kind.PARAMETER && model.privateVariables.contains(object.slot());
            if (isNew || isLent || isThis(object) && model.isConstructor() && !early.isBefore(where)) {
                Fact kept = new Fact(Known.KEPT, object, null);
                found.add(facts -> facts.remove(kept));
            }
        }

        private static boolean isThis(Value object) {
            return object.kind() == Value.Kind.PARAMETER && object.slot() == 0;
        }

        private void visit(int instruction, Frame<Value> before) {
            AbstractInsnNode node = model.graph.instruction(instruction);
            int opcode = node.getOpcode();
            if (opcode < 0) {
                return;
            }
            if (made) {
                made = false;
                Value fresh = top(before, 0);
                found.add(facts -> {
                    facts.add(new Fact(Known.FRESH, fresh, null));
                    facts.add(new Fact(Known.KEPT, fresh, null));
                });
            }
            if (!early.isStore(node)) {
                access(instruction, node, before);
            }
            escape(node, before);
            if (model.effects.synchronizes(node)) {
                found.add(Accesses::synchronize);
            }
            if (repeats && makesValue(opcode)) {
                found.add(MustFacts.renew(instruction));
            }
            made = makesObject(opcode);
        }

        /**
         * Whether an access belongs to a volatile access: only loads of operands precede it after the call that begins
         * one.
         */
        private static boolean isVolatile(AbstractInsnNode access) {
            AbstractInsnNode before = access.getPrevious();
            while (before != null && (before.getOpcode() < 0 || before instanceof VarInsnNode)) {
                before = before.getPrevious();
            }
            return before instanceof MethodInsnNode call
                    && call.owner.equals(VOLATILES)
                    && call.name.startsWith("enter");
        }

        private static Value top(Frame<Value> frame, int below) {
            return frame.getStack(frame.getStackSize() - 1 - below);
        }

        private void access(int instruction, AbstractInsnNode node, Frame<Value> before) {
            int opcode = node.getOpcode();
            if (Access.isField(opcode)) {
                FieldInsnNode field = (FieldInsnNode) node;
                FieldKind kind = model.classes.kindOf(field.owner, field.name, field.desc);
                boolean checked = kind == FieldKind.SHARED || kind == FieldKind.VOLATILE_ELEMENTS;
                if (checked && !field.name.equals(jdsm.runtime.Woven.FIELD)) {
                    boolean write = opcode == Opcodes.PUTFIELD;
                    Value object = top(before, write ? 1 : 0);
                    add(instruction, node, new Access.Target(field.owner, object, null, write), before);
                }
            } else if (!isVolatile(node) && (Access.isArrayLoad(opcode) || Access.isArrayStore(opcode))) {
                boolean write = Access.isArrayStore(opcode);
                Value array = top(before, write ? 2 : 1);
                Value index = top(before, write ? 1 : 0);
                String type = Access.arrayType(opcode, array);
                add(instruction, node, new Access.Target(type, array, index, write), before);
            }
        }

        private void add(int instruction, AbstractInsnNode node, Access.Target target, Frame<Value> before) {
            int objectSlot = model.slotOf(target.object(), before);
            int indexSlot = target.isElement() ? model.slotOf(target.index(), before) : -1;
            Access access = new Access(node, instruction, target, objectSlot, indexSlot);
            all.add(access);
            found.add(new Made(access));
        }

        private void escape(AbstractInsnNode node, Frame<Value> before) {
            int opcode = node.getOpcode();
            int values = switch (opcode) {
                case Opcodes.PUTFIELD, Opcodes.PUTSTATIC, Opcodes.AASTORE, Opcodes.ATHROW, Opcodes.ARETURN -> 1;
                default ->
                    node instanceof InvokeDynamicInsnNode dynamic ? Type.getArgumentTypes(dynamic.desc).length : 0;
            };
            boolean kept =
                    opcode == Opcodes.ASTORE && !model.graph.handlers(block).isEmpty();
            for (int i = 0; i < (kept ? 1 : values); i++) {
                escape(top(before, i), node.getNext());
            }
            if (node instanceof MethodInsnNode call) {
                escapeBy(call, before);
            }
            boolean initializes = early.isBefore(node) && !early.isBefore(node.getNext());
            if (initializes && !model.graph.handlers(block).isEmpty()) {
                escape(model.symbolic.before(0, 0), node.getNext());
            }
        }

        private void escapeBy(MethodInsnNode call, Frame<Value> before) {
            int arguments = Type.getArgumentTypes(call.desc).length;
            int values = arguments + (call.getOpcode() != Opcodes.INVOKESTATIC && !isHarmless(call) ? 1 : 0);
            Map<Integer, Value> lent = new HashMap<>();
            for (int i = 0; i < values; i++) {
                Value value = top(before, i);
                int argument = arguments - 1 - i;
                boolean isArray = value.type() != null && value.type().startsWith("[");
                if (!isArray || model.copies.escapesBy(call, argument)) {
                    escape(value, call.getNext());
                } else {
                    lent.put(argument, value);
                }
            }
            if (!lent.isEmpty() && model.copies.canHaveCopies(call)) {
                found.add(new Lending(call, lent));
            }
        }

        /** Whether a call is of a constructor that does nothing. */
        private static boolean isHarmless(MethodInsnNode call) {
            return call.name.equals("<init>")
                    && (call.owner.equals("java/lang/Object") || call.owner.equals("jdsm/SPMD"));
        }

        /** Ends the fact KEPT of objects that have another name at the start of a successor. */
        private void leave() {
            Frame<Value> end = model.symbolic.behind(block);
            for (int next : model.graph.successors(block)) {
                AbstractInsnNode first = model.graph.instruction(model.graph.first(next));
                Frame<Value> there = model.symbolic.before(next);
                for (int slot = 0; slot < model.symbolic.variables(); slot++) {
                    if (end.getLocal(slot) != there.getLocal(slot)) {
                        escape(end.getLocal(slot), first);
                    }
                }
                for (int i = 0; i < Math.min(end.getStackSize(), there.getStackSize()); i++) {
                    if (end.getStack(i) != there.getStack(i)) {
                        escape(end.getStack(i), first);
                    }
                }
            }
        }
    }
}
