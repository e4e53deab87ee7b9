package jdsm.agent.pass.remote;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import jdsm.agent.analysis.ClassSource;
import jdsm.agent.analysis.Refusal;
import jdsm.agent.pass.Names;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.RecordComponentNode;

/**
 * A sequential program with arrays marked {@code @Remote}, as a whole: finds which fields, variables, parameters and results hold
 * remote arrays, and changes the classes. A method of the program that gets a remote array as a parameter that is not marked is
 * specialised. Not thread-safe.
 */
public final class RemoteProgram {
    private final ProgramClasses classes;
    private final Set<String> reached;
    private final Map<String, Set<Refusal>> refusals = new TreeMap<>();
    private final Map<String, Version> versions = new LinkedHashMap<>();
    private final Map<String, Set<String>> arrays = new TreeMap<>();
    private final List<LoopReport> loops = new ArrayList<>();
    private final Map<String, byte[]> changed = new TreeMap<>();

    /**
     * What became of a loop with accesses to remote arrays.
     *
     * @param owner the internal name of the class
     * @param place class, method, source file and line
     * @param text how its accesses go
     */
    public record LoopReport(String owner, String place, String text) {}

    /**
     * Analyses a program and changes its classes.
     *
     * @param files the program's class files, and the JDK's
     * @param application tests whether an internal name is that of a class of the program
     * @param main the internal name of the class that is started: what is to be refused in classes that it does not reach is no
     *     fault until they are loaded; null: it reaches all
     */
    public RemoteProgram(ClassSource files, Predicate<String> application, String main) {
        classes = new ProgramClasses(files, application);
        Set<String> capturing = new LinkedHashSet<>();
        do {
            versions.clear();
            request(classes.concerned(capturing));
            settle();
        } while (markCaptured(capturing));
        reached = versions.isEmpty() ? Set.of() : classes.reachedFrom(main);
        check();
        if (refusals().isEmpty()) {
            change();
        }
    }

    private void request(Set<String> names) {
        for (String name : names) {
            ClassNode node = classes.find(name);
            for (MethodNode method : node.methods) {
                request(
                        new ProgramClasses.Method(node, method),
                        classes.marks(node).parameters(method));
            }
        }
    }

    /**
     * Marks the fields of local and anonymous classes for captured variables that are remote arrays: nobody can write marks there.
     *
     * @param capturing receives the classes
     * @return whether there is a new one: then all that was found is to be found anew
     */
    private boolean markCaptured(Set<String> capturing) {
        boolean news = false;
        for (Version version : versions.values()) {
            if (version.reached && version.original.name.equals("<init>")) {
                for (String field : version.remoteCaptures()) {
                    capturing.add(version.owner.name);
                    news |= classes.marks(version.owner).markCaptured(field);
                }
            }
        }
        return news;
    }

    private Version request(ProgramClasses.Method method, BitSet remote) {
        return versions.computeIfAbsent(Version.key(method, remote), key -> new Version(method, remote, classes));
    }

    /** Follows remote arrays from calls to methods and from results to calls until nothing is new. */
    private void settle() {
        boolean news = true;
        while (news) {
            news = false;
            for (Version version : List.copyOf(versions.values())) {
                int before = versions.size();
                for (CallSite site : version.calls().values()) {
                    news |= settle(version, site);
                }
                news |= versions.size() > before;
            }
        }
    }

    private boolean settle(Version from, CallSite site) {
        Version target = targetOf(site);
        if (target == null) {
            return false;
        }
        boolean news = from.reached && !target.reached;
        target.reached |= from.reached;
        if (target.base && !site.exact()) {
            for (ProgramClasses.Method below : classes.overriding(site.target())) {
                Version other = request(below, classes.marks(below.owner()).parameters(below.node()));
                news |= from.reached && !other.reached;
                other.reached |= from.reached;
            }
        }
        return site.result() != null
                        && target.hasRemoteResult()
                        && site.result().makeRemote()
                || news;
    }

