package jdsm.agent.analysis;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import jdsm.runtime.Woven;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Recognises class initialisers whose time does not matter: they only give the class's own static fields constants and
 * new arrays, read nothing that other code writes, and throw nothing. Straight code only; any other instruction makes
 * the answer no.
 */
final class InertInitializer {
    private static final String[] NEW_ARRAYS = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};

    /**
     * A value on the stack.
     *
     * @param type the descriptor of an array or string; null for other values
     * @param number an int constant or an array's length; null if unknown
     */
    private record Item(String type, Integer number) {
        private static final Item OTHER = new Item(null, null);

        private static Item of(int constant) {
            return new Item(null, constant);
        }
    }

    private final String self;
    private final ArrayDeque<Item> stack = new ArrayDeque<>();
    private final Map<String, Item> fields = new HashMap<>();

    private InertInitializer(String self) {
        this.self = self;
    }

    /**
     * Whether the time of a class's initialiser does not matter.
     *
     * @param classFile the class's file, or null
     */
    static boolean is(ClassFacts facts, byte[] classFile) {
        if (classFile == null || facts.fields().values().stream().anyMatch(field -> field.is(Opcodes.ACC_VOLATILE))) {
            return false;
        }
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return node.methods.stream()
                .filter(method -> method.name.equals(Instructions.INITIALIZER))
                .allMatch(method -> new InertInitializer(facts.name()).runs(method));
    }

    private boolean runs(MethodNode initializer) {
        for (AbstractInsnNode node : initializer.instructions) {
            if (node.getOpcode() >= 0 && !execute(node)) {
                return false;
            }
        }
        return initializer.tryCatchBlocks.isEmpty();
    }

    /** Executes an instruction; false if it is none of those that are allowed. */
    private boolean execute(AbstractInsnNode node) {
        int opcode = node.getOpcode();
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return push(Item.of(opcode - Opcodes.ICONST_0));
        }
        if (opcode >= Opcodes.LCONST_0 && opcode <= Opcodes.DCONST_1 || opcode == Opcodes.ACONST_NULL) {
            return push(Item.OTHER);
        }
        if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            return store(opcode);
        }
        return switch (opcode) {
            case Opcodes.BIPUSH, Opcodes.SIPUSH -> push(Item.of(((IntInsnNode) node).operand));
            case Opcodes.LDC -> constant(((LdcInsnNode) node).cst);
            case Opcodes.DUP -> push(stack.peek());
            case Opcodes.NEWARRAY -> array(NEW_ARRAYS[((IntInsnNode) node).operand - Opcodes.T_BOOLEAN]);
            case Opcodes.ANEWARRAY ->
                array("[" + Type.getObjectType(((TypeInsnNode) node).desc).getDescriptor());
            case Opcodes.MULTIANEWARRAY -> arrays((MultiANewArrayInsnNode) node);
            case Opcodes.IADD, Opcodes.ISUB, Opcodes.IMUL -> operation(opcode);
            case Opcodes.PUTSTATIC -> put((FieldInsnNode) node);
            case Opcodes.GETSTATIC ->
                StaticHolders.isOf((FieldInsnNode) node) ? push(Item.OTHER) : get((FieldInsnNode) node);
            case Opcodes.PUTFIELD -> put((FieldInsnNode) node) && stack.pop() != null;
            case Opcodes.GETFIELD -> stack.pop() != null && get((FieldInsnNode) node);
            case Opcodes.POP -> stack.pop() != null;
            case Opcodes.SWAP -> swap();
            case Opcodes.DUP_X2 -> swap() && push(second());
            default -> opcode == Opcodes.RETURN;
        };
    }

    private boolean swap() {
        Item top = stack.pop();
        Item below = stack.pop();
        return push(top) && push(below);
    }

    private Item second() {
        Item top = stack.pop();
        Item below = stack.peek();
        stack.push(top);
        return below;
    }

    private boolean push(Item item) {
        stack.push(item);
        return true;
    }

    private boolean constant(Object constant) {
        if (constant instanceof Integer number) {
            return push(Item.of(number));
        }
        return constant instanceof String
                ? push(new Item("Ljava/lang/String;", null))
                : constant instanceof Number && push(Item.OTHER);
    }

    private boolean array(String type) {
        Integer length = stack.pop().number;
        boolean isClass = type.startsWith("[L") && !type.startsWith("[Ljava/");
        return !isClass && length != null && length >= 0 && push(new Item(type, length));
    }

    private boolean arrays(MultiANewArrayInsnNode node) {
        Integer length = null;
        for (int i = 0; i < node.dims; i++) {
            length = stack.pop().number;
            if (length == null || length < 0) {
                return false;
            }
        }
        boolean isClass = Type.getType(node.desc).getElementType().getSort() == Type.OBJECT;
        return !isClass && push(new Item(node.desc, length));
    }

    /** A store into an array that has the element, and may contain the value. */
    private boolean store(int opcode) {
        Item value = stack.pop();
        Integer index = stack.pop().number;
        Item array = stack.pop();
        boolean inside = index != null && array.number != null && index >= 0 && index < array.number;
        boolean fits = opcode != Opcodes.AASTORE || value.type != null && array.type.equals("[" + value.type);
        return array.type != null && inside && fits;
    }

    private boolean operation(int opcode) {
        Integer right = stack.pop().number;
        Integer left = stack.pop().number;
        return left != null
                && right != null
                && push(Item.of(
                        opcode == Opcodes.IADD ? left + right : opcode == Opcodes.ISUB ? left - right : left * right));
    }

    private boolean put(FieldInsnNode field) {
        fields.put(Memory.key(field.name, field.desc), stack.pop());
        return isOwn(field);
    }

    /** Whether a field is a static field of the class itself, which its holder may have. */
    private boolean isOwn(FieldInsnNode field) {
        return Woven.ownerOf(field.owner).equals(self);
    }

    /** A read of a field that the initialiser itself has written. */
    private boolean get(FieldInsnNode field) {
        Item value = fields.get(Memory.key(field.name, field.desc));
        return isOwn(field) && value != null && push(value);
    }
}
