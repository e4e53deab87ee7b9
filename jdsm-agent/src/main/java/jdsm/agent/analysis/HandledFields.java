package jdsm.agent.analysis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The fields of which the class itself, or a class of its nest, makes handles. All accesses to such a field must be
 * volatile ones, so that all are to one unit; thus the field becomes volatile, which allows less than the program's own
 * accesses do. Thread-safe.
 */
final class HandledFields {
    private static final String LOOKUP = "java/lang/invoke/MethodHandles$Lookup";
    private static final Set<String> FINDERS = Set.of("findVarHandle", "findStaticVarHandle");

    private final ClassSource files;
    /** The names of fields by classes, by the host of the classes' nest. */
    private final Map<String, Map<String, Set<String>>> ofNests = new ConcurrentHashMap<>();

    /** A class and the other classes that its class file names as its nest. */
    private record Nest(String host, List<String> members) {}

    HandledFields(ClassSource files) {
        this.files = files;
    }

    /** The names of the fields that a class declares and that have handles. */
    Set<String> of(ClassReader reader) {
        String name = reader.getClassName();
        Nest nest = nestOf(reader);
        Map<String, Set<String>> known = ofNests.get(nest.host());
        if (known == null) {
            known = nest.host().equals(name) ? search(reader, nest.members()) : search(nest.host());
            ofNests.putIfAbsent(nest.host(), known);
        }
        return known.getOrDefault(name, Set.of());
    }

    private Map<String, Set<String>> search(String host) {
        byte[] classFile = files.find(host);
        if (classFile == null) {
            return Map.of();
        }
        ClassReader reader = new ClassReader(classFile);
        return search(reader, nestOf(reader).members());
    }

    private Map<String, Set<String>> search(ClassReader host, List<String> members) {
        Map<String, Set<String>> found = new HashMap<>();
        collect(host, found);
        for (String member : members) {
            byte[] classFile = files.find(member);
            if (classFile != null) {
                collect(new ClassReader(classFile), found);
            }
        }
        return Map.copyOf(found);
    }

    private static Nest nestOf(ClassReader reader) {
        String[] host = {reader.getClassName()};
        Set<String> members = new HashSet<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitNestHost(String name) {
                        host[0] = name;
                    }

                    @Override
                    public void visitNestMember(String name) {
                        members.add(name);
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new Nest(host[0], List.copyOf(members));
    }

    private static void collect(ClassReader reader, Map<String, Set<String>> found) {
        if (!callsFinder(reader)) {
            return;
        }
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new Finder(found);
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    }

    private static boolean callsFinder(ClassReader reader) {
        ConstantPool pool = new ConstantPool(reader);
        for (int i = 1; i < pool.end(); i++) {
            if (pool.tag(i) == ConstantPool.METHOD && FINDERS.contains(pool.name(i))) {
                return true;
            }
        }
        return false;
    }

    /** Finds the calls whose class and name are constants. */
    private static final class Finder extends MethodVisitor {
        private final Map<String, Set<String>> found;
        private String lastClass;
        private String ofField;
        private String field;

        private Finder(Map<String, Set<String>> found) {
            super(Opcodes.ASM9);
            this.found = found;
        }

        @Override
        public void visitLdcInsn(Object constant) {
            if (constant instanceof Type type && type.getSort() == Type.OBJECT) {
                lastClass = type.getInternalName();
            } else if (constant instanceof String text) {
                ofField = lastClass;
                field = text;
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.equals(LOOKUP) && FINDERS.contains(name) && ofField != null) {
                found.computeIfAbsent(ofField, none -> new HashSet<>()).add(field);
            }
        }
    }
}
