package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class WeavingTransformerTest {
    private static final int STORES_THAT_FIT_ONLY_UNWOVEN = 6000;

    @TempDir
    Path directory;

    private final List<String> lines = new ArrayList<>();

    private byte[] transform(ClassLoader parent, String name) throws Exception {
        return transform(parent, name, Files.readAllBytes(directory.resolve("app/" + name + ".class")));
    }

    private byte[] transform(ClassLoader parent, String name, byte[] classFile) throws Exception {
        WeavingTransformer transformer = new WeavingTransformer(
                AgentOptions.parse("exclude=app.Excluded"),
                (into, className, file, domain) -> {},
                lines::addAll,
                lines::add);
        URL[] place = {directory.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(place, parent)) {
            return transformer.transform(loader, "app/" + name, null, null, classFile);
        }
    }

    private byte[] transform(String name) throws Exception {
        return transform(getClass().getClassLoader(), name);
    }

    @Test
    void classesOfTheApplicationAreWoven() throws Exception {
        Program.compile(directory, "class Some { int n; } class Excluded { int n; }");

        assertThat(transform("Some")).isNotNull();
        assertThat(transform("Excluded")).isNull();
        assertThat(transform(ClassLoader.getPlatformClassLoader(), "Some"))
                .as("whose loader does not see the runtime")
                .isNull();
        assertThat(lines).isEmpty();
    }

    @Test
    void whatIsRefusedIsSaid() throws Exception {
        Program.compile(directory, "class Some { static Thread n; void go() { n = null; } }");

        assertThat(transform("Some")).isNull();

        assertThat(lines).singleElement().asString().startsWith("app.Some.go (Program.java:4): static field");
    }

    @Test
    void allThatIsRefusedOfTheProgramIsSaidAtOnce() throws Exception {
        Program.compile(directory, """
                class Some { static Thread n; Other other; void go() { n = null; } }
                class Other extends Base { Far far; void go() { k = null; } }
                class Base { static Thread k; }
                class Far { native void go(); }
                class Unrelated { static Thread n; void go() { n = null; } }
                """);

        assertThat(transform("Some")).isNull();

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("app.Some.go (Program.java:4): static field app.Some.n ");
        assertThat(lines.get(1)).startsWith("app.Other.go (Program.java:5): static field app.Base.k ");
        assertThat(lines.get(1)).endsWith(" local=app.Base.k");
        assertThat(lines.get(2)).startsWith("app.Far.go (Program.java): a native method");
    }

    @Test
    void aFailureNamesClassAndPass() throws Exception {
        Program.compile(
                directory,
                "class Long { volatile int n; void go() { " + "n=1;".repeat(STORES_THAT_FIT_ONLY_UNWOVEN) + "} }");

        assertThat(transform("Long")).isNull();

        assertThat(lines)
                .singleElement()
                .asString()
                .startsWith("cannot weave app.Long: pass accesses: ")
                .contains("with its checks method go is longer than 64 KB: divide it")
                .endsWith("; say exclude=app.Long if its objects are not shared");
    }

    /** Callers of Shape.n are woven for methods that do not synchronise. */
    @Test
    void aClassFromElsewhereIsRefusedIfCallersDoNotExpectIt(@TempDir Path elsewhere) throws Exception {
        String shapes = "interface Shape { int n(); } class Square implements Shape { public int n() { return 1; } }\n"
                + "class Cube implements Shape { public int n() { return 3; } }\n";
        Program.compile(directory, shapes);
        Program late = Program.compile(
                elsewhere,
                shapes + "class Quiet implements Shape { public int n() { return 2; } }"
                        + "class Excluded implements Shape { public synchronized int n() { return 3; } }"
                        + "class Late implements Shape { public synchronized int n() { return 3; } }");

        URL[] core = {
            jdsm.runtime.Woven.class.getProtectionDomain().getCodeSource().getLocation()
        };
        ClassLoader runtime = new URLClassLoader(core, ClassLoader.getPlatformClassLoader());

        assertThat(transform(runtime, "Square")).isNotNull();
        assertThat(transform(runtime, "Quiet", late.plainFile("Quiet"))).isNotNull();
        assertThat(lines).isEmpty();

        transform(runtime, "Late", late.plainFile("Late"));
        transform(runtime, "Excluded", late.plainFile("Excluded"));
        assertThat(lines)
                .containsExactly(
                        "class app.Late is not on the class path, and by it a call of app.Shape.n may synchronise,"
                                + " although the callers are woven for the classes of the class path; put the class on"
                                + " the class path (--cp)",
                        "class app.Excluded is not on the class path, and by it a call of app.Shape.n may synchronise,"
                                + " although the callers are woven for the classes of the class path; put the class on"
                                + " the class path (--cp)");
    }
}
