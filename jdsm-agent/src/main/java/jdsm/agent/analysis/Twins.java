package jdsm.agent.analysis;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;

/*
 * Objects of the JDK's classes cannot be units of coherence, for the JDK's code makes no checks. So the program makes
 * objects of subclasses, which are woven as its own classes are. Only what makes an object is replaced: types of
 * fields, casts and calls by the JDK's class stay, and the JVM selects the twin's methods.
 */

/**
 * Class files in which twins ({@code jdsm.util}) stand in place of classes of the JDK: where the program makes an
 * object of such a class, and where a class of the program extends one. Thread-safe.
 */
public final class Twins implements ClassSource {
    /** The internal name of the JDK's EnumSet, a result of {@link #replacedIn}. */
    public static final String ENUM_SET = EnumSets.JDKS;

    /** The tag of a class in the constant pool (JVMS 4.4). */
    private static final int CLASS = 7;

    private static final int NAME_AND_TYPE = 12;

    private final ClassSource files;
    private final Scope scope;
    private final HandledFields handled;
    private final Map<String, ClassFacts> facts = new ConcurrentHashMap<>();
    /** The types that build texts and are replaced; null if not known yet. */
    private final AtomicReference<Set<String>> texts;

    /** The classes that name such types, by their internal names. */
    private final Map<String, Rewritten> ofTexts = new ConcurrentHashMap<>();

    /** A class file before and after. */
    private record Rewritten(byte[] original, byte[] rewritten) {}

    /** A static method of a twin. */
    record StaticMethod(String owner, String name, String descriptor) {}

    Twins(ClassSource files, Scope scope) {
        this(files, scope, new AtomicReference<>());
    }

    /** Other class files of the same program. */
    Twins with(ClassSource others) {
        texts();
        return new Twins(others, scope, texts);
    }

    private Twins(ClassSource files, Scope scope, AtomicReference<Set<String>> texts) {
        this.files = files;
        this.texts = texts;
        this.scope = scope;
        this.handled = new HandledFields(files);
    }

    /** Whether a class is that of the handles by which code accesses fields and elements. */
    public static boolean isHandle(String name) {
        return HandleCalls.isHandle(name);
    }

    /**
     * The type of the JDK in place of which woven code has another one in a descriptor, of which no other code knows: an
     * EnumSet, or one that builds texts. Null for other descriptors.
     */
    public static String replacedIn(String descriptor) {
        return EnumSets.isIn(descriptor) ? ENUM_SET : TextBuilders.twinIn(descriptor);
    }

    /** Whether an instruction accesses a field or element by a handle. */
    public static boolean isHandleAccess(InvokeDynamicInsnNode dynamic) {
        return HandleCalls.LINK.equals(dynamic.bsm);
    }

    /** Whether a class is a twin or belongs to one. Its code is woven as the application's is. */
    public static boolean isTwin(String name) {
        return name.startsWith(TwinNames.PACKAGE);
    }

    @Override
    public byte[] find(String name) {
        byte[] classFile = files.find(name);
        return classFile != null && scope.covers(name) ? rewritten(classFile) : classFile;
    }

    @Override
    public boolean visitAll(Predicate<String> wanted, BiConsumer<String, byte[]> visitor) {
        return files.visitAll(wanted, (root, classFile) -> {
            ClassReader reader = new ClassReader(classFile);
            boolean extendsOriginal = TwinNames.TWINS.containsKey(reader.getSuperName());
            boolean concerned = extendsOriginal && scope.covers(reader.getClassName());
            visitor.accept(root, concerned ? rewritten(classFile) : classFile);
        });
    }

    /** A class file of the application with twins in place of the JDK's classes. */
    byte[] rewritten(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        if (isTwin(reader.getClassName())) {
            return classFile;
        }
        if (TextBuilders.areNamedIn(classFile) && !texts().isEmpty()) {
            return withoutTexts(reader.getClassName(), classFile);
        }
        return withTwins(classFile, reader);
    }

