package jdsm.agent.analysis;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import jdsm.runtime.Woven;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/*
 * An object is a unit of coherence. Where some of its fields are written often and the others are only read, each write
 * makes the other ranks' copies of all fields stale. So the fields that are written, or hardly used, can move to a part of
 * their own: a further object, which is a unit of its own. Matsuda and Kamada split classes in this way for cache lines
 * (IPSJ 2003).
 */

/**
 * Class files in which the heavy fields of classes ({@link jdsm.Heavy}) are fields of a second object. For class {@code C}
 * with such fields there is a further class {@code C$JdsmHeavy}, and each object of {@code C} refers to one object of it,
 * which the constructor makes first. Thread-safe.
 */
final class HeavyParts implements ClassSource {
    /** The field of an object that refers to its heavy part. */
    static final String FIELD = Woven.HEAVY_FIELD;

    private final ClassSource files;
    /** The classes as the program's files have them. */
    private final ApplicationClasses plain;

    private final ConcurrentHashMap<String, Optional<List<ClassFacts.Field>>> moved = new ConcurrentHashMap<>();

    HeavyParts(ClassSource files, ApplicationClasses plain) {
        this.files = files;
        this.plain = plain;
    }

    @Override
    public byte[] find(String name) {
        if (Woven.isHeavy(name)) {
            return part(Woven.ownerOf(name));
        }
        byte[] classFile = files.find(name);
        return classFile == null || !plain.scope().covers(name) ? classFile : rewritten(classFile);
    }

    /** {@inheritDoc} Without the heavy parts, which extend nothing. */
    @Override
    public boolean visitAll(Predicate<String> wanted, BiConsumer<String, byte[]> visitor) {
        return files.visitAll(wanted, visitor);
    }

    /** The class file of the heavy parts of a class's objects, or null if they have none. */
    byte[] part(String owner) {
        List<ClassFacts.Field> fields = movedFields(owner);
        return fields.isEmpty() ? null : HeavyFile.of(files.find(owner), fields);
    }

    /** The fields of a class that move to its objects' heavy parts, by name. */
    private List<ClassFacts.Field> movedFields(String owner) {
        Optional<List<ClassFacts.Field>> known = moved.get(owner);
        if (known == null) {
            ClassFacts facts = plain.isApplication(owner) ? plain.find(owner) : null;
            List<ClassFacts.Field> wanted = facts == null ? List.of() : HeavyFields.wanted(facts, plain);
            known = wanted.isEmpty() ? Optional.empty() : Optional.of(withoutEarly(owner, wanted));
            moved.putIfAbsent(owner, known);
        }
        return known.orElse(List.of());
    }

    /** Without the fields that a constructor sets before it calls another: there, the heavy part cannot be read. */
    private List<ClassFacts.Field> withoutEarly(String owner, List<ClassFacts.Field> wanted) {
        ClassNode node = new ClassNode();
        new ClassReader(plain.classFile(owner)).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        List<UninitializedThis> early = node.methods.stream()
                .map(method -> UninitializedThis.of(node.name, method))
                .toList();
        return wanted.stream()
                .filter(field -> early.stream().noneMatch(part -> part.sets(field.name(), field.descriptor())))
                .toList();
    }

    /** The field that moves to a heavy part, which an instruction names; or null. */
    private ClassFacts.Field moved(String owner, String name, String descriptor) {
        ClassFacts.Field field = plain.scope().covers(owner) ? plain.field(owner, name, descriptor) : null;
        return field != null && movedFields(field.owner()).contains(field) ? field : null;
    }

    /** A class file of the application with the moved fields, and the accesses to them, replaced. */
    byte[] rewritten(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        String name = reader.getClassName();
        List<ClassFacts.Field> own = movedFields(name);
        if (own.isEmpty() && !namesMoved(new ConstantPool(reader))) {
            return classFile;
        }
        ClassNode node = new ClassNode();
        reader.accept(node, 0);
        if (!own.isEmpty()) {
            node.fields.removeIf(field -> own.contains(plain.field(name, field.name, field.desc)));
            node.visitField(
                    Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC,
                    FIELD,
                    HeavyCode.descriptor(name),
                    null,
                    null);
        }
        for (MethodNode method : node.methods) {
            HeavyCode code = new HeavyCode(name, method);
            code.replaceAccesses(field -> {
                ClassFacts.Field found = moved(field.owner, field.name, field.desc);
                return found == null ? null : found.owner();
            });
            if (!own.isEmpty()) {
                code.makePart();
            }
        }
        ClassWriter writer = new ClassWriter(0);
        node.accept(writer);
        return writer.toByteArray();
    }

    /** Whether the constant pool names a moved field. */
    private boolean namesMoved(ConstantPool pool) {
        return pool.namesField((owner, name, descriptor) -> moved(owner, name, descriptor) != null);
    }
}
