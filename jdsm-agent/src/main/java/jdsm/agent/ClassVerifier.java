package jdsm.agent;

import jdsm.agent.analysis.Classes;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.SimpleVerifier;
import org.objectweb.asm.util.CheckClassAdapter;

/** Verifies a class file as the JVM would, without loading a class. */
final class ClassVerifier {
    private ClassVerifier() {}

    /**
     * Verifies one class.
     *
     * @return null, or the first fault, in one line
     */
    static String verify(byte[] classFile, Classes classes) {
        ClassNode node = new ClassNode();
        try {
            new ClassReader(classFile).accept(new CheckClassAdapter(node, false), ClassReader.SKIP_DEBUG);
        } catch (IllegalArgumentException | IllegalStateException e) {
            return String.valueOf(e.getMessage());
        }
        for (MethodNode method : node.methods) {
            try {
                new Analyzer<>(new Types(node, classes)).analyze(node.name, method);
            } catch (AnalyzerException e) {
                return method.name + method.desc + ": "
                        + e.getMessage().lines().findFirst().orElse("");
            }
        }
        return null;
    }

    /** Verifies types from class files; a type whose class file is missing counts as assignable. */
    private static final class Types extends SimpleVerifier {
        private static final Type OBJECT = Type.getType(Object.class);

        private final Classes classes;

        private Types(ClassNode node, Classes classes) {
            super(
                    Opcodes.ASM9,
                    Type.getObjectType(node.name),
                    Type.getObjectType(node.superName == null ? "java/lang/Object" : node.superName),
                    node.interfaces.stream().map(Type::getObjectType).toList(),
                    (node.access & Opcodes.ACC_INTERFACE) != 0);
            this.classes = classes;
        }

        @Override
        protected boolean isInterface(Type type) {
            return classes.isInterface(type.getInternalName());
        }

        @Override
        protected Type getSuperClass(Type type) {
            String above = classes.superName(type.getInternalName());
            return above == null ? null : Type.getObjectType(above);
        }

        @Override
        protected boolean isAssignableFrom(Type to, Type from) {
            if (to.equals(from) || to.equals(OBJECT)) {
                return true;
            }
            if (to.getSort() == Type.ARRAY || from.getSort() == Type.ARRAY) {
                return arrays(to, from);
            }
            if (to.getSort() != Type.OBJECT || from.getSort() != Type.OBJECT) {
                return false;
            }
            String name = to.getInternalName();
            return classes.isInterface(name)
                    || classes.isSubtype(from.getInternalName(), name)
                    || !isKnown(name)
                    || !isKnown(from.getInternalName());
        }

        private boolean isKnown(String name) {
            for (String above = name; above != null; above = classes.superName(above)) {
                if (above.equals("java/lang/Object")) {
                    return true;
                }
            }
            return false;
        }

        private boolean arrays(Type to, Type from) {
            if (from.getSort() != Type.ARRAY) {
                return false;
            }
            if (to.getSort() != Type.ARRAY) {
                String name = to.getInternalName();
                return name.equals("java/lang/Cloneable") || name.equals("java/io/Serializable");
            }
            Type toElement = Type.getType(to.getDescriptor().substring(1));
            Type fromElement = Type.getType(from.getDescriptor().substring(1));
            boolean primitive = toElement.getSort() < Type.ARRAY || fromElement.getSort() < Type.ARRAY;
            return primitive ? toElement.equals(fromElement) : isAssignableFrom(toElement, fromElement);
        }

        @Override
        public boolean isSubTypeOf(BasicValue value, BasicValue expected) {
            Type type = value.getType();
            if (type != null && type.getDescriptor().equals("Lnull;")) {
                return expected.isReference();
            }
            return super.isSubTypeOf(value, expected);
        }
    }
}
