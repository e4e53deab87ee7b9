package jdsm.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Finds the class that was named on the {@code java} command line. A main method that several classes inherit needs
 * this, because the JVM does not tell it the class.
 */
final class MainClass {
    private MainClass() {}

    /**
     * The name of the main class in a command; null if the command does not tell.
     *
     * @param command the value of the system property {@code sun.java.command}: a class or {@code module/class} with
     *     arguments, or a jar with arguments, whose manifest names the class
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
     * The path of the jar: the shortest beginning of the command that ends in .jar and is a file, because a path may
     * contain spaces.
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
