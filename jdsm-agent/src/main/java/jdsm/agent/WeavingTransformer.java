package jdsm.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassFileTransformer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Consumer;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.Refusal;

/**
 * Weaves the application's classes as they are loaded, by any loader that sees JDSM: each loader has its own view of what
 * there is. What is refused ends the JVM, for the JVM would ignore an exception here and run the class unwoven. Thread-safe.
 */
final class WeavingTransformer implements ClassFileTransformer {
    private static final byte[] NO_CLASS_FILE = {0};
    private static final String RUNTIME = "jdsm/runtime/Woven.class";

    private final AgentOptions options;
    private final Exit exit;
    private final Map<ClassLoader, ApplicationClasses> views = new WeakHashMap<>();
    private final KeptClasses kept;
    private final Originals originals = new Originals();
    private final Consumer<String> complaints;

    /** Says why, and ends the JVM. */
    interface Exit {
        void refused(List<String> lines);
    }

    /** @param complaints is told what is refused while the program goes on */
    WeavingTransformer(AgentOptions options, Exit exit, Consumer<String> complaints) {
        this.options = options;
        this.exit = exit;
        this.complaints = complaints;
        this.kept = new KeptClasses(options);
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (name == null || loader == null || !options.scope().covers(name)) {
            return null;
        }
        if (!seesRuntime(loader)) {
            return null;
        }
        if (redefined != null) {
            return redefine(loader, name, classFile);
        }
        try {
            byte[] known = kept.find(loader, name, classFile);
            byte[] woven = known != null ? known : weave(loader, name, classFile);
            if (woven != null) {
                originals.remember(loader, name, classFile);
            }
            return woven;
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
        byte[] woven = new Weaver(classes, options).weave(classFile, refusals::add);
        if (!refusals.isEmpty()) {
            exit.refused(allRefusals(loader, classes, name, refusals));
            return null;
        }
        if (options.dump() != null) {
            dump(options.dump(), name, classFile, woven);
        }
        kept.keep(loader, name, classFile, woven);
        return woven;
    }

    /** Of the whole program, so that a user need not start it again for each; only now is that worth the time. */
    private List<String> allRefusals(
            ClassLoader loader, ApplicationClasses classes, String name, List<Refusal> ofTheClass) {
        Set<String> lines = new LinkedHashSet<>();
        ofTheClass.forEach(refusal -> lines.add(refusal.toString()));
        try {
            List<String> all =
                    new WholeProgram(classes, new LoaderFiles(loader), options).refusals(StartedClass.name(), name);
            if (all.containsAll(lines)) {
                return all;
            }
            lines.addAll(all);
        } catch (RuntimeException e) {
            lines.add("the rest of the program cannot be looked through: " + e);
        }
        return List.copyOf(lines);
    }

    /**
     * Weaves what a class that runs is to be from now on. That the JVM takes it is not certain: it allows for other code only, be it
     * woven or not. An exception here it would ignore, and unwoven code it would take where weaving adds no member, as in
     * interfaces; what is no class file it refuses.
     */
    private byte[] redefine(ClassLoader loader, String name, byte[] classFile) {
        String fault;
        try {
            if (!view(loader).isApplication(name)) {
                return null;
            }
            byte[] before = originals.find(loader, name);
            List<Refusal> refusals = new ArrayList<>();
            if (before == null) {
                fault = "the class file that it was woven from is not known any more";
            } else {
                fault = new Redefinition(name, before, classFile, each -> running(loader, each))
                        .addition(options.scope());
            }
            if (fault == null) {
                kept.end();
                byte[] woven = new Weaver(view(loader), options).weave(classFile, refusals::add);
                if (refusals.isEmpty()) {
                    originals.remember(loader, name, classFile);
                    return woven;
                }
                fault = refusals.get(0).toString();
            }
        } catch (RuntimeException | Error e) {
            fault = e.toString();
        }
        complaints.accept(
                "class " + name.replace('/', '.') + " is not redefined: " + fault + "; start the program anew");
        return NO_CLASS_FILE;
    }

    /** The class file of a class as it runs, or will if it is loaded. */
    private byte[] running(ClassLoader loader, String name) {
        byte[] known = originals.find(loader, name);
        return known != null ? known : new LoaderFiles(loader).find(name);
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