    /** As {@link #rewritten}, of a class that names types which build texts. Its methods are followed once. */
    private byte[] withoutTexts(String name, byte[] classFile) {
        Rewritten before = ofTexts.get(name);
        if (before != null && Arrays.equals(before.original, classFile)) {
            return before.rewritten;
        }
        byte[] changed = new TextRewriter(texts(), this::isDeclaredElsewhere).rewritten(classFile);
        byte[] rewritten = withTwins(changed, new ClassReader(changed));
        ofTexts.put(name, new Rewritten(classFile, rewritten));
        return rewritten;
    }

    private byte[] withTwins(byte[] classFile, ClassReader reader) {
        Set<String> volatiles = handled.of(reader);
        boolean hasEnumSets = EnumSets.areNamedIn(classFile);
        if (volatiles.isEmpty() && !hasEnumSets && !namesOriginal(reader)) {
            return classFile;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        ClassVisitor maker = new TwinMaker(writer, this, reader.getSuperName(), volatiles);
        reader.accept(hasEnumSets ? EnumSets.renamed(maker) : maker, 0);
        return writer.toByteArray();
    }

    /** The types that build texts and are replaced in this program. Searches all class files, without a lock. */
    private Set<String> texts() {
        if (texts.get() == null) {
            texts.compareAndSet(null, TextBuilders.keptIn(files.deciding(), scope));
        }
        return texts.get();
    }

    /** Whether a class that is not woven declares a method which an instruction names, so that its types stay. */
    private boolean isDeclaredElsewhere(String owner, String name, String descriptor) {
        if (!scope.covers(owner)) {
            return !owner.startsWith("[");
        }
        ClassFacts known = factsOf(owner);
        Integer access = known == null ? null : known.method(name, descriptor);
        int flags = access == null ? 0 : access;
        if (known == null || name.startsWith("<") || (flags & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) != 0) {
            return false;
        }
        return Stream.concat(Stream.ofNullable(known.superName()), known.interfaces().stream())
                .anyMatch(above -> scope.covers(above)
                        ? isDeclaredElsewhere(above, name, descriptor)
                        : declares(above, name, descriptor));
    }

    private boolean declares(String type, String name, String descriptor) {
        ClassFacts known = factsOf(type);
        return known != null
                && (known.method(name, descriptor) != null
                        || Stream.concat(Stream.ofNullable(known.superName()), known.interfaces().stream())
                                .anyMatch(above -> declares(above, name, descriptor)));
    }

    private static boolean namesOriginal(ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            int tag = item > 0 ? reader.readByte(item - 1) : 0;
            if (tag == CLASS && TwinNames.concerns(reader.readUTF8(item, buffer))
                    || tag == NAME_AND_TYPE && TwinNames.GET_PHASE.equals(reader.readUTF8(item, buffer))) {
                return true;
            }
        }
        return false;
    }

    /**
     * The static method that stands for one of the JDK, or null.
     *
     * @param hasReceiver whether the JDK's method is called on an object, which is the first argument of the static one
     */
    StaticMethod standIn(boolean hasReceiver, String owner, String name, String descriptor) {
        if (hasReceiver && name.equals(TwinNames.GET_PHASE) && isPhaser(owner)) {
            return new StaticMethod(
                    TwinNames.TWINS.get(TwinNames.PHASER),
                    name,
                    "(L" + TwinNames.PHASER + ";" + descriptor.substring(1));
        }
        if (!TwinNames.concerns(owner)) {
            return null;
        }
        String given = hasReceiver ? "(L" + owner + ";" + descriptor.substring(1) : descriptor;
        StaticMethod ofHandle = HandleCalls.maker(owner, name, given);
        if (ofHandle != null) {
            return ofHandle;
        }
        if (hasReceiver && (isFinal(owner, name, descriptor) || isCombination(owner, name))) {
            return new StaticMethod(TwinNames.TWINS.get(owner), name, given);
        }
        boolean mayBeQueue = hasReceiver && TwinNames.MAY_BE_PRIORITY_QUEUE.contains(owner);
        if (mayBeQueue && name.equals("spliterator")) {
            return new StaticMethod(TwinNames.PRIORITY_QUEUE, name, "(Ljava/lang/Iterable;)Ljava/util/Spliterator;");
        }
        String keys = TwinNames.KEY_SETS.get(name);
        if (keys != null && descriptor.endsWith(")L" + TwinNames.KEY_SET_VIEW + ";")) {
            String twin = TwinNames.TWINS.get(owner);
            String asSet = given.substring(0, given.indexOf(')') + 1) + "L" + TwinNames.SET + ";";
            return twin == null || access(twin, keys, asSet) == null ? null : new StaticMethod(twin, keys, asSet);
        }
        String ofClass = TwinNames.OF_CLASSES.get(owner);
        if (ofClass != null) {
            return access(ofClass, name, descriptor) == null ? null : new StaticMethod(ofClass, name, descriptor);
        }
        StaticMethod ofFunction = madeFunction(hasReceiver, owner, name, descriptor);
        if (ofFunction != null) {
            return ofFunction;
        }
        String maker = TwinNames.MAKERS.get(owner + "." + name);
        boolean known = maker != null && access(TwinNames.MADE, maker, given) != null;
        return known ? new StaticMethod(TwinNames.MADE, maker, given) : null;
    }

