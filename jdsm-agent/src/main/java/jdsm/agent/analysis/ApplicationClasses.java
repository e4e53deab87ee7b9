package jdsm.agent.analysis;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;

/**
 * The classes that one class loader sees, read from class files. Thread-safe. Holds no lock while it reads a file, for
 * class loaders have locks of their own.
 */
public final class ApplicationClasses implements Classes {
    private static final String OBJECT = "java/lang/Object";
    private static final String SPMD = "jdsm/SPMD";
    private static final String ENUM = "java/lang/Enum";

    /** The class files as they are found, with twins in place of classes of the JDK. */
    private final Twins files;
    /** Null for a view of these files. */
    private final RewrittenFiles rewritten;
    /** The classes as the files have them; this for a view of these. */
    private final ApplicationClasses plain;

    private final ClassSource source;
    private final Scope scope;
    private final ConcurrentHashMap<String, Optional<ClassFacts>> facts = new ConcurrentHashMap<>();
    private final Answers applications = new Answers();
    private final Answers shareables = new Answers();
    /** The subtypes on the class path; empty if the source does not know all its class files, null if not read yet. */
    private final AtomicReference<Optional<Subtypes>> subtypes = new AtomicReference<>();

    private final Targets targets;
    private final ShortMethods shortMethods;
    private final Visibility visibility;
    private final Initializers initializers;
    private final Synchronization synchronization;

    /** @param files finds the class files of the application and of the JDK */
    public ApplicationClasses(ClassSource files, Scope scope) {
        this(files, scope, true);
    }

    /** @param inlines whether the code of short methods may stand in place of calls */
    public ApplicationClasses(ClassSource files, Scope scope, boolean inlines) {
        this(new Twins(files, scope), scope, inlines);
    }

    private ApplicationClasses(Twins files, Scope scope, boolean inlines) {
        this(files, scope, inlines, new ApplicationClasses(files, scope, false, null));
    }

    /** @param plain the classes as the files have them; null to make this such a view */
    private ApplicationClasses(Twins files, Scope scope, boolean inlines, ApplicationClasses plain) {
        this.files = files;
        this.plain = plain == null ? this : plain;
        this.rewritten = plain == null ? null : new RewrittenFiles(files, plain);
        this.source = plain == null ? files : rewritten;
        this.scope = scope;
        this.targets = new Targets(this);
        this.shortMethods = inlines ? new ShortMethods(this, targets) : null;
        this.visibility = new Visibility(this);
        this.initializers = new Initializers(this);
        this.synchronization = new Synchronization(this, targets);
    }

    /**
     * Adds a class that the program generates and that has no class file.
     *
     * @return false if the class is known already or has a class file
     */
    public boolean learn(byte[] classFile) {
        ClassFacts given = ClassFacts.of(withHolders(classFile));
        if (find(given.name()) != null) {
            return false;
        }
        facts.put(given.name(), Optional.of(given));
        return true;
    }

    @Override
    public byte[] withHolders(byte[] classFile) {
        return rewritten.rewritten(classFile);
    }

    @Override
    public byte[] holderOf(String name) {
        return rewritten.holderOf(name);
    }

    /** The class files as the analyses see them. */
    public RewrittenFiles rewritten() {
        return rewritten;
    }

    Scope scope() {
        return scope;
    }

    @Override
    public String whyNotHeavy(String owner, String name, String descriptor) {
        return HeavyFields.whyNot(field(owner, name, descriptor), this);
    }

    /** Refusals of options that name fields which do not exist, or components of records. */
    public List<Refusal> unknownFields() {
        return NamedFields.unknown(scope, plain);
    }

    /** The fields that some class of the class path assigns. Reads all class files. */
    AssignedFields assignedFields() {
        return AssignedFields.of(source, this);
    }

    /** For each field a line that assigns it, if there is one. Reads all class files. */
    Map<ClassFacts.Field, AssignmentLines.Line> assignmentLines(List<ClassFacts.Field> fields) {
        return AssignmentLines.of(fields, source, this);
    }

    /** The facts of a class file, or null if there is none. */
    ClassFacts find(String name) {
        Optional<ClassFacts> known = facts.get(name);
        if (known == null) {
            byte[] classFile = name.startsWith("[") ? null : source.find(name);
            known = classFile == null ? Optional.empty() : Optional.of(ClassFacts.of(classFile));
            facts.putIfAbsent(name, known);
        }
        return known.orElse(null);
    }

