package jdsm.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Finds the class that was named to {@code java}, for a main method that several classes inherit: it is not told for
 * which of them it runs.
 */
final class MainClass {
    private MainClass() {}

    /**
     * @param command the system property {@code sun.java.command}: a class or {@code module/class} and its arguments,
     *     or a jar, whose manifest names the class
     * @return the class's name, or null
     */
    static String of(String command) {
        String jar = jarOf(command);
        if (jar != null) {
            return mainClassOf(jar);
        }
        String first = command.strip().split("\\s+", 2)[0];
        String name = first.substring(first.indexOf('/') + 1);
        return name.isEmpty() || name.endsWith(".jar") ? null : name;
    }

    /**
     * A jar's path may have spaces in it: it is the shortest beginning of the command that ends in .jar and is a file.
     */
    private static String jarOf(String command) {
        int end = command.indexOf(".jar");
        while (end >= 0) {
            String path = command.substring(0, end + ".jar".length());
            if (Files.isRegularFile(Path.of(path))) {
                return path;
            }
            end = command.indexOf(".jar", end + 1);
        }
        return null;
    }

    private static String mainClassOf(String path) {
        try (JarFile jar = new JarFile(path)) {
            Manifest manifest = jar.getManifest();
            return manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
        } catch (IOException e) {
            return null;
        }
    }
}