    /** The method in place of one of an interface of the JDK that makes a function or comparator, or null. */
    private StaticMethod madeFunction(boolean hasReceiver, String owner, String name, String descriptor) {
        String maker = TwinNames.OF_INTERFACES.get(owner);
        if (maker == null) {
            return null;
        }
        String called = TwinNames.RENAMED.getOrDefault(owner + "." + name, name);
        String receiver = access(owner, name, descriptor) == null ? TwinNames.DECLARING.get(owner) : owner;
        String given = hasReceiver ? "(L" + receiver + ";" + descriptor.substring(1) : descriptor;
        return access(maker, called, given) == null ? null : new StaticMethod(maker, called, given);
    }

    /** Whether a method of a concurrent map's keys is one that all sets have. */
    boolean isOfKeySet(String owner, String name, String descriptor) {
        return owner.equals(TwinNames.KEY_SET_VIEW)
                && Stream.of(TwinNames.SET, "java/util/Collection", "java/lang/Iterable")
                        .anyMatch(type -> access(type, name, descriptor) != null);
    }

    /** Whether a class is the JDK's Phaser or extends it. */
    private boolean isPhaser(String name) {
        String type = name;
        while (type != null && !type.equals(TwinNames.PHASER) && scope.covers(type)) {
            ClassFacts known = factsOf(type);
            type = known == null ? null : known.superName();
        }
        return TwinNames.PHASER.equals(type);
    }

    private static boolean isCombination(String owner, String name) {
        return name.equals(TwinNames.COMBINE) && TwinNames.FINAL.contains(owner);
    }

    private boolean isFinal(String owner, String name, String descriptor) {
        Integer access = TwinNames.FINAL.contains(owner) ? access(owner, name, descriptor) : null;
        return access != null && (access & Opcodes.ACC_FINAL) != 0;
    }

    /**
     * The class of the JDK of which a call passes an object to a library that is not woven, where the library's use of
     * it would go past the runtime: a class with final methods, for the library would use the JDK's part of a twin, or a
     * handle. Null for other calls.
     */
    public static String passedToLibrary(String owner, String descriptor, Classes classes) {
        if (owner.startsWith("[") || classes.isApplication(owner) || Scope.isOfJdkOrHouse(owner)) {
            return null;
        }
        for (Type parameter : Type.getArgumentTypes(descriptor)) {
            String type = parameter.getSort() == Type.OBJECT ? parameter.getInternalName() : "";
            if (TwinNames.FINAL.contains(type) || HandleCalls.isHandle(type)) {
                return type;
            }
        }
        return null;
    }

    /** The access flags of a method that a class declares, or null. */
    private Integer access(String owner, String name, String descriptor) {
        ClassFacts known = factsOf(owner);
        return known == null ? null : known.method(name, descriptor);
    }

    private ClassFacts factsOf(String type) {
        ClassFacts known = facts.get(type);
        if (known == null) {
            byte[] classFile = files.find(type);
            if (classFile == null) {
                return null;
            }
            known = ClassFacts.of(classFile);
            facts.putIfAbsent(type, known);
        }
        return known;
    }
}