    /**
     * The same class path with one more class, or with another class file of one, and with its supertypes.
     *
     * @param visible the classes that the class sees
     */
    ApplicationClasses with(byte[] classFile, ApplicationClasses visible) {
        String added = Outline.of(classFile).name();
        ApplicationClasses more = new ApplicationClasses(
                visible.files.with(name -> name.equals(added) ? classFile : visible.files.find(name)),
                scope,
                shortMethods != null);
        Subtypes known = subtypes();
        more.subtypes.set(Optional.ofNullable(known).map(some -> some.with(more, added)));
        return more;
    }

    /** The subtypes of each type on the class path; null if the source does not know all its class files. */
    Subtypes subtypes() {
        if (subtypes.get() == null) {
            subtypes.compareAndSet(null, Optional.ofNullable(Subtypes.of(source)));
        }
        return subtypes.get().orElse(null);
    }

    @Override
    public boolean runsOnly(Call call, String declaring) {
        return targets.areOnly(call, declaring);
    }

    /** All methods that a call may run; null if others may run as well. */
    List<Targets.Target> targets(Call call) {
        return targets.of(call);
    }

    byte[] classFile(String name) {
        return source.find(name);
    }

    /** A class file that still has the instructions for all its lambdas; null if there is none. */
    byte[] withLambdas(String name) {
        return files.find(name);
    }

    @Override
    public boolean isApplication(String name) {
        return applications.of(name, () -> scope.covers(name) && !isOfPlatform(name) && find(name) != null);
    }

    static boolean isOfPlatform(String name) {
        return ClassLoader.getPlatformClassLoader().getResource(name + ".class") != null;
    }

    /** {@inheritDoc} No superclass may have instance fields without being woven. */
    @Override
    public boolean isShareable(String name) {
        return shareables.of(name, () -> whyNotShareable(name) == null);
    }

    /** Null if objects of the class may be shared; else the reason against it, as a predicate: {@code is a record of values}. */
    String whyNotShareable(String name) {
        return WhyNotShareable.of(name, this);
    }

    @Override
    public FieldKind kindOf(String owner, String name, String descriptor) {
        ClassFacts.Field field = field(owner, name, descriptor);
        if (field == null || isUnshared(field)) {
            return FieldKind.LOCAL;
        }
        if (field.is(Opcodes.ACC_VOLATILE)) {
            return FieldKind.VOLATILE;
        }
        return elementsAreVolatile(field) ? FieldKind.VOLATILE_ELEMENTS : FieldKind.SHARED;
    }

    @Override
    public boolean isVolatile(String owner, String name, String descriptor) {
        ClassFacts.Field field = field(owner, name, descriptor);
        return field == null || field.is(Opcodes.ACC_VOLATILE); // for a missing field the worst is assumed
    }

    private boolean isUnshared(ClassFacts.Field field) {
        return field.is(Opcodes.ACC_STATIC)
                || field.is(Opcodes.ACC_TRANSIENT)
                || isMarkedLocal(field)
                || field.name().equals(Woven.FIELD)
                || !isShareable(field.owner());
    }

    @Override
    public boolean isMarkedLocal(String owner, String name, String descriptor) {
        ClassFacts.Field field = field(owner, name, descriptor);
        return field != null && (field.is(Opcodes.ACC_TRANSIENT) || isMarkedLocal(field));
    }

    private boolean isMarkedLocal(ClassFacts.Field field) {
        return field.local() || scope.isLocal(field.owner(), field.name());
    }

    private boolean elementsAreVolatile(ClassFacts.Field field) {
        return field.descriptor().startsWith("[")
                && (field.volatileElements() || scope.hasVolatileElements(Woven.ownerOf(field.owner()), field.name()));
    }

    @Override
    public boolean hasVolatileElements(String owner, String name, String descriptor) {
        ClassFacts.Field field = field(owner, name, descriptor);
        return field != null && !isUnshared(field) && elementsAreVolatile(field);
    }

    @Override
    public boolean isNamedLocal(String owner, String field) {
        return scope.isLocal(owner, field);
    }

    @Override
    public boolean isNamedVolatileElements(String owner, String field) {
        return scope.hasVolatileElements(Woven.ownerOf(owner), field);
    }

    @Override
    public boolean isOwnStatic(String owner, String name, String descriptor) {
        ClassFacts.Field field = field(owner, name, descriptor);
        return field == null
                || field.is(Opcodes.ACC_FINAL)
                || field.is(Opcodes.ACC_SYNTHETIC)
                || isMarkedLocal(field)
                || !isApplication(field.owner());
    }

