package jdsm.agent.analysis;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/*
 * Objects of the JDK's classes cannot be units of coherence, for the JDK's code makes no checks. So the program makes
 * objects of subclasses, which are woven as its own classes are. Only what makes an object is replaced: types of
 * fields, casts and calls by the JDK's class stay, and the JVM selects the twin's methods.
 */

/**
 * Class files in which twins ({@code jdsm.util}) stand in place of classes of the JDK: where the program makes an object
 * of such a class, and where a class of the program extends one. Thread-safe.
 */
public final class Twins implements ClassSource {
    private static final String PACKAGE = "jdsm/util/";
    private static final String COLLECTIONS = "java/util/";
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String ATOMICS = CONCURRENT + "atomic/";
    /** The tag of a class in the constant pool (JVMS 4.4). */
    private static final int CLASS = 7;

    /** The twins by the classes of the JDK. */
    private static final Map<String, String> TWINS = new HashMap<>();

    /** The classes of the JDK with final methods: the twins have static methods in place of these. */
    private static final Set<String> FINAL = new HashSet<>();

    static {
        for (String name : List.of(
                "ArrayDeque",
                "ArrayList",
                "HashMap",
                "HashSet",
                "LinkedHashMap",
                "LinkedHashSet",
                "LinkedList",
                "TreeMap",
                "TreeSet")) {
            TWINS.put(COLLECTIONS + name, PACKAGE + name);
        }
        for (String name : List.of("CountDownLatch", "CyclicBarrier")) {
            TWINS.put(CONCURRENT + name, PACKAGE + name);
        }
        TWINS.put(CONCURRENT + "locks/ReentrantLock", PACKAGE + "ReentrantLock");
        FINAL.add(CONCURRENT + "locks/ReentrantLock");
        for (String name : List.of("AtomicBoolean", "AtomicInteger", "AtomicLong", "AtomicReference")) {
            TWINS.put(ATOMICS + name, PACKAGE + name);
            FINAL.add(ATOMICS + name);
        }
    }

    /** Types that parts of twins have: entries, iterators and conditions. */
    private static final Set<String> OF_PARTS = Set.of(
            COLLECTIONS + "Iterator",
            COLLECTIONS + "ListIterator",
            COLLECTIONS + "Map$Entry",
            CONCURRENT + "locks/Condition");

    private final ClassSource files;
    private final Scope scope;
    private final Map<String, ClassFacts> facts = new ConcurrentHashMap<>();

    Twins(ClassSource files, Scope scope) {
        this.files = files;
        this.scope = scope;
    }

    /** Whether a class is a twin or belongs to one. Its code is woven as the application's is. */
    public static boolean isTwin(String name) {
        return name.startsWith(PACKAGE);
    }

    /** The twin of a class of the JDK, or null. */
    static String of(String name) {
        return TWINS.get(name);
    }

    /** Whether a subclass cannot extend the twin, because it inherits methods that nothing can override. */
    static boolean hasFinalMethods(String name) {
        return FINAL.contains(name);
    }

    /** Whether a method of the JDK is final, so that a static method of the twin stands for it. */
    boolean isFinal(String owner, String name, String descriptor) {
        if (!FINAL.contains(owner)) {
            return false;
        }
        Integer access = facts.computeIfAbsent(owner, any -> ClassFacts.of(files.find(owner)))
                .method(name, descriptor);
        return access != null && (access & Opcodes.ACC_FINAL) != 0;
    }

    /** Whether a variable of a type of the JDK may refer to a twin. */
    static boolean mayBe(String type, Classes classes) {
        return OF_PARTS.contains(type)
                || type.startsWith("java/")
                        && TWINS.keySet().stream().anyMatch(original -> classes.isSubtype(original, type));
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
            boolean extendsOriginal = TWINS.containsKey(reader.getSuperName());
            boolean concerned = extendsOriginal && scope.covers(reader.getClassName());
            visitor.accept(root, concerned ? rewritten(classFile) : classFile);
        });
    }

    /** A class file of the application with twins in place of the JDK's classes. */
    byte[] rewritten(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        if (isTwin(reader.getClassName()) || !namesOriginal(reader)) {
            return classFile;
        }
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new TwinMaker(writer, this, reader.getSuperName()), 0);
        return writer.toByteArray();
    }

    private static boolean namesOriginal(ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        Set<String> names = new HashSet<>();
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            if (item > 0 && reader.readByte(item - 1) == CLASS) {
                names.add(reader.readUTF8(item, buffer));
            }
        }
        names.retainAll(TWINS.keySet());
        return !names.isEmpty();
    }
}
