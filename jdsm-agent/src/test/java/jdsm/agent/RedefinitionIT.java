package jdsm.agent;

import static jdsm.agent.AgentProcess.JAR;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes of a woven program that get other code while it runs, as from a debugger. */
class RedefinitionIT {
    private static final String PROGRAM = """
            class Main extends jdsm.SPMD {
                final Cell cell = new Cell();
                final Adding adding = new Adding();
                @Override public void start() {
                    say("begins");
                    Swap.now(args()[0], Rule.class, Adding.class);
                    say("goes on");
                    Swap.again(Rule.class, Adding.class);
                    say("ends");
                }
                private void say(String when) {
                    cell.n = 0;
                    adding.apply(cell);
                    int byRule = cell.n;
                    adding.add(cell);
                    System.out.println(when + " " + byRule + " " + (cell.n - byRule));
                }
            }
            class Cell { int n; volatile int flag; }
            interface Rule { default void apply(Cell cell) { cell.n += 1; } }
            class Adding implements Rule { void add(Cell cell) { cell.n += 2; } }
            """;

    private static final String AGENT = """
            import java.lang.instrument.*;
            import java.nio.charset.StandardCharsets;
            import java.nio.file.*;
            import java.security.ProtectionDomain;
            class Swap implements ClassFileTransformer {
                static Instrumentation jvm;
                public static void premain(String options, Instrumentation instrumentation) { jvm = instrumentation; }
                static void now(String from, Class<?>... types) {
                    jvm.addTransformer(new Swap());
                    for (Class<?> type : types) {
                        try {
                            byte[] file = Files.readAllBytes(Path.of(from, type.getName() + ".class"));
                            jvm.redefineClasses(new ClassDefinition(type, file));
                            System.out.println(type.getName() + " redefined");
                        } catch (Exception | LinkageError e) {
                            System.out.println(type.getName() + " " + e.getClass().getSimpleName());
                        }
                    }
                }
                static void again(Class<?>... types) {
                    jvm.addTransformer(new Swap(), true);
                    try {
                        jvm.retransformClasses(types);
                    } catch (UnmodifiableClassException e) {
                        System.out.println(e);
                    }
                }
                @Override public byte[] transform(
                        ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] file) {
                    if (redefined != null && file.length > 1) {
                        String text = new String(file, StandardCharsets.ISO_8859_1);
                        System.out.println(name + (text.contains("jdsm/runtime/") ? " is woven" : " is not woven"));
                    }
                    return null;
                }
            }
            """;

    @TempDir
    Path directory;

    private Path app;
    private Path swapper;

    @BeforeEach
    void compile() throws IOException {
        Path made = compile("made", AGENT);
        swapper = directory.resolve("swap.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", "Swap");
        manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        try (OutputStream file = Files.newOutputStream(swapper);
                JarOutputStream jar = new JarOutputStream(file, manifest)) {
            jar.putNextEntry(new JarEntry("Swap.class"));
            jar.write(Files.readAllBytes(made.resolve("Swap.class")));
        }
        app = compile("app", PROGRAM);
    }

    private Path compile(String name, String source) throws IOException {
        Path target = Files.createDirectory(directory.resolve(name));
        Path file = Files.writeString(target.resolve("Program.java"), source);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-g",
                        "-proc:none",
                        "-cp",
                        JAR + File.pathSeparator + swapper,
                        "-d",
                        target.toString(),
                        file.toString());
        assertThat(status).isZero();
        return target;
    }

    private List<String> run(Path other, String cache) throws IOException, InterruptedException {
        return run(other, cache, ",debug");
    }

    private List<String> run(Path other, String cache, String debug) throws IOException, InterruptedException {
        Process process = AgentProcess.jvm(List.of(
                        "-javaagent:" + JAR + "=exclude=Swap,cache=" + cache + debug,
                        "-javaagent:" + swapper,
                        "-cp",
                        app + File.pathSeparator + JAR,
                        "Main",
                        other.toString()))
                .redirectErrorStream(true)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
        return lines;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void otherCodeIsWovenToo(boolean fromTheCache) throws Exception {
        Path other = compile("other", PROGRAM.replace("n += 1", "n += 10").replace("n += 2", "n += 20"));
        String cache = fromTheCache ? directory.resolve("cache").toString() : "none";
        if (fromTheCache) {
            run(other, cache);
        }

        assertThat(run(other, cache))
                .containsExactly(
                        "begins 1 2",
                        "Rule is woven",
                        "Rule redefined",
                        "Adding is woven",
                        "Adding redefined",
                        "goes on 10 20",
                        "Rule is woven",
                        "Adding is woven",
                        "ends 10 20");
    }

    /** Callers were woven for methods that do not synchronise. */
    @Test
    void codeOnWhichOthersCouldNotRelyIsRefused() throws Exception {
        Path other = compile(
                "other",
                PROGRAM.replace("cell.n += 1", "synchronized (cell) { cell.n += 10; }")
                        .replace("cell.n += 2", "cell.n += 20; cell.flag = 1"));

        assertThat(run(other, "none"))
                .startsWith(
                        "begins 1 2",
                        "jdsm-agent: class Rule is not redefined: its method apply may synchronise now, and its callers"
                                + " were woven for a method that does not; start the program anew",
                        "Rule ClassFormatError",
                        "jdsm-agent: class Adding is not redefined: its method add may synchronise now, and its callers"
                                + " were woven for a method that does not; start the program anew",
                        "Adding ClassFormatError",
                        "goes on 1 2");
    }

    @Test
    void codeThatIsRefusedIsRefusedHereToo() throws Exception {
        Path other = compile(
                "other",
                PROGRAM.replace("class Cell { int n;", "class Cell { int n; static int all;")
                        .replace("cell.n += 1", "Cell.all = 5"));

        List<String> lines = run(other, "none");

        assertThat(lines.get(1)).startsWith("jdsm-agent: class Rule is not redefined: ");
        assertThat(lines).contains("Rule ClassFormatError", "goes on 1 2", "ends 1 2");
    }

    /** Without the option for debuggers, callers contain the code of short methods. */
    @Test
    void codeOfShortMethodsIsRefused() throws Exception {
        Path other = compile("other", PROGRAM.replace("n += 1", "n += 10"));

        assertThat(run(other, "none", ""))
                .startsWith(
                        "begins 1 2",
                        "jdsm-agent: class Rule is not redefined: its method apply has other code now, and callers"
                                + " contain the code of short methods, unless the agent has the option debug;"
                                + " start the program anew",
                        "Rule ClassFormatError");
    }
}
