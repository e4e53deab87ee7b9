package jdsm.agent.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import jdsm.runtime.Woven;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/*
 * The JVM makes the class of a lambda when it runs: a hidden class, which has no name that other ranks could find it by,
 * and which no agent sees. So the code gets an ordinary class for each lambda that may be stored somewhere, as a compiler
 * could have made it, and the later analyses and passes treat the lambda as any object of the program.
 */

/**
 * Class files in which lambdas and method references are objects of classes with names. For the lambda number {@code k}
 * of a class {@code C} there is a further class {@code C$JdsmLambda<k>}, whose fields are the captured values. Lambdas
 * stay the JVM's if they are given to a method that only calls them. Thread-safe.
 */
final class LambdaClasses implements ClassSource {
    private static final Handle DEFINE = new Handle(
            Opcodes.H_INVOKESTATIC,
            "jdsm/runtime/Lambdas",
            "define",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
                    + "Ljava/lang/String;I)Ljava/lang/invoke/CallSite;",
            false);

    private static final String FILES = "Ljdsm/runtime/LambdaFiles;";

    private final ClassSource files;
    private final ApplicationClasses plain;
    /** The class files of lambdas, by their names. */
    private final Map<String, byte[]> made = new ConcurrentHashMap<>();

    /** @param plain the classes as the files have them */
    LambdaClasses(ClassSource files, ApplicationClasses plain) {
        this.files = files;
        this.plain = plain;
    }

    /** Whether an instruction defines the class of a lambda, unless it has done so before; it has no other effect. */
    static boolean defines(InvokeDynamicInsnNode dynamic) {
        return DEFINE.equals(dynamic.bsm);
    }

    @Override
    public byte[] find(String name) {
        boolean isLambda = Woven.isLambda(name);
        String owner = isLambda ? Woven.makerOf(name) : name;
        if (isLambda && made.containsKey(name)) {
            return made.get(name);
        }
        byte[] classFile = files.find(owner);
        if (classFile == null || !plain.scope().covers(owner)) {
            return isLambda ? null : classFile;
        }
        byte[] rewritten = rewritten(classFile);
        return isLambda ? made.get(name) : rewritten;
    }

    /** {@inheritDoc} As they are found: lambdas are found by the instructions that make them. */
    @Override
    public boolean visitAll(Predicate<String> wanted, BiConsumer<String, byte[]> visitor) {
        return files.visitAll(wanted, visitor);
    }

    /** The class files of the lambdas of a class whose own file has been rewritten, by their names, in their order. */
    Map<String, byte[]> ofMaker(String maker) {
        Map<String, byte[]> all = new LinkedHashMap<>();
        for (int number = 0; made.containsKey(maker + Woven.LAMBDA + number); number++) {
            all.put(maker + Woven.LAMBDA + number, made.get(maker + Woven.LAMBDA + number));
        }
        return all;
    }

    /** A class file of the application with lambdas of classes with names. */
    byte[] rewritten(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        if (!makesShared(reader.getClassName()) || !LambdaUses.mayMake(reader)) {
            return classFile;
        }
        ClassNode node = new ClassNode();
        reader.accept(node, 0);
        List<byte[]> lambdas = new ArrayList<>();
        List<MethodNode> bodies = new ArrayList<>();
        for (MethodNode method : node.methods) {
            for (InvokeDynamicInsnNode dynamic : LambdaUses.stored(node.name, method, plain)) {
                replace(node, method, dynamic, lambdas, bodies);
            }
        }
        if (lambdas.isEmpty()) {
            return classFile;
        }
        node.methods.addAll(bodies);
        AnnotationVisitor value = node.visitAnnotation(FILES, true).visitArray("value");
        lambdas.forEach(file -> value.visit(null, LambdaFile.text(file)));
        value.visitEnd();
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Whether code that is not JDSM's may get the lambdas of a class. */
    private static boolean makesShared(String name) {
        return !Twins.isTwin(name) || TwinNames.MAKE_FUNCTIONS.contains(name);
    }

    private void replace(
            ClassNode node,
            MethodNode method,
            InvokeDynamicInsnNode dynamic,
            List<byte[]> lambdas,
            List<MethodNode> bodies) {
        int number = lambdas.size();
        MethodNode body = ReferenceBody.of(dynamic, "$jdsm$lambda" + number);
        // The lambda's class calls it, of another class in the same package; interfaces have public methods only.
        boolean isInterface = (node.access & Opcodes.ACC_INTERFACE) != 0;
        body.access = Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC | (isInterface ? Opcodes.ACC_PUBLIC : 0);
        bodies.add(body);
        LambdaFile file = new LambdaFile(node, number, dynamic, body);
        byte[] classFile = file.write();
        lambdas.add(classFile);
        made.put(file.name(), classFile);
        InsnList code = new InsnList();
        code.add(new InvokeDynamicInsnNode("define", "()V", DEFINE, LambdaFile.text(classFile), number));
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, file.name(), LambdaFile.MAKE, dynamic.desc, false));
        method.instructions.insert(dynamic, code);
        method.instructions.remove(dynamic);
    }
}
