package jdsm.agent.analysis;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jdsm.runtime.Woven;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.SerialVersionUIDAdder;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;

/*
 * A class's static fields cannot be units of coherence: they belong to no object. So the fields that may change move to
 * an object of a class of their own, the class's holder, which each rank makes before its workers start and which all
 * ranks share like the program object. All further analyses and passes see accesses to fields of an object.
 */

/**
 * Class files in which the static fields that a program may change are fields of a shared object. For class {@code C}
 * with such fields there is a further class {@code C$JdsmStatics}, the holder, whose one object has them; accesses to
 * them become accesses to the object's fields. Thread-safe.
 */
final class StaticHolders implements ClassSource {
    /** The static field of a holder that refers to its only object. */
    static final String OBJECT = Woven.HOLDER_OBJECT;

    /** A static field of a class with a holder; its read initialises the class, as that of a moved field did. */
    static final String MARK = "$jdsm$statics";

    private static final String SERIALIZABLE = "java/io/Serializable";

    private final ClassSource files;
    /** The classes as the program's files have them. */
    private final ApplicationClasses plain;

    private final ConcurrentHashMap<String, Optional<List<ClassFacts.Field>>> moved = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Set<String>> reached = new ConcurrentHashMap<>();

    StaticHolders(ClassSource files, ApplicationClasses plain) {
        this.files = files;
        this.plain = plain;
    }

    /** Adds a read or write of the static field that refers to a holder's object. */
    static void visitObject(MethodVisitor code, int opcode, String holder) {
        code.visitFieldInsn(opcode, holder, OBJECT, Type.getObjectType(holder).getDescriptor());
    }

    /** Whether an instruction reads what leads to a holder's object: its mark or the object itself. */
    static boolean isOf(FieldInsnNode field) {
        return field.getOpcode() == Opcodes.GETSTATIC && (field.name.equals(MARK) || Woven.isHolder(field.owner));
    }

    @Override
    public byte[] find(String name) {
        if (Woven.isHolder(name)) {
            return holder(Woven.ownerOf(name));
        }
        byte[] classFile = files.find(name);
        return classFile == null || !plain.scope().covers(name) ? classFile : rewritten(classFile);
    }

    /** {@inheritDoc} Without the holders, which extend and implement nothing. */
    @Override
    public boolean visitAll(Predicate<String> wanted, BiConsumer<String, byte[]> visitor) {
        return files.visitAll(wanted, visitor);
    }

    /** The class file of a class's holder, or null if none of its static fields may change. */
    byte[] holder(String owner) {
        List<ClassFacts.Field> fields = movedFields(owner);
        return fields.isEmpty() ? null : HolderFile.of(files.find(owner), fields);
    }

    /** Whether a class has a holder with a volatile field. */
    boolean hasVolatile(String owner) {
        return movedFields(owner).stream().anyMatch(field -> field.is(Opcodes.ACC_VOLATILE));
    }

    /**
     * The classes of the application with static fields to share that a class reaches, itself included: those that its
     * class file names, with their superclasses, and what the class files of these name; see {@link ReachedClasses}.
     */
    Set<String> reachedFrom(String first) {
        Set<String> known = reached.get(first);
        if (known == null) {
            known = search(first);
            reached.putIfAbsent(first, known);
        }
        return known;
    }

    private Set<String> search(String first) {
        Set<String> found = new TreeSet<>(ReachedClasses.from(first, plain, plain::classFile));
        found.removeIf(name -> movedFields(name).isEmpty() && !hasSharedFinals(name));
        return found;
    }

    /** Whether a final static field of a class refers to an array or object that may be shared. */
    private boolean hasSharedFinals(String name) {
        return plain.find(name).fields().values().stream().anyMatch(this::isSharedFinal);
    }

