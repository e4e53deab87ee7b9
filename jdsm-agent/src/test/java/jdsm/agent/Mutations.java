package jdsm.agent;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Faults of the weaver, each as a change of what it has woven. */
final class Mutations {
    private static final String CHECKS = "jdsm/runtime/Checks";
    private static final String RANGES = "jdsm/runtime/Ranges";
    private static final String BROKEN = "jdsm/agent/BrokenChecks";
    private static final String OBJECT = "(Ljdsm/runtime/Shared;)V";
    private static final String ELEMENT = "(Ljdsm/runtime/Shared;I)V";
    private static final String RANGE = "(Ljdsm/runtime/Shared;II)V";

    private static final Map<String, Predicate<ClassNode>> ALL = new LinkedHashMap<>();

    private Mutations() {}

    /** By what they do. */
    static Map<String, Predicate<ClassNode>> all() {
        return ALL;
    }

    static {
        ALL.put("no check before a field is read", removed(CHECKS, "read", OBJECT));
        ALL.put("no check before a field is written", removed(CHECKS, "write", OBJECT));
        ALL.put("no check before an element is read", removed(CHECKS, "read", ELEMENT));
        ALL.put("no check before an element is written", removed(CHECKS, "write", ELEMENT));
        ALL.put("no check of a range given to the JDK", removed(CHECKS, "writeRange", RANGE));
        ALL.put("no check before a loop that reads", broken(RANGES, "read", "nothing"));
        ALL.put("no check before a loop that writes", broken(RANGES, "write", "nothing"));
        ALL.put("no check of rows before a loop", broken(RANGES, "readRows", "noRows"));
        ALL.put("a field that is written is checked for reading", renamed(CHECKS, "write", OBJECT, "read"));
        ALL.put("an element that is written is checked for reading", renamed(CHECKS, "write", ELEMENT, "read"));
        ALL.put("a loop that writes is checked for reading", renamed(RANGES, "write", null, "read"));
        ALL.put("a range that is written is checked for reading", renamed(CHECKS, "writeRange", RANGE, "readRange"));
        ALL.put("the range before a loop is short at its end", broken(RANGES, "read", "shortAtTheEnd"));
        ALL.put("the range before a loop is short at its begin", broken(RANGES, "write", "shortAtTheBegin"));
        ALL.put("a range given to the JDK is short", broken(CHECKS, "writeRange", "shortRange"));
        ALL.put("the element before is checked", broken(CHECKS, "read", ELEMENT, "before"));
        ALL.put("an array of one unit counts as checked", settled("settleRead"));
        ALL.put("an array of one unit counts as written", settled("settleWrite"));
        ALL.put("arrays are not looked up", unknownArrays());
        ALL.put("objects have no handle", unknownObjects());
        ALL.put("checks are moved over a monitor's begin", movedOver("jdsm/runtime/Monitors", "entered"));
        ALL.put("checks are moved over a barrier", movedOver("P", "barrier"));
        ALL.put("checks are moved over a volatile access", movedOver("jdsm/runtime/Volatiles", "exit"));
    }

    private static Predicate<ClassNode> each(
            Predicate<MethodInsnNode> which, BiConsumer<MethodNode, MethodInsnNode> change) {
        return node -> {
            boolean changed = false;
            for (MethodNode method : node.methods) {
                for (AbstractInsnNode instruction : method.instructions.toArray()) {
                    if (instruction instanceof MethodInsnNode call && which.test(call)) {
                        change.accept(method, call);
                        changed = true;
                    }
                }
            }
            return changed;
        };
    }

    private static boolean is(MethodInsnNode call, String owner, String name, String descriptor) {
        return call.owner.equals(owner)
                && call.name.equals(name)
                && (descriptor == null || call.desc.equals(descriptor));
    }

    private static Predicate<ClassNode> removed(String owner, String name, String descriptor) {
        return each(call -> is(call, owner, name, descriptor), Mutations::drop);
    }

    /** Of one, two or three words. */
    private static void drop(MethodNode method, MethodInsnNode call) {
        InsnList code = new InsnList();
        switch (call.desc) {
            case RANGE -> {
                code.add(new InsnNode(Opcodes.POP2));
                code.add(new InsnNode(Opcodes.POP));
            }
            case ELEMENT -> code.add(new InsnNode(Opcodes.POP2));
            default -> code.add(new InsnNode(Opcodes.POP));
        }
        method.instructions.insertBefore(call, code);
        method.instructions.remove(call);
    }

    private static Predicate<ClassNode> renamed(String owner, String name, String descriptor, String other) {
        return each(call -> is(call, owner, name, descriptor), (method, call) -> call.name = other);
    }

    private static Predicate<ClassNode> broken(String owner, String name, String other) {
        return broken(owner, name, null, other);
    }

    private static Predicate<ClassNode> broken(String owner, String name, String descriptor, String other) {
        return each(call -> is(call, owner, name, descriptor), (method, call) -> {
            call.owner = BROKEN;
            call.name = other;
        });
    }

    private static Predicate<ClassNode> settled(String name) {
        return each(call -> is(call, CHECKS, name, null), (method, call) -> nothing(method, call));
    }

    private static Predicate<ClassNode> unknownArrays() {
        return each(call -> is(call, CHECKS, "of", null), (method, call) -> nothing(method, call));
    }

    private static Predicate<ClassNode> unknownObjects() {
        return node -> {
            boolean changed = false;
            for (MethodNode method : node.methods) {
                for (AbstractInsnNode instruction : method.instructions.toArray()) {
                    boolean handle = instruction instanceof FieldInsnNode field
                            && field.getOpcode() == Opcodes.GETFIELD
                            && field.name.equals("$jdsm")
                            && !method.name.equals("$jdsm");
                    if (handle) {
                        nothing(method, instruction);
                        changed = true;
                    }
                }
            }
            return changed;
        };
    }

    /** Null in place of what an instruction makes of one word. */
    private static void nothing(MethodNode method, AbstractInsnNode instruction) {
        InsnList code = new InsnList();
        code.add(new InsnNode(Opcodes.POP));
        code.add(new InsnNode(Opcodes.ACONST_NULL));
        method.instructions.insertBefore(instruction, code);
        method.instructions.remove(instruction);
    }

    /** As if all that is checked behind a synchronisation had been checked before it. */
    private static Predicate<ClassNode> movedOver(String owner, String name) {
        return node -> {
            boolean changed = false;
            for (MethodNode method : node.methods) {
                boolean behind = false;
                for (AbstractInsnNode instruction : method.instructions.toArray()) {
                    if (instruction instanceof MethodInsnNode call) {
                        if (behind && call.owner.equals(CHECKS) && call.desc.endsWith("V")) {
                            drop(method, call);
                            changed = true;
                        }
                        behind |= is(call, owner, name, null);
                    }
                }
            }
            return changed;
        };
    }
}
