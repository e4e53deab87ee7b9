package jdsm.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdsm.Local;
import jdsm.SPMD;
import jdsm.comm.digest.Sha256;
import jdsm.runtime.Woven;

/**
 * The digests of class files, as the program has them: a checkpoint is for the same classes only. A class that the agent
 * has made counts as the class of the program that it was made of.
 */
final class ClassDigests {
    /** Behind the name of a class, for the digest of its fields. */
    private static final String FIELDS = " fields";

    private final ClassLoader loader;

    /** @param loader the program's class loader */
    ClassDigests(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * The digests of classes and of their superclasses, by name, without those of the JDK.
     *
     * @throws IOException if a class file cannot be read
     */
    SortedMap<String, String> of(Set<Class<?>> classes) throws IOException {
        SortedMap<String, String> digests = new TreeMap<>();
        for (Class<?> type : classes) {
            Class<?> each = type;
            while (each.isArray()) {
                each = each.getComponentType();
            }
            for (; each != SPMD.class && each != null && isOfApplication(each); each = each.getSuperclass()) {
                String name = inProgram(each.getName());
                if (!digests.containsKey(name)) {
                    digests.put(name, of(name));
                    fieldsOf(name).ifPresent(fields -> digests.put(name + FIELDS, fields));
                }
            }
        }
        return digests;
    }

    /**
     * The digest of a class's fields as the agent has left them: options such as {@code --local} and {@code --heavy}
     * change them, and a content is in the order of the shared fields, without their names.
     */
    private Optional<String> fieldsOf(String name) {
        if (Woven.isTwin(name)) {
            return Optional.empty();
        }
        try {
            String fields = Arrays.stream(Class.forName(name, false, loader).getDeclaredFields())
                    .filter(field -> !field.getName().startsWith(Woven.FIELD))
                    .map(field -> (field.isAnnotationPresent(Local.class) ? "local " : "")
                            + field.getType().descriptorString()
                            + field.getName())
                    .sorted()
                    .collect(Collectors.joining(" "));
            return Optional.of(Sha256.hex(fields.getBytes(StandardCharsets.UTF_8)));
        } catch (ClassNotFoundException | LinkageError e) {
            return Optional.empty();
        }
    }

    private static boolean isOfApplication(Class<?> type) {
        ClassLoader its = type.getClassLoader();
        return its != null && its != ClassLoader.getPlatformClassLoader();
    }

    private static String inProgram(String name) {
        return Woven.ownerOf(Woven.isLambda(name) ? Woven.makerOf(name) : name);
    }

    private String of(String name) throws IOException {
        try (InputStream file = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new IOException("class " + name + " has no class file");
            }
            return Sha256.hex(file.readAllBytes());
        }
    }

    /**
     * The first class whose file is not the same here, in words; null if all are.
     *
     * @param digests as {@link #of(Set)} has made them
     */
    String difference(SortedMap<String, String> digests) {
        for (java.util.Map.Entry<String, String> each : digests.entrySet()) {
            try {
                if (each.getKey().endsWith(FIELDS)) {
                    String name = each.getKey().substring(0, each.getKey().length() - FIELDS.length());
                    if (!fieldsOf(name).equals(Optional.of(each.getValue()))) {
                        return "class " + name + " had other shared fields, by --local, --heavy or the like";
                    }
                } else if (!of(each.getKey()).equals(each.getValue())) {
                    return "class " + each.getKey() + " has changed since";
                }
            } catch (IOException e) {
                return e.getMessage();
            }
        }
        return null;
    }
}
