package jdsm.agent.pass.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import jdsm.agent.analysis.ClassSource;
import jdsm.agent.analysis.Refusal;
import jdsm.remote.MemoryHost;
import jdsm.remote.RemoteSpace;
import jdsm.remote.ReplacementPolicy;
import jdsm.remote.SpaceSettings;
import jdsm.remote.server.MemoryServer;

/** Compiles small programs, and runs them as they are and with remote arrays, in this JVM. */
final class RemoteRun implements AutoCloseable {
    private static final byte[] SECRET = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.UTF_8);

    private final MemoryServer server =
            new MemoryServer(InetSocketAddress.createUnresolved("127.0.0.1", 0), SECRET, 1L << 30);
    private final RemoteSpace space;

    /** @param frames of 4 KiB in this process */
    RemoteRun(int frames, ReplacementPolicy policy) {
        this(frames, policy, 8);
    }

    /**
     * @param frames of 4 KiB in this process
     * @param ahead how many pages to fetch ahead, at most
     */
    RemoteRun(int frames, ReplacementPolicy policy, int ahead) {
        this(frames, 4096, policy, ahead);
    }

    /**
     * @param frames in this process
     * @param ahead how many pages to fetch ahead, at most
     */
    RemoteRun(int frames, int pageBytes, ReplacementPolicy policy, int ahead) {
        space = RemoteSpace.open(
                new SpaceSettings("here", (long) frames * pageBytes, pageBytes, policy, 1, ahead),
                List.of(new MemoryHost("server", server.address(), 900L << 20)),
                SECRET,
                "tcp",
                System.err::println,
                System.err::println);
        space.makeCurrent();
    }

    @Override
    public void close() {
        space.close();
        server.close();
    }

    RemoteSpace space() {
        return space;
    }

    /** Compiles a source file, of whose classes the first one has its name. */
    static Map<String, byte[]> compile(String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> written = new TreeMap<>();
        StandardJavaFileManager standard = compiler.getStandardFileManager(null, null, null);
        JavaFileManager files = new ForwardingJavaFileManager<JavaFileManager>(standard) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("mem:///" + name + ".class"), kind) {
                    @Override
                    public java.io.OutputStream openOutputStream() {
                        ByteArrayOutputStream out = new ByteArrayOutputStream();
                        written.put(name.replace('.', '/'), out);
                        return out;
                    }
                };
            }
        };
        JavaFileObject file = new SimpleJavaFileObject(URI.create("mem:///P.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return source;
            }
        };
        java.io.StringWriter messages = new java.io.StringWriter();
        boolean compiled = compiler.getTask(messages, files, null, List.of("-g", "-proc:none"), null, List.of(file))
                .call();
        if (!compiled) {
            throw new IllegalArgumentException(messages + "\n" + source);
        }
        Map<String, byte[]> classes = new TreeMap<>();
        written.forEach((name, out) -> classes.put(name, out.toByteArray()));
        return classes;
    }

    static RemoteProgram analyse(Map<String, byte[]> classes) {
        return new RemoteProgram(
                new ClassSource() {
                    @Override
                    public byte[] find(String name) {
                        byte[] own = classes.get(name);
                        return own != null ? own : ofLoader(name);
                    }

                    @Override
                    public boolean visitAll(Predicate<String> wanted, BiConsumer<String, byte[]> visitor) {
                        classes.forEach((name, file) -> {
                            if (wanted.test(name)) {
                                visitor.accept("", file);
                            }
                        });
                        return true;
                    }
                },
                classes::containsKey,
                null);
    }

    private static byte[] ofLoader(String name) {
        try (InputStream in = RemoteRun.class.getClassLoader().getResourceAsStream(name + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The refusals of a program, without the reasons' remedies. */
    static List<String> refusals(String source) {
        return analyse(compile(source)).refusals().stream()
                .map(Refusal::toString)
                .toList();
    }

    /** Runs {@code static String run()} of class P, as it is compiled. */
    static String plain(Map<String, byte[]> classes) {
        return run(classes);
    }

    /** The same with remote arrays. */
    static String remote(Map<String, byte[]> classes) {
        RemoteProgram program = analyse(classes);
        if (!program.refusals().isEmpty()) {
            throw new IllegalStateException(program.refusals().toString());
        }
        if (program.changed().isEmpty()) {
            throw new IllegalStateException("nothing was changed");
        }
        Map<String, byte[]> all = new HashMap<>(classes);
        all.putAll(program.changed());
        return run(all);
    }

    private static String run(Map<String, byte[]> classes) {
        ClassLoader loader = new ClassLoader(RemoteRun.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] file = classes.get(name.replace('.', '/'));
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, file, 0, file.length);
            }
        };
        try {
            var method = loader.loadClass("P").getDeclaredMethod("run");
            method.setAccessible(true);
            return (String) method.invoke(null);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Both runs. */
    static List<String> both(String source) {
        Map<String, byte[]> classes = compile(source);
        return new ArrayList<>(List.of(plain(classes), remote(classes)));
    }
}