    @Override
    public String declaringOwn(String owner, String name, String descriptor) {
        ClassFacts.Field field = field(owner, name, descriptor);
        if (field == null || field.is(Opcodes.ACC_SYNTHETIC) || isMarkedLocal(field) || !isApplication(field.owner())) {
            return null;
        }
        boolean ofEnum = !field.is(Opcodes.ACC_TRANSIENT) && isSubtype(field.owner(), ENUM);
        return field.is(Opcodes.ACC_STATIC) || ofEnum ? field.owner() : null;
    }

    /**
     * Resolves a field as the JVM does (JVMS 5.4.3.2); null if a class file is missing or no class declares the field.
     */
    ClassFacts.Field field(String owner, String name, String descriptor) {
        for (String type = owner; type != null; type = superName(type)) {
            ClassFacts known = find(type);
            if (known == null) {
                return null;
            }
            ClassFacts.Field field = known.field(name, descriptor);
            for (String above : known.interfaces()) {
                field = field == null ? field(above, name, descriptor) : field;
            }
            if (field != null) {
                return field;
            }
        }
        return null;
    }

    @Override
    public String declaringField(String owner, String name, String descriptor) {
        ClassFacts.Field field = field(owner, name, descriptor);
        return field == null ? null : field.owner();
    }

    @Override
    public Set<String> initializers(String name) {
        return initializers.of(name);
    }

    @Override
    public Set<String> initializersOfImplementation(String name) {
        return initializers.ofImplementation(name);
    }

    /** Whether the static fields of a class that its holder has include a volatile one. */
    boolean hasVolatileStatics(String name) {
        return rewritten != null && rewritten.hasVolatileStatics(name);
    }

    @Override
    public String whySynchronizes(String owner, String name, String descriptor, boolean virtual) {
        return new WhySynchronizes(this).of(owner, name, descriptor, virtual);
    }

    @Override
    public String declaring(String owner, String name, String descriptor) {
        String first = owner.startsWith("[") ? OBJECT : owner;
        Set<String> candidates = name.charAt(0) == '<' ? Set.of(first) : withSupertypes(first);
        for (String type : candidates) {
            ClassFacts known = find(type);
            if (known != null && known.method(name, descriptor) != null) {
                return type;
            }
        }
        return null;
    }

    @Override
    public Set<String> withSupertypes(String name) {
        Set<String> found = new LinkedHashSet<>();
        ArrayDeque<String> interfaces = new ArrayDeque<>();
        for (String type = name; type != null; type = superName(type)) {
            if (!found.add(type)) {
                break;
            }
            ClassFacts known = find(type);
            if (known != null) {
                interfaces.addAll(known.interfaces());
            }
        }
        while (!interfaces.isEmpty()) {
            String type = interfaces.remove();
            ClassFacts known = found.add(type) ? find(type) : null;
            if (known != null) {
                interfaces.addAll(known.interfaces());
            }
        }
        return found;
    }

    @Override
    public String superName(String name) {
        ClassFacts known = find(name);
        return known == null ? null : known.superName();
    }

    @Override
    public boolean isInterface(String name) {
        ClassFacts known = find(name);
        return known != null && known.isInterface();
    }

    @Override
    public boolean isSubtype(String name, String other) {
        return name.equals(other)
                || other.equals(OBJECT)
                || withSupertypes(name).contains(other);
    }

    @Override
    public boolean maySynchronize(String owner, String name, String descriptor, boolean virtual) {
        return maySynchronize(new Call(owner, name, descriptor, virtual));
    }

    @Override
    public boolean maySynchronize(Call call) {
        return synchronization.mayPass(call);
    }

    @Override
    public Set<String> stores(String owner, String name, String descriptor, boolean virtual) {
        return stores(new Call(owner, name, descriptor, virtual));
    }

    @Override
    public Set<String> stores(Call call) {
        return synchronization.stores(call);
    }

    @Override
    public Body body(Call call) {
        return shortMethods == null ? null : shortMethods.of(call);
    }

    @Override
    public Map<String, Call> receivers(Call call, String from) {
        return shortMethods == null ? Map.of() : shortMethods.receivers(call, from);
    }

    @Override
    public boolean allows(Body body, String from) {
        return visibility.allows(body, from);
    }
}
