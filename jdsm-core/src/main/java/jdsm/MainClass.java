package jdsm;

import java.io.IOException;
import java.util.jar.JarFile;

/** Finds the class that {@code java} was told to run: a main method that a class inherits is not told. */
final class MainClass {
    private MainClass() {}

    /**
     * @param command the system property {@code sun.java.command}: a class or {@code module/class} and its arguments, or a
     *     jar, whose manifest names the class
     * @return the class's name, or null
     */
    static String of(String command) {
        String first = command.strip().split("\\s+", 2)[0];
        if (first.endsWith(".jar")) {
            return ofJar(command);
        }
        String name = first.substring(first.indexOf('/') + 1);
        return name.isEmpty() ? null : name;
    }

    /** A jar's path may have spaces in it: it is the shortest beginning of the command that ends in .jar and is a file. */
    private static String ofJar(String command) {
        int end = command.indexOf(".jar");
        while (end >= 0) {
            String path = command.substring(0, end + ".jar".length());
            try (JarFile jar = new JarFile(path)) {
                return jar.getManifest() == null
                        ? null
                        : jar.getManifest().getMainAttributes().getValue("Main-Class");
            } catch (IOException e) {
                end = command.indexOf(".jar", end + 1);
            }
        }
        return null;
    }
}
