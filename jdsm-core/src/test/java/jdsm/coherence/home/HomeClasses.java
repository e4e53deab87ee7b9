package jdsm.coherence.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The compiled main classes of this package, nested ones included. */
final class HomeClasses {
    private HomeClasses() {}

    static List<Class<?>> all() {
        Path packageDirectory =
                classes().resolve(HomeState.class.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(packageDirectory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                    .sorted()
                    .<Class<?>>map(name -> load(name.substring(0, name.length() - ".class".length())))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path classes() {
        try {
            return Path.of(HomeState.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(HomeState.class.getPackageName() + "." + name, true, HomeState.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
