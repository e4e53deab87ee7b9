package jdsm.node;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import jdsm.SPMD;
import jdsm.comm.digest.Sha256;
import jdsm.runtime.Woven;

/**
 * The digests of class files, as the program has them: a checkpoint is for the same classes only. A class that the agent
 * has made counts as the class of the program that it was made of.
 */
final class ClassDigests {
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
                }
            }
        }
        return digests;
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
                if (!of(each.getKey()).equals(each.getValue())) {
                    return "class " + each.getKey() + " has changed since";
                }
            } catch (IOException e) {
                return e.getMessage();
            }
        }
        return null;
    }
}
