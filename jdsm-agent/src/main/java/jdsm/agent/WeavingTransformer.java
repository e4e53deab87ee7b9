package jdsm.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import jdsm.agent.analysis.Additions;
import jdsm.agent.analysis.ApplicationClasses;
import jdsm.agent.analysis.ClassSource;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.analysis.RewrittenFiles;
import jdsm.agent.analysis.Scope;
import jdsm.agent.analysis.Twins;
import jdsm.agent.cache.Turn;
import jdsm.runtime.Woven;

/**
 * Weaves the application's classes as any class loader that sees JDSM loads them. Each loader has its own view of the
 * classes. A refusal ends the JVM: the JVM would ignore an exception here and run the class unwoven. Thread-safe.
 */
final class WeavingTransformer implements ClassFileTransformer {
    private static final byte[] NO_CLASS_FILE = {0};
    private static final String RUNTIME = "jdsm/runtime/Woven.class";
    /** A part of the names of the JDK's proxies. */
    private static final String PROXY = "$Proxy";

    private final AgentOptions options;
    private final Definer definer;
    private final Exit exit;
    private final Map<ClassLoader, ApplicationClasses> views = new WeakHashMap<>();
    private final KeptClasses kept;
    private final Originals originals = new Originals();
    private final Consumer<String> complaints;

    /** Defines classes that belong to woven ones. */
    interface Definer {
        /** Defines a class in a loader, with the protection domain of the class that it belongs to. */
        void define(ClassLoader loader, String name, byte[] classFile, ProtectionDomain domain);
    }

    /** Ends the JVM after a refusal. */
    interface Exit {
        /** Prints the refusals, one a line, and ends the JVM. */
        void refused(List<String> lines);
    }

