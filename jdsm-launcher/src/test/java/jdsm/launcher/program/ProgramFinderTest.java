package jdsm.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import jdsm.launcher.plan.Program;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramFinderTest {
    private static final String BODY = " extends jdsm.SPMD { public void start() {} ";

    @TempDir
    static Path root;

    private static Path app;
    private static ProgramFinder finder;

    @BeforeAll
    static void compile() throws IOException {
        app = compile(
                "app",
                Map.of(
                        "app/Heat.java",
                        "package app; class Heat" + BODY + "static { System.exit(9); } private Heat() {} }",
                        "app/Base.java",
                        "package app; public abstract class Base extends jdsm.SPMD {}",
                        "app/Sized.java",
                        "package app; public class Sized" + BODY + "public Sized(int n) {} }",
                        "app/Other.java",
                        "package app; public class Other {}",
                        "app/Orphan.java",
                        "package app; public class Orphan extends Gone {}",
                        "app/Gone.java",
                        "package app; public class Gone" + BODY + "}",
                        "LU.java",
                        "public class LU" + BODY + "}"));
        Files.delete(app.resolve("app/Gone.class"));
        Files.write(app.resolve("Junk.class"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
        Path examples = compile(
                "examples",
                Map.of(
                        "jdsm/examples/LU.java", "package jdsm.examples; public class LU" + BODY + "}",
                        "jdsm/examples/Daxpy.java", "package jdsm.examples; public class Daxpy" + BODY + "}",
                        "jdsm/examples/Matrix.java", "package jdsm.examples; class Matrix {}"));
        Path home = Files.createDirectories(root.resolve("home/examples"));
        jar(examples, home.resolve("jdsm-examples.jar"));
        finder = new ProgramFinder(new Distribution(root.resolve("home")));
    }

    @Test
    void aClassOnTheUsersPathIsFoundAndNotInitialised() throws ProgramException {
        Program program = finder.find("app.Heat", List.of(app), List.of("-n", "3"));

        assertThat(program).isEqualTo(new Program("app.Heat", List.of(app), List.of("-n", "3")));
    }

    @Test
    void anExampleIsFoundByItsSimpleOrFullName() throws ProgramException {
        Path jar = root.resolve("home/examples/jdsm-examples.jar");
        Program expected = new Program("jdsm.examples.LU", List.of(jar), List.of());

        assertThat(finder.find("LU", List.of(), List.of())).isEqualTo(expected);
        assertThat(finder.find("jdsm.examples.LU", List.of(), List.of())).isEqualTo(expected);
    }

    @Test
    void theUsersPathComesFirst() throws ProgramException {
        assertThat(finder.find("LU", List.of(app), List.of()).className()).isEqualTo("LU");
    }

    @Test
    void aStarStandsForTheJarsOfADirectory() throws Exception {
        Path lib = Files.createDirectories(root.resolve("lib"));
        jar(app, lib.resolve("b.jar"));
        jar(app, lib.resolve("a.jar"));
        Files.writeString(lib.resolve("readme"), "no jar");

        Program program = finder.find("app.Heat", List.of(lib.resolve("*")), List.of());

        assertThat(program.classPath()).containsExactly(lib.resolve("a.jar"), lib.resolve("b.jar"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            app.Other        | class app.Other is not an SPMD class: it does not extend jdsm.SPMD
            java.lang.String | class java.lang.String is not an SPMD class: it does not extend jdsm.SPMD
            Matrix           | class jdsm.examples.Matrix is not an SPMD class: it does not extend jdsm.SPMD
            app.Base         | class app.Base is abstract
            jdsm.SPMD        | class jdsm.SPMD is abstract
            app.Sized        | class app.Sized has no constructor without parameters
            app.Orphan       | class app.Orphan cannot be loaded: app.Gone is missing
            Nope             | unknown class 'Nope': it is not on the class path; examples: Daxpy, LU
            app/Heat         | unknown class 'app/Heat': the class path has app.Heat; examples: Daxpy, LU
            Heat             | unknown class 'Heat': the class path has app.Heat; examples: Daxpy, LU
            heat.java        | unknown class 'heat.java': the class path has app.Heat; examples: Daxpy, LU
            Other            | unknown class 'Other': it is not on the class path; examples: Daxpy, LU
            """)
    void whatCannotRun(String name, String message) {
        assertThatThrownBy(() -> finder.find(name, List.of(app), List.of()))
                .isInstanceOf(ProgramException.class)
                .hasMessage(message);
    }

    @Test
    void aClassOfAnotherPackageIsNamed() throws Exception {
        Path jar = root.resolve("app.jar");
        jar(app, jar);

        assertThatThrownBy(() -> finder.find("com.acme.Heat", List.of(jar, root.resolve("home")), List.of()))
                .hasMessage("unknown class 'com.acme.Heat': the class path has app.Heat; examples: Daxpy, LU");
    }

    @Test
    void aFileThatIsNoClass() {
        assertThatThrownBy(() -> finder.find("Junk", List.of(app), List.of()))
                .isInstanceOf(ProgramException.class)
                .hasMessageStartingWith("class Junk cannot be loaded: ")
                .message()
                .hasLineCount(1);
    }

    @Test
    void aPathThatDoesNotExist() {
        assertThatThrownBy(() -> finder.find("LU", List.of(Path.of("no/such.jar")), List.of()))
                .isInstanceOf(ProgramException.class)
                .hasMessage("the class path names no/such.jar, which does not exist");
    }

    @Test
    void withoutExamplesAndWithoutPath() {
        ProgramFinder bare = new ProgramFinder(new Distribution(root.resolve("nothing")));

        assertThatThrownBy(() -> bare.find("LU", List.of(), List.of()))
                .isInstanceOf(ProgramException.class)
                .hasMessage("unknown class 'LU' (no --cp given); examples: none installed");
    }

    @Test
    void theLibrariesOfADistribution() throws Exception {
        Path lib = Files.createDirectories(root.resolve("dist/lib"));
        Files.createFile(lib.resolve("b.jar"));
        Files.createFile(lib.resolve("a.jar"));

        assertThat(new Distribution(root.resolve("dist")).libraries())
                .containsExactly(lib.resolve("a.jar"), lib.resolve("b.jar"));
        assertThatThrownBy(() -> new Distribution(root.resolve("nothing")).libraries())
                .isInstanceOf(ProgramException.class);
    }

    private static Path compile(String name, Map<String, String> sources) throws IOException {
        Path classes = Files.createDirectories(root.resolve(name));
        Path sourceRoot = Files.createDirectories(root.resolve(name + "-src"));
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d", classes.toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = sourceRoot.resolve(source.getKey());
            Files.createDirectories(file.getParent());
            arguments.add(Files.writeString(file, source.getValue()).toString());
        }
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).as("compilation of %s", name).isZero();
        return classes;
    }

    private static void jar(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> found = Files.walk(classes)) {
            for (Path path : found.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(path).toString().replace(File.separatorChar, '/')));
                Files.copy(path, out);
            }
        }
    }
}
