package jdsm.agent.analysis;

import java.util.function.BiFunction;
import jdsm.runtime.Woven;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Finds the assignments of a method to fields, but those of the constant null. What a branch may have left on the stack
 * counts as no such constant.
 */
abstract class Assignments extends MethodVisitor {
    private boolean isNull;

    Assignments() {
        super(Opcodes.ASM9);
    }

    /**
     * Visits the methods of a class file, unless it cannot be read: then it cannot be loaded either.
     *
     * @param flags of {@link ClassReader#accept}
     * @param each makes the visitor of a method, or null, by the class's name and its source file, which is null if unknown
     */
    static void visit(byte[] classFile, int flags, BiFunction<String, String, Assignments> each) {
        ClassReader reader;
        try {
            reader = new ClassReader(classFile);
        } catch (RuntimeException e) {
            return;
        }
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
            private String source;

            @Override
            public void visitSource(String file, String debug) {
                source = file;
            }

            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return each.apply(reader.getClassName(), source);
            }
        };
        reader.accept(visitor, flags | ClassReader.SKIP_FRAMES);
    }

    /** Whether an instruction that names a field of that name and type of a class may assign the given one. */
    static boolean mayBe(ClassFacts.Field field, String owner, Classes classes) {
        String declaring = Woven.ownerOf(field.owner());
        return owner.equals(declaring) || classes.isSubtype(owner, declaring);
    }

    /** An instruction assigns a field, which it names like this. */
    abstract void assigned(String owner, String name, String descriptor);

    @Override
    public void visitInsn(int opcode) {
        isNull = opcode == Opcodes.ACONST_NULL;
    }

    @Override
    public void visitLabel(Label label) {
        isNull = false;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        if ((opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) && !isNull) {
            assigned(owner, name, descriptor);
        }
        isNull = false;
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        isNull = false;
    }

    @Override
    public void visitVarInsn(int opcode, int index) {
        isNull = false;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        isNull = false;
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        isNull = false;
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        isNull = false;
    }

    @Override
    public void visitLdcInsn(Object value) {
        isNull = false;
    }
}
