package jdsm.agent.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import jdsm.codec.ThrowableState;
import org.junit.jupiter.api.Test;

/** The weaver and the runtime agree on which exceptions of the JDK can be shared. */
class ThrowablesTest {
    private static final List<String> MODULES =
            List.of("java.base", "java.sql", "java.xml", "java.desktop", "java.rmi");

    private static byte[] read(String name) {
        try (InputStream file = ClassLoader.getPlatformClassLoader().getResourceAsStream(name + ".class")) {
            return file == null ? null : file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Class<?>> exceptions() {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules");
        return MODULES.stream()
                .map(modules::resolve)
                .flatMap(ThrowablesTest::files)
                .<Class<?>>map(ThrowablesTest::load)
                .filter(Throwable.class::isAssignableFrom)
                .toList();
    }

    private static Stream<Path> files(Path module) {
        try (Stream<Path> all = Files.walk(module)) {
            return all
                    .filter(file -> file.toString().endsWith("Exception.class")
                            || file.toString().endsWith("Error.class")
                            || file.toString().endsWith("Throwable.class"))
                    .map(module::relativize)
                    .filter(file -> file.startsWith("java") || file.startsWith("javax"))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> load(Path file) {
        String name = file.toString().replace(".class", "").replace('/', '.');
        try {
            return Class.forName(name, false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void bothKnowTheSameClasses() {
        ApplicationClasses classes = new ApplicationClasses(ThrowablesTest::read, Scope.DEFAULT);
        List<Class<?>> all = exceptions();

        assertThat(all).hasSizeGreaterThan(300).contains(java.sql.SQLException.class, Throwable.class);
        assertThat(all)
                .allSatisfy(type -> assertThat(
                                Throwables.mayBeShared(type.getName().replace('.', '/'), classes))
                        .as(type.getName())
                        .isEqualTo(ThrowableState.isKnown(type)));
        assertThat(all.stream().filter(ThrowableState::isKnown)).hasSizeGreaterThan(250);
    }
}
