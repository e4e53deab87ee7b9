package jdsm.agent.pass.remote;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import jdsm.agent.analysis.ClassSource;
import jdsm.agent.analysis.Refusal;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** The classes of a program as they are found, their marks, and which class extends which. */
final class ProgramClasses {
    private static final int CLASS_TAG = 7;

    private final ClassSource files;
    private final Predicate<String> application;
    private final Map<String, ClassNode> nodes = new HashMap<>();
    private final Map<String, Marks> marks = new HashMap<>();
    private final Map<String, String> superNames = new HashMap<>();
    private final Map<String, Set<String>> below = new HashMap<>();
    private final Map<String, byte[]> all = new LinkedHashMap<>();
    private final Map<String, List<Refusal>> refusals = new HashMap<>();

    /** A method, and the class that has it. */
    record Method(ClassNode owner, MethodNode node) {}

    /** @param application tests internal names */
    ProgramClasses(ClassSource files, Predicate<String> application) {
        this.files = files;
        this.application = application;
        files.visitAll(application, (root, file) -> {
            ClassReader reader = new ClassReader(file);
            if (all.putIfAbsent(reader.getClassName(), file) == null) {
                superNames.put(reader.getClassName(), String.valueOf(reader.getSuperName()));
                put(reader.getSuperName(), reader.getClassName());
                for (String each : reader.getInterfaces()) {
                    put(each, reader.getClassName());
                }
            }
        });
    }

    private void put(String above, String name) {
        below.computeIfAbsent(above, key -> new LinkedHashSet<>()).add(name);
    }

    /**
     * The classes whose code may name a marked field, variable, parameter or result, in their order on the class path.
     *
     * @param capturing classes with fields for captured variables that are remote arrays
     */
    Set<String> concerned(Set<String> capturing) {
        Set<String> marked = new HashSet<>(capturing);
        all.forEach((name, file) -> {
            if (contains(file, Marks.ANNOTATION)) {
                marked.add(name);
            }
        });
        List<String> left = new ArrayList<>(marked);
        for (int i = 0; i < left.size(); i++) {
            for (String each : below.getOrDefault(left.get(i), Set.of())) {
                if (marked.add(each)) {
                    left.add(each);
                }
            }
        }
        Set<String> concerned = new LinkedHashSet<>();
        if (!marked.isEmpty()) {
            all.forEach((name, file) -> {
                if (marked.contains(name) || namesOne(file, marked)) {
                    concerned.add(name);
                }
            });
        }
        return concerned;
    }

    private static boolean contains(byte[] file, String text) {
        byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i + wanted.length <= file.length; i++) {
            int k = 0;
            while (k < wanted.length && file[i + k] == wanted[k]) {
                k++;
            }
            if (k == wanted.length) {
                return true;
            }
        }
        return false;
    }

    private static boolean namesOne(byte[] file, Set<String> names) {
        return named(file).stream().anyMatch(names::contains);
    }

    /** The classes that a class file names. */
    private static List<String> named(byte[] file) {
        ClassReader reader = new ClassReader(file);
        char[] buffer = new char[reader.getMaxStringLength()];
        List<String> names = new ArrayList<>();
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            if (at > 0 && file[at - 1] == CLASS_TAG) {
                names.add(reader.readUTF8(at, buffer));
            }
        }
        return names;
    }

    /** A class with those that it names, and that these name; all classes for null. */
    Set<String> reachedFrom(String first) {
        if (first == null) {
            return all.keySet();
        }
        Set<String> reached = new LinkedHashSet<>(List.of(first));
        List<String> left = new ArrayList<>(reached);
        for (int i = 0; i < left.size(); i++) {
            byte[] file = all.get(left.get(i));
            for (String each : file == null ? List.<String>of() : named(file)) {
                if (all.containsKey(each) && reached.add(each)) {
                    left.add(each);
                }
            }
        }
        return reached;
    }

    /** The refusals of marks of a class. */
    List<Refusal> refusals(String name) {
        return refusals.getOrDefault(name, List.of());
    }

    boolean isApplication(String name) {
        return !name.startsWith("[") && application.test(name);
    }

    byte[] file(String name) {
        byte[] known = all.get(name);
        return known != null ? known : files.find(name);
    }

    /** A class of the program, or null. */
    ClassNode find(String name) {
        if (!isApplication(name)) {
            return null;
        }
        return nodes.computeIfAbsent(name, key -> {
            byte[] file = file(key);
            if (file == null) {
                return null;
            }
            ClassNode node = new ClassNode();
            new ClassReader(file).accept(node, ClassReader.SKIP_FRAMES);
            marks.put(key, new Marks(node, refusals.computeIfAbsent(key, any -> new ArrayList<>())));
            return node;
        });
    }

    Marks marks(ClassNode node) {
        return marks.get(node.name);
    }

    /** The class of the program that has a field, or null. */
    ClassNode ownerOf(String owner, String field, String descriptor) {
        for (ClassNode node = find(owner); node != null; node = node.superName == null ? null : find(node.superName)) {
            if (field(node, field, descriptor) != null) {
                return node;
            }
            for (String each : node.interfaces) {
                ClassNode found = ownerOf(each, field, descriptor);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    static FieldNode field(ClassNode node, String name, String descriptor) {
        return node.fields.stream()
                .filter(field -> field.name.equals(name) && field.desc.equals(descriptor))
                .findFirst()
                .orElse(null);
    }

    /** The method of the program that a call names, or null. */
    Method method(String owner, String name, String descriptor) {
        for (ClassNode node = find(owner); node != null; node = node.superName == null ? null : find(node.superName)) {
            for (MethodNode method : node.methods) {
                if (method.name.equals(name) && method.desc.equals(descriptor)) {
                    return new Method(node, method);
                }
            }
            for (String each : node.interfaces) {
                Method found = method(each, name, descriptor);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Whether a method may override one of a class that is not the program's. */
    boolean mayBeCalledOutside(Method method) {
        if (method.node.name.startsWith("<")
                || (method.node.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) != 0) {
            return false;
        }
        for (ClassNode node = method.owner; node != null; node = find(node.superName)) {
            boolean outside = !node.superName.equals("java/lang/Object") && !isApplication(node.superName)
                    || !node.interfaces.stream().allMatch(this::isApplication);
            if (outside) {
                return true;
            }
        }
        return false;
    }

    /** The methods below a method's class that have its name and descriptor. */
    List<Method> overriding(Method method) {
        List<Method> found = new ArrayList<>();
        if (method.node.name.startsWith("<")
                || (method.node.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL)) != 0) {
            return found;
        }
        Set<String> types = new LinkedHashSet<>(below.getOrDefault(method.owner.name, Set.of()));
        List<String> left = new ArrayList<>(types);
        for (int i = 0; i < left.size(); i++) {
            ClassNode node = find(left.get(i));
            node.methods.stream()
                    .filter(each -> each.name.equals(method.node.name) && each.desc.equals(method.node.desc))
                    .forEach(each -> found.add(new Method(node, each)));
            for (String each : below.getOrDefault(left.get(i), Set.of())) {
                if (types.add(each)) {
                    left.add(each);
                }
            }
        }
        return found;
    }

    /** The internal name of a class's super class, also of the JDK's; null for Object and what is not found. */
    String superName(String name) {
        String known = superNames.computeIfAbsent(name, key -> {
            byte[] file = files.find(key);
            return file == null ? "null" : String.valueOf(new ClassReader(file).getSuperName());
        });
        return known.equals("null") ? null : known;
    }
}
