package jdsm.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Refusal;

/**
 * Weaves the application's classes as they are loaded, by any loader that sees JDSM: each loader has its own view of what
 * there is. What is refused ends the JVM, for the JVM would ignore an exception here and run the class unwoven. Thread-safe.
 */
final class WeavingTransformer implements ClassFileTransformer {
    private static final String RUNTIME = "jdsm/runtime/Woven.class";

    private final AgentOptions options;
    private final Exit exit;
    private final Map<ClassLoader, ApplicationClasses> views = new WeakHashMap<>();
    private final KeptClasses kept;

    /** Says why, and ends the JVM. */
    interface Exit {
        void refused(List<String> lines);
    }

    WeavingTransformer(AgentOptions options, Exit exit) {
        this.options = options;
        this.exit = exit;
        this.kept = new KeptClasses(options);
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (name == null
                || redefined != null
                || loader == null
                || !options.scope().covers(name)) {
            return null;
        }
        if (!seesRuntime(loader)) {
            return null;
        }
        try {
            byte[] known = kept.find(loader, name, classFile);
            return known != null ? known : weave(loader, name, classFile);
        } catch (WeavingException e) {
            exit.refused(List.of(e.getMessage()));
        } catch (RuntimeException | Error e) {
            exit.refused(List.of("cannot weave " + name.replace('/', '.') + ": " + e));
        }
        return null;
    }

    /** The agent's jar is on the system's class path. */
    private static boolean seesRuntime(ClassLoader loader) {
        return loader == ClassLoader.getSystemClassLoader()
                || loader != ClassLoader.getPlatformClassLoader() && loader.getResource(RUNTIME) != null;
    }

    private byte[] weave(ClassLoader loader, String name, byte[] classFile) {
        ApplicationClasses classes = view(loader);
        if (classes.learn(classFile)) {
            kept.end();
        }
        if (!classes.isApplication(name)) {
            return null;
        }
        List<Refusal> refusals = new ArrayList<>();
        byte[] woven = new Weaver(classes, options.verify(), options.check()).weave(classFile, refusals::add);
        if (!refusals.isEmpty()) {
            exit.refused(refusals.stream().map(Refusal::toString).toList());
            return null;
        }
        if (options.dump() != null) {
            dump(options.dump(), name, classFile, woven);
        }
        kept.keep(loader, name, classFile, woven);
        return woven;
    }

    private ApplicationClasses view(ClassLoader loader) {
        synchronized (views) {
            return views.computeIfAbsent(loader, key -> new ApplicationClasses(new LoaderFiles(key), options.scope()));
        }
    }

    private static void dump(String directory, String name, byte[] before, byte[] after) {
        try {
            write(Path.of(directory, "before", name + ".class"), before);
            write(Path.of(directory, "after", name + ".class"), after);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }
}