    /** @param complaints receives refusals after which the program continues: those of redefined classes */
    WeavingTransformer(AgentOptions options, Definer definer, Exit exit, Consumer<String> complaints) {
        this.options = options;
        this.definer = definer;
        this.exit = exit;
        this.complaints = complaints;
        this.kept = new KeptClasses(options);
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] classFile) {
        if (name == null || loader == null || !mayConcern(name) || !seesRuntime(loader)) {
            return null;
        }
        boolean covered = options.scope().covers(name);
        if (redefined != null) {
            return covered ? redefine(loader, name, classFile) : null;
        }
        try {
            byte[] known = covered ? kept.find(loader, name, classFile) : null;
            if (known == null && !Twins.isTwin(name) && !Woven.isLambda(name)) {
                refuseAdditions(loader, name, classFile);
            }
            byte[] woven = known != null || !covered ? known : weaveInTurn(loader, name, classFile);
            if (woven != null) {
                originals.remember(loader, name, classFile);
                if (RewrittenFiles.mayHaveCompanions(classFile, options.scope())) {
                    defineCompanions(loader, name, domain);
                }
            }
            return woven;
        } catch (WeavingException e) {
            exit.refused(List.of(e.getMessage()));
        } catch (RuntimeException | Error e) {
            exit.refused(List.of("cannot weave " + name.replace('/', '.') + ": " + e));
        }
        return null;
    }

    /** Defines the classes that belong to a class. Here and not when they are first used, for no class loader would find them. */
    private void defineCompanions(ClassLoader loader, String name, ProtectionDomain domain) {
        view(loader).rewritten().companionsOf(name).forEach((companion, classFile) -> {
            byte[] known = kept.find(loader, companion, classFile);
            byte[] woven = known != null ? known : weaveInTurn(loader, companion, classFile);
            try {
                definer.define(loader, companion, woven, domain);
            } catch (LinkageError e) {
                if (e.getClass() != LinkageError.class) {
                    throw e;
                }
                // An earlier attempt to load the class has defined its companions.
            }
        });
    }

    /** The class files of the lambdas of a class that has been woven for a loader, by their names, in their order. */
    Map<String, byte[]> lambdasOf(ClassLoader loader, String maker) {
        return view(loader).rewritten().lambdasOf(maker);
    }

    /** Whether a class may be the application's, or extend one of the application's, as the JDK's proxies may. */
    private boolean mayConcern(String name) {
        return options.scope().covers(name) || Scope.mayNameApplication(name) || name.contains(PROXY);
    }

    /**
     * Refuses a class that is not on the class path of a loader, if it gives a method of the class path an effect: the
     * callers of this method are woven for the classes of the class path.
     */
    private void refuseAdditions(ClassLoader loader, String name, byte[] classFile) {
        for (ClassLoader each = loader; isOfPrograms(each); each = each.getParent()) {
            String addition = seesRuntime(each) ? Additions.ofLateClass(classFile, view(loader), view(each)) : null;
            if (addition != null) {
                exit.refused(List.of("class " + name.replace('/', '.') + " is not on the class path, and " + addition
                        + ", although the callers are woven for the classes of the class path; put the class on the"
                        + " class path (--cp)"));
            }
        }
    }

    private static boolean isOfPrograms(ClassLoader loader) {
        return loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    /** Whether classes of a loader may be woven. */
    static boolean mayDefineWoven(ClassLoader loader) {
        return isOfPrograms(loader) && seesRuntime(loader);
    }

    /** Whether a loader finds JDSM's runtime. The system loader does, for the agent's jar is on its class path. */
    private static boolean seesRuntime(ClassLoader loader) {
        return loader == ClassLoader.getSystemClassLoader()
                || loader != ClassLoader.getPlatformClassLoader() && loader.getResource(RUNTIME) != null;
    }

    /** Weaves a class that is not kept, unless another process does so at this time. */
    private byte[] weaveInTurn(ClassLoader loader, String name, byte[] classFile) {
        try (Turn turn = kept.turn(loader, name)) {
            byte[] known = turn == Turn.NONE ? null : kept.find(loader, name, classFile);
            return known != null ? known : weave(loader, name, classFile);
        }
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
        new ClassDump(options.dump()).write(name, classFile, woven);
        kept.keep(loader, name, classFile, woven);
        return woven;
    }

    /** Collects the refusals of the whole program, so that the user sees all of them after one start. */
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
            lines.add("the rest of the program cannot be searched for refusals: " + e);
        }
        return List.copyOf(lines);
    }

    /**
     * Weaves the new code of a loaded class. The JVM may still refuse the result, for it allows changes of method
     * bodies only. A fault returns an invalid class file, which the JVM refuses. An exception would not do: the JVM
     * would ignore it and accept the unwoven code of classes to which weaving adds no member, such as interfaces.
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
                fault = "its class file before weaving is no longer in memory";
            } else {
                fault = new Redefinition(name, before, classFile, new Running(loader))
                        .addition(options.scope(), inlines(loader));
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

    /**
     * The class files, before weaving, of the code that the JVM runs; for a class not loaded yet, the loader's class
     * file.
     */
    private final class Running implements ClassSource {
        private final ClassLoader loader;
        private final LoaderFiles files;

        private Running(ClassLoader loader) {
            this.loader = loader;
            this.files = new LoaderFiles(loader);
        }

        @Override
        public byte[] find(String name) {
            byte[] known = originals.find(loader, name);
            return known != null ? known : files.find(name);
        }

        @Override
        public boolean visitAll(Predicate<String> wanted, BiConsumer<String, byte[]> visitor) {
            return files.visitAll(wanted, visitor);
        }
    }

    private boolean inlines(ClassLoader loader) {
        return options.inlines() && ClassPath.definesAll(loader);
    }

    private ApplicationClasses view(ClassLoader loader) {
        synchronized (views) {
            return views.computeIfAbsent(
                    loader, key -> new ApplicationClasses(new LoaderFiles(key), options.scope(), inlines(key)));
        }
    }
}