    /** The version that a call calls; null if nothing changes, or if there can be none. */
    private Version targetOf(CallSite site) {
        BitSet remote = site.remote();
        BitSet marked =
                classes.marks(site.target().owner()).parameters(site.target().node());
        remote.or(marked);
        if (remote.equals(marked)) {
            return versions.get(Version.key(site.target(), marked));
        }
        boolean possible = site.exact() && site.target().node().instructions.size() > 0;
        return possible ? request(site.target(), remote) : null;
    }

    private void check() {
        for (Version version : versions.values()) {
            classes.refusals(version.owner.name).forEach(each -> refuse(version.owner, each));
            if (version.reached) {
                version.refusals().forEach(each -> refuse(version.owner, each));
                version.calls().values().forEach(site -> checkSite(version, site));
            }
            if (version.base) {
                checkOverriding(version);
            }
        }
    }

    private void refuse(ClassNode owner, Refusal refusal) {
        refusals.computeIfAbsent(owner.name, key -> new LinkedHashSet<>()).add(refusal);
    }

    private void checkSite(Version version, CallSite site) {
        MethodNode target = site.target().node();
        String name = Names.of(site.target().owner().name, target.name);
        BitSet marked = classes.marks(site.target().owner()).parameters(target);
        BitSet missing = (BitSet) marked.clone();
        missing.andNot(site.remote());
        if (site.instruction().getOpcode() == Opcodes.INVOKEDYNAMIC && !missing.isEmpty()) {
            refuse(
                    version.owner,
                    version.refusal(
                            site.instruction(),
                            "makes a method reference or lambda of " + name
                                    + ", whose own parameter is marked; use an interface of the program that has the same"
                                    + " marks, or call the method instead"));
        }
        if (site.instruction() instanceof InvokeDynamicInsnNode lambda
                && !MarkedInterface.agrees(
                        classes.marks(site.target().owner()).ofLambda(target),
                        MarkedInterface.of(lambda, classes),
                        Type.getArgumentTypes(lambda.desc).length)) {
            refuse(
                    version.owner,
                    version.refusal(
                            lambda,
                            "makes a lambda with a marked parameter, which is not marked in the interface; mark it there,"
                                    + " in an interface of the program"));
        }
        BitSet more = site.remote();
        more.andNot(marked);
        if (more.isEmpty() || targetOf(site) != null) {
            return;
        }
        boolean isNative = (target.access & Opcodes.ACC_NATIVE) != 0;
        refuse(
                version.owner,
                version.refusal(
                        site.instruction(),
                        "passes a remote array to " + name + ", "
                                + (isNative
                                        ? "which is native; copy the elements to an ordinary array"
                                        : "which classes override or implement; mark the parameter @Remote in all of them")));
    }

    private void checkOverriding(Version version) {
        Marks marks = classes.marks(version.owner);
        for (ProgramClasses.Method below :
                classes.overriding(new ProgramClasses.Method(version.owner, version.original))) {
            Marks others = classes.marks(below.owner());
            if (!others.parameters(below.node()).equals(version.remote)
                    || others.hasMarkedResult(below.node()) != marks.hasMarkedResult(version.original)) {
                refuse(
                        below.owner(),
                        Names.refusal(
                                below.owner(),
                                below.node(),
                                null,
                                "has other marks @Remote than "
                                        + Names.of(version.owner.name, version.original.name)
                                        + ", which it overrides; mark both alike"));
            }
        }
    }