    private boolean isSharedFinal(ClassFacts.Field field) {
        String type = field.descriptor();
        boolean isAnother = !field.is(Opcodes.ACC_STATIC)
                || !field.is(Opcodes.ACC_FINAL)
                || field.is(Opcodes.ACC_SYNTHETIC)
                || plain.isMarkedLocal(field.owner(), field.name(), type);
        boolean mayBeShared = type.startsWith("[")
                || type.startsWith("L") && mayBeShared(Type.getType(type).getInternalName());
        return !isAnother && mayBeShared && SharedFields.mayShare(field, plain);
    }

    private boolean mayBeShared(String type) {
        return plain.isShareable(type)
                || plain.isApplication(type) && plain.isInterface(type)
                || SharedFields.isOfAnything(type)
                || TwinNames.mayBe(type, plain)
                || Throwables.mayBeShared(type, plain);
    }

    /** Whether a field is static, and code may change it. */
    static boolean isVariable(ClassFacts.Field field) {
        return field.is(Opcodes.ACC_STATIC) && !field.is(Opcodes.ACC_FINAL) && !field.is(Opcodes.ACC_SYNTHETIC);
    }

    private boolean mayMove(ClassFacts.Field field) {
        return isVariable(field) && !plain.isMarkedLocal(field.owner(), field.name(), field.descriptor());
    }

    private List<ClassFacts.Field> movedFields(String owner) {
        Optional<List<ClassFacts.Field>> known = moved.get(owner);
        if (known == null) {
            ClassFacts facts = plain.isApplication(owner) ? plain.find(owner) : null;
            known = facts == null
                    ? Optional.empty()
                    : Optional.of(facts.fields().values().stream()
                            .filter(field -> mayMove(field) && moves(field))
                            .sorted(ClassFacts.Field.BY_NAME)
                            .toList());
            moved.putIfAbsent(owner, known);
        }
        return known.orElse(List.of());
    }

    /**
     * Whether a static field that may change is shared. Values of the JDK's functional interfaces may be lambdas of the
     * JDK's, which cannot: such a field is shared if a method of its class changes it.
     */
    private boolean moves(ClassFacts.Field field) {
        return SharedFields.mayShare(field, plain) && (!SharedFields.isFunctional(field) || isChangedByOwner(field));
    }

    private boolean isChangedByOwner(ClassFacts.Field field) {
        ClassNode owner = new ClassNode();
        new ClassReader(plain.classFile(field.owner())).accept(owner, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return owner.methods.stream()
                .filter(method -> !method.name.equals(Instructions.INITIALIZER))
                .flatMap(method -> Stream.of(method.instructions.toArray()))
                .anyMatch(instruction -> instruction instanceof FieldInsnNode access
                        && access.getOpcode() == Opcodes.PUTSTATIC
                        && access.owner.equals(field.owner())
                        && access.name.equals(field.name())
                        && access.desc.equals(field.descriptor()));
    }

    /** The field that moves to a holder, which an instruction names; or null. */
    ClassFacts.Field moved(String owner, String name, String descriptor) {
        ClassFacts.Field field = plain.scope().covers(owner) ? plain.field(owner, name, descriptor) : null;
        return field != null && movedFields(field.owner()).contains(field) ? field : null;
    }

    /** A class file of the application with the moved fields, and the accesses to them, replaced. */
    byte[] rewritten(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        String name = reader.getClassName();
        boolean owns = !movedFields(name).isEmpty();
        if (!owns && !namesMoved(new ConstantPool(reader))) {
            return classFile;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        ClassVisitor mover = new StaticMover(writer, this, name, owns);
        boolean versioned = owns && plain.isSubtype(name, SERIALIZABLE);
        reader.accept(versioned ? new KeptVersion(mover) : mover, 0);
        return writer.toByteArray();
    }

    /** Whether the constant pool names a moved field. */
    private boolean namesMoved(ConstantPool pool) {
        return pool.namesField((owner, name, descriptor) -> moved(owner, name, descriptor) != null);
    }

    /** Keeps the version of the class's serial form, to which the moved fields belong. */
    private static final class KeptVersion extends SerialVersionUIDAdder {
        private KeptVersion(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }
    }
}
