package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.FilesInMemory;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.analysis.Scope;
import jdsm.agent.pass.access.InMemory;
import jdsm.runtime.Woven;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/** A program in one source file, package {@code app}: compiled, woven, verified, and loaded by a loader of its own. */
final class Program {
    private static final String PACKAGE = "package app;\nimport jdsm.*;\nimport java.util.*;\n";

    private final Map<String, byte[]> plain;
    private final Scope scope;
    private final ApplicationClasses classes;
    private final List<Refusal> refusals = new ArrayList<>();
    private final Map<String, byte[]> woven = new TreeMap<>();
    private final ClassLoader loader;

    private Program(Map<String, byte[]> plain, Scope scope) {
        this.plain = plain;
        this.scope = scope;
        this.classes = new ApplicationClasses(
                new FilesInMemory(plain, new LoaderFiles(Program.class.getClassLoader())), scope);
        this.loader = new ClassLoader(Program.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] bytes = woven.get(name.replace('.', '/'));
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, bytes, 0, bytes.length);
            }
        };
    }

    /** Compiles only. */
    static Program compile(Path directory, String source) {
        return compile(directory, source, Scope.DEFAULT);
    }

    static Program compile(Path directory, String source, Scope scope) {
        InMemory.compile("Program.java", PACKAGE + source)
                .forEach((name, bytes) -> write(directory.resolve(name + ".class"), bytes));
        return new Program(read(directory), scope);
    }

    private static void write(Path file, byte[] bytes) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> read(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .collect(Collectors.toMap(
                            file -> directory.relativize(file).toString().replaceAll("\\.class$", ""), Program::bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same classes as they were compiled, to be woven anew. */
    Program again() {
        return new Program(plain, scope);
    }

    /** Changes each class file, before it is woven. */
    Program map(UnaryOperator<byte[]> change) {
        plain.replaceAll((name, bytes) -> change.apply(bytes));
        return this;
    }

    /** A class as it was compiled, with all others beside it as they were. */
    Class<?> plainType(String simpleName) throws ClassNotFoundException {
        return new ClassLoader(Program.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) {
                byte[] bytes = plain.get(name.replace('.', '/'));
                return defineClass(name, bytes, 0, bytes.length);
            }
        }.loadClass("app." + simpleName);
    }

    /** Weaves and verifies all; refusals are collected. */
    Program weave() {
        return weave(new Weaver(classes, true));
    }

    /** Weaves and verifies all for a job of one rank. */
    Program weaveForOneRank() {
        return weave(new Weaver(classes, AgentOptions.parse("verify").forRanks("1")));
    }

    /** Weaves and verifies all, so that the code counts its accesses. */
    Program weaveProfiled(String... more) {
        return weaveProfiled("", more);
    }

    /** As {@link #weaveProfiled}, with counts in samples. In tests one segment of one is counted: each. */
    Program weaveSampled(String... more) {
        return weaveProfiled(",sample=1", more);
    }

    private Program weaveProfiled(String sample, String... more) {
        AgentOptions options =
                AgentOptions.parse("verify,profile" + sample).forRanks(more.length == 0 ? null : more[0]);
        return weave(new Weaver(classes, options));
    }

    private Program weave(Weaver weaver) {
        plain.forEach((name, bytes) -> {
            byte[] after = weaver.weave(bytes, refusals::add);
            assertThat(ClassVerifier.verify(after, classes)).as(name).isNull();
            woven.put(name, after);
            byte[] holder = classes.holderOf(name);
            if (holder != null) {
                woven.put(name + Woven.HOLDER, weaver.weave(holder, refusals::add));
            }
        });
        return this;
    }

    /** The class file of a class as it was compiled. */
    byte[] plainFile(String simpleName) {
        return plain.get("app/" + simpleName);
    }

    ApplicationClasses classes() {
        return classes;
    }

    List<String> refusals() {
        return refusals.stream().map(Refusal::toString).toList();
    }

    ClassLoader loader() {
        return loader;
    }

    Class<?> type(String simpleName) throws ClassNotFoundException {
        return loader.loadClass("app." + simpleName);
    }

    /** A new object, by its constructor without arguments. */
    Object make(String simpleName) throws ReflectiveOperationException {
        var constructor = type(simpleName).getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    /** Calls the only method of that name. */
    static Object call(Object object, String name, Object... arguments) throws Throwable {
        for (var method : object.getClass().getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                try {
                    return method.invoke(object, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        }
        throw new NoSuchMethodException(name);
    }

    /** A class as it was woven, without line numbers and frames. */
    ClassNode wovenNode(String simpleName) {
        ClassNode node = new ClassNode();
        new ClassReader(woven.get("app/" + simpleName)).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return node;
    }

    /** The instructions of a woven method, one a line; without frames, line numbers and variable names. */
    String listing(String simpleName, String methodName) {
        ClassNode node = wovenNode(simpleName);
        MethodNode method = node.methods.stream()
                .filter(candidate -> candidate.name.equals(methodName))
                .findFirst()
                .orElseThrow();
        Textifier text = new Textifier();
        method.accept(new TraceMethodVisitor(text));
        StringWriter lines = new StringWriter();
        text.print(new PrintWriter(lines, true));
        return lines.toString()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("MAX"))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
