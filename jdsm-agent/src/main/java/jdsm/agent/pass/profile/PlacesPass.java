package jdsm.agent.pass.profile;

import java.util.ArrayDeque;
import java.util.Deque;
import jdsm.agent.analysis.Classes;
import jdsm.agent.analysis.Twins;
import jdsm.agent.pass.Names;
import jdsm.agent.pass.Pass;
import jdsm.agent.pass.Report;
import jdsm.agent.pass.shape.ShapePass;
import jdsm.runtime.Woven;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Counts the objects of shareable classes by the place where the program makes them; see
 * {@link jdsm.runtime.Allocations}. The first part puts an instruction behind the call of the constructor. The
 * instruction takes no operand, so that the passes that follow do not take the new object for one that others know. The
 * second part, behind all of these, makes it count the object on the stack. It also adds the field with the number of
 * the place.
 */
public final class PlacesPass implements Pass {
    private static final String NOTES = "()V";
    private static final String COUNTS = "(Ljava/lang/Object;)V";

    private static final Handle BOOTSTRAP = new Handle(
            Opcodes.H_INVOKESTATIC,
            "jdsm/runtime/Allocations",
            "place",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                    + "Ljava/lang/String;Ljava/lang/String;)Ljava/lang/invoke/CallSite;",
            false);

    private final boolean counts;

    private PlacesPass(boolean counts) {
        this.counts = counts;
    }

    /** The first part. */
    public static PlacesPass noting() {
        return new PlacesPass(false);
    }

    /** The second part. */
    public static PlacesPass counting() {
        return new PlacesPass(true);
    }

    @Override
    public void weave(ClassNode node, Classes classes, Report report) {
        if (Twins.isTwin(node.name)) {
            return;
        }
        for (MethodNode method : node.methods) {
            if (counts) {
                count(method);
            } else if (note(node, method, classes) && (node.version & 0xFFFF) < Opcodes.V1_7) {
                node.version = Opcodes.V1_7; // the first version with invokedynamic
            }
        }
        if (counts && classes.isShareable(node.name) && ShapePass.isTopmost(node, classes)) {
            addField(node);
        }
    }

    /** A {@code new} whose constructor is called further on. */
    private record Made(String type, int line, boolean isKept) {}

    private static boolean note(ClassNode node, MethodNode method, Classes classes) {
        boolean some = false;
        Deque<Made> open = new ArrayDeque<>();
        int line = 0;
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof LineNumberNode number) {
                line = number.line;
            } else if (instruction.getOpcode() == Opcodes.NEW) {
                AbstractInsnNode next = instruction.getNext();
                boolean isKept = next != null && next.getOpcode() == Opcodes.DUP;
                open.push(new Made(((TypeInsnNode) instruction).desc, line, isKept));
            } else if (instruction instanceof MethodInsnNode call
                    && call.name.equals("<init>")
                    && !open.isEmpty()
                    && open.peek().type().equals(call.owner)) {
                Made made = open.pop();
                if (made.isKept() && classes.isShareable(made.type()) && !Twins.isTwin(made.type())) {
                    String place = place(node, method, made.line());
                    method.instructions.insert(
                            call,
                            new InvokeDynamicInsnNode("made", NOTES, BOOTSTRAP, place, Names.ofClass(made.type())));
                    some = true;
                }
            }
        }
        return some;
    }

    /** A line as stack traces have it. */
    private static String place(ClassNode node, MethodNode method, int line) {
        String file = node.sourceFile == null ? "Unknown Source" : node.sourceFile;
        return Names.ofClass(node.name) + "." + method.name + "(" + file + (line > 0 ? ":" + line : "") + ")";
    }

    private static void count(MethodNode method) {
        for (AbstractInsnNode instruction : method.instructions.toArray()) {
            if (instruction instanceof InvokeDynamicInsnNode noted
                    && noted.bsm.equals(BOOTSTRAP)
                    && noted.desc.equals(NOTES)) {
                method.instructions.insertBefore(noted, new InsnNode(Opcodes.DUP));
                method.instructions.set(noted, new InvokeDynamicInsnNode(noted.name, COUNTS, BOOTSTRAP, noted.bsmArgs));
                method.maxStack += 1;
            }
        }
    }

    private static void addField(ClassNode node) {
        int flags = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC;
        node.fields.add(new FieldNode(flags | Opcodes.ACC_TRANSIENT, Woven.SITE, "I", null, null));
        MethodNode getter = new MethodNode(flags, Woven.SITE, "()I", null, null);
        getter.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
        getter.instructions.add(new FieldInsnNode(Opcodes.GETFIELD, node.name, Woven.SITE, "I"));
        getter.instructions.add(new InsnNode(Opcodes.IRETURN));
        getter.maxStack = 1;
        getter.maxLocals = 1;
        node.methods.add(getter);
        MethodNode setter = new MethodNode(flags, Woven.SITE, "(I)V", null, null);
        setter.instructions.add(new VarInsnNode(Opcodes.ALOAD, 0));
        setter.instructions.add(new VarInsnNode(Opcodes.ILOAD, 1));
        setter.instructions.add(new FieldInsnNode(Opcodes.PUTFIELD, node.name, Woven.SITE, "I"));
        setter.instructions.add(new InsnNode(Opcodes.RETURN));
        setter.maxStack = 2;
        setter.maxLocals = 2;
        node.methods.add(setter);
    }
}