    private void change() {
        Map<String, List<MethodNode>> added = new HashMap<>();
        Map<MethodNode, MethodNode> replaced = new HashMap<>();
        Set<MethodNode> unusable = new HashSet<>();
        for (Version version : versions.values()) {
            boolean runs = version.reached || version.refusals().isEmpty();
            if (!runs || refusals.containsKey(version.owner.name)) {
                if (version.captures) {
                    unusable.add(version.original); // the JVM would not load the class
                }
                continue; // never called or loaded, and could not run
            }
            boolean differs = version.flow != null && new MethodChange(version, this).make();
            String descriptor = version.descriptor();
            if (!descriptor.equals(version.original.desc)) {
                differs = true;
                version.code.desc = descriptor;
                version.code.signature = null;
            }
            if (differs) {
                version.code.visibleTypeAnnotations = null;
                version.code.invisibleTypeAnnotations = null;
            }
            if (version.javaCode != null && (version.base || version.reached)) {
                added.computeIfAbsent(version.owner.name, key -> new ArrayList<>())
                        .add(version.javaCode);
            }
            if (differs && version.base) {
                replaced.put(version.original, version.code);
            } else if (!version.base && version.reached) {
                added.computeIfAbsent(version.owner.name, key -> new ArrayList<>())
                        .add(version.code);
            }
        }
        Set<String> names = new LinkedHashSet<>(added.keySet());
        versions.values().stream()
                .filter(version -> replaced.containsKey(version.original)
                        || !classes.marks(version.owner).isEmpty())
                .forEach(version -> names.add(version.owner.name));
        for (String name : names) {
            if (refusals.containsKey(name)) {
                continue;
            }
            ClassNode node = classes.find(name);
            node.methods.removeAll(unusable);
            node.methods.replaceAll(method -> replaced.getOrDefault(method, method));
            node.methods.addAll(added.getOrDefault(name, List.of()));
            node.fields.stream()
                    .filter(field -> classes.marks(node).isMarked(field.name))
                    .forEach(RemoteProgram::change);
            if (node.recordComponents != null) {
                node.recordComponents.stream()
                        .filter(component -> classes.marks(node).isMarked(component.name))
                        .forEach(RemoteProgram::change);
            }
            changed.put(name, new ClassBytes(classes).of(node));
        }
    }

    private static void change(FieldNode field) {
        field.desc = ElementKind.remote(Type.getType(field.desc));
        field.signature = null;
        field.visibleTypeAnnotations = null;
        field.invisibleTypeAnnotations = null;
    }

    private static void change(RecordComponentNode component) {
        component.descriptor = ElementKind.remote(Type.getType(component.descriptor));
        component.signature = null;
        component.visibleTypeAnnotations = null;
        component.invisibleTypeAnnotations = null;
    }

    ProgramClasses classes() {
        return classes;
    }

    /** The version that a call of a method calls, or null if the call stays as it is. */
    Version version(CallSite site) {
        return targetOf(site);
    }

    void addArray(ClassNode owner, String text) {
        arrays.computeIfAbsent(owner.name, key -> new TreeSet<>()).add(text);
    }

    void addLoop(LoopReport report) {
        loops.add(report);
    }

    /** Why the program cannot run with remote arrays; then no class is changed. */
    public Set<Refusal> refusals() {
        Set<Refusal> fatal = new LinkedHashSet<>();
        refusals.forEach((owner, ofClass) -> {
            if (reached.contains(owner)) {
                fatal.addAll(ofClass);
            }
        });
        return fatal;
    }

    /** Why a class that the started one does not reach cannot be loaded, by internal name; empty if it can. */
    public Set<Refusal> refusals(String name) {
        return refusals.getOrDefault(name, Set.of());
    }

    /** Whether a class of the class path has a mark. */
    public boolean hasMarks() {
        return !versions.isEmpty();
    }

    /** The changed class files, by internal name. */
    public Map<String, byte[]> changed() {
        return changed;
    }

    /** A class file as the program has it. */
    public byte[] original(String name) {
        return classes.file(name);
    }

    /** The places where remote arrays are made, by their names. */
    public Set<String> arrays() {
        Set<String> all = new TreeSet<>();
        arrays.forEach((owner, ofClass) -> {
            if (reached.contains(owner)) {
                all.addAll(ofClass);
            }
        });
        return all;
    }

    /** The loops with accesses to remote arrays, in the order of classes and code. */
    public List<LoopReport> loops() {
        return loops.stream().filter(loop -> reached.contains(loop.owner)).toList();
    }

    /** The methods that are specialised, with their descriptors. */
    public List<String> specialised() {
        return versions.values().stream()
                .filter(version -> !version.base && version.reached && reached.contains(version.owner.name))
                .map(version -> Names.of(version.owner.name, version.original.name) + version.descriptor())
                .toList();
    }
}
