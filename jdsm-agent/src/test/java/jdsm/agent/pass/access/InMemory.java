package jdsm.agent.pass.access;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles sources without files. */
public final class InMemory {
    private static final Map<String, Map<String, byte[]>> KNOWN = new ConcurrentHashMap<>();

    private InMemory() {}

    /** Class files by internal name, of one source with any number of classes. */
    public static Map<String, byte[]> compile(String source) {
        return compile("Source.java", source);
    }

    /** As {@link #compile(String)}; compiles each source once. @param fileName what stack traces call the source */
    public static Map<String, byte[]> compile(String fileName, String source) {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        KNOWN.computeIfAbsent(fileName + "\n" + source, any -> compileAnew(fileName, source))
                .forEach((name, bytes) -> classes.put(name, bytes.clone()));
        return classes;
    }

    private static Map<String, byte[]> compileAnew(String fileName, String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, ByteArrayOutputStream> made = new LinkedHashMap<>();
        JavaFileManager manager = new ForwardingJavaFileManager<>(compiler.getStandardFileManager(null, null, null)) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("mem:///" + className.replace('.', '/')), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        return made.computeIfAbsent(className.replace('.', '/'), name -> new ByteArrayOutputStream());
                    }
                };
            }
        };
        JavaFileObject file = new SimpleJavaFileObject(URI.create("mem:///" + fileName), JavaFileObject.Kind.SOURCE) {
            @Override
            public boolean isNameCompatible(String simpleName, Kind kind) {
                return true;
            }

            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        StringWriter messages = new StringWriter();
        boolean done = compiler.getTask(
                        messages, manager, null, List.of("-g", "-proc:none", "--release", "17"), null, List.of(file))
                .call();
        if (!done) {
            throw new IllegalArgumentException(messages + "\n" + source);
        }
        Map<String, byte[]> classes = new LinkedHashMap<>();
        made.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return classes;
    }
}
