package jdsm.agent.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdsm.agent.jdk.ThrowableClasses;
import jdsm.agent.jdk.ValueClasses;
import jdsm.runtime.Remedies;
import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The fields that an SPMD class shares according to declared types: its own, and transitively those of the
 * application's classes that shared fields refer to; then the same of the static fields of all classes that it reaches.
 * Immutable.
 *
 * @param fields the shared fields, nearest first
 * @param refusals the fields whose objects JDSM cannot keep coherent
 * @param classes the application's classes that have been reached, the SPMD class first
 */
public record SharedFields(List<Shared> fields, List<Refusal> refusals, Set<String> classes) {
    private static final String SPMD = "jdsm/SPMD";

    /**
     * A shared field.
     *
     * @param path the path from the SPMD class to the field, like {@code Heat.cells -> Cell.next}
     * @param type the field's type in Java's notation
     * @param volatileElements whether the elements of the array in the field are volatile
     * @param heavy whether the field is in the heavy part of the object
     */
    public record Shared(String path, String type, Classes.FieldKind kind, boolean volatileElements, boolean heavy) {}

    /**
     * Types that values, arrays and objects of the application may have; the runtime decides when such an object
     * becomes shared.
     */
    private static final Set<String> ANYTHING = Set.of(
            "java/lang/Object",
            "java/lang/CharSequence",
            "java/lang/Cloneable",
            "java/lang/Comparable",
            "java/lang/Enum",
            "java/lang/Iterable",
            "java/lang/Record",
            "java/lang/Runnable",
            "java/io/Serializable",
            "java/time/chrono/ChronoLocalDate",
            "java/time/temporal/Temporal",
            "java/time/temporal/TemporalAccessor",
            "java/time/temporal/TemporalAmount",
            "java/util/Comparator",
            "java/util/concurrent/Callable");

    private static final Set<String> FUNCTIONAL =
            Set.of("java/lang/Runnable", "java/util/Comparator", "java/util/concurrent/Callable");

    /** Types of objects that are threads or have threads. */
    private static final Set<String> OF_THREADS =
            Set.of("java/lang/Thread", "java/util/Timer", "java/util/concurrent/Executor");

    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String FUNCTIONS = "java/util/function/";

    /** Whether a class can be run as a job: a class below {@code jdsm.SPMD} that is not abstract. */
    public static boolean isProgram(String name, ApplicationClasses classes) {
        ClassFacts type = classes.find(name);
        return type != null && !type.is(Opcodes.ACC_ABSTRACT) && !name.equals(SPMD) && classes.isSubtype(name, SPMD);
    }

    /** Collects the shared fields of an SPMD class. */
    public static SharedFields of(String program, ApplicationClasses classes) {
        Search search = new Search(classes);
        search.enter(program, "");
        search.all();
        Set<String> reached = new LinkedHashSet<>(search.seen);
        for (String owner : classes.rewritten().sharedStaticsReachedFrom(program)) {
            if (classes.holderOf(owner) != null) {
                search.enter(owner + Woven.HOLDER, "");
            }
        }
        search.all();
        return new SharedFields(List.copyOf(search.fields), search.refused(), reached);
    }

    /** Whether a field has values of the JDK's functional interfaces, or arrays of them: most are lambdas. */
    static boolean isFunctional(ClassFacts.Field field) {
        Type element = elementOf(field);
        return element.getSort() == Type.OBJECT && isFunctional(element.getInternalName());
    }

    private static Type elementOf(ClassFacts.Field field) {
        Type type = Type.getType(field.descriptor());
        return type.getSort() == Type.ARRAY ? type.getElementType() : type;
    }

    private static boolean isFunctional(String type) {
        return type.startsWith(FUNCTIONS) || FUNCTIONAL.contains(type);
    }

    /** Whether only the runtime can decide if an object of a type may be shared: the type is an interface, or Object. */
    static boolean isOfAnything(String type) {
        return ANYTHING.contains(type) || isFunctional(type);
    }

    /** Whether the values of a static field can be shared, with all that they refer to by their declared types. */
    static boolean mayShare(ClassFacts.Field field, ApplicationClasses classes) {
        Type element = elementOf(field);
        if (element.getSort() != Type.OBJECT) {
            return true;
        }
        Search search = new Search(classes);
        search.reach(element.getInternalName(), "", field);
        search.all();
        return search.refusals.isEmpty();
    }

    private static final class Search {
        private record Place(String type, String path) {}

        /** A refusal that is due if the field refers to an object. */
        private record Refused(ClassFacts.Field field, String type, String path, String reason) {
            Refusal at(AssignmentLines.Line line) {
                return line == null
                        ? new Refusal(path, null, 0, reason)
                        : new Refusal(path, line.source(), line.number(), reason);
            }
        }

        private final ApplicationClasses classes;
        private final List<Shared> fields = new ArrayList<>();
        private final List<Refused> refusals = new ArrayList<>();
        private final Set<String> seen = new LinkedHashSet<>();
        private final ArrayDeque<Place> left = new ArrayDeque<>();

        private Search(ApplicationClasses classes) {
            this.classes = classes;
        }

        private void enter(String type, String path) {
            if (seen.add(type)) {
                left.add(new Place(type, path));
            }
        }

        private void all() {
            while (!left.isEmpty()) {
                next();
            }
        }

        /**
         * The refusals, but those of fields that no code assigns, or whose type the program implements. Should such a field refer
         * to an object of others, the runtime refuses the object.
         */
        private List<Refusal> refused() {
            if (refusals.isEmpty()) {
                return List.of();
            }
            AssignedFields assigned = classes.assignedFields();
            List<Refused> due = refusals.stream()
                    .filter(each -> assigned.mayHave(each.field()) && !isImplemented(each.type()))
                    .toList();
            Map<ClassFacts.Field, AssignmentLines.Line> lines =
                    classes.assignmentLines(due.stream().map(Refused::field).toList());
            return due.stream().map(each -> each.at(lines.get(each.field()))).toList();
        }

        /** Whether a type is an interface of which classes or lambdas of the application are. */
        private boolean isImplemented(String type) {
            Subtypes known = classes.subtypes();
            return known != null
                    && classes.isInterface(type)
                    && known.below(type).stream()
                            .anyMatch(below -> classes.isShareable(below)
                                    || known.makersOf(below).stream().anyMatch(classes::isApplication));
        }

        private void next() {
            Place place = left.remove();
            for (String type = place.type(); type != null; type = classes.superName(type)) {
                ClassFacts facts = classes.find(type);
                if (facts == null || !classes.isShareable(type)) {
                    continue;
                }
                lookAt(facts, place.path());
            }
        }

        private void lookAt(ClassFacts type, String path) {
            type.fields().values().stream()
                    .sorted(Comparator.comparing(ClassFacts.Field::name))
                    .forEach(field -> look(field, path));
        }

        private void look(ClassFacts.Field field, String before) {
            Classes.FieldKind kind = classes.kindOf(field.owner(), field.name(), field.descriptor());
            if (kind == Classes.FieldKind.LOCAL) {
                return;
            }
            if (field.name().equals(Woven.HEAVY_FIELD)) {
                String part = Type.getType(field.descriptor()).getInternalName();
                lookAt(classes.find(part), before); // as if they were fields of the object itself
                return;
            }
            String own = simple(field.owner()) + "." + field.name();
            String path = before.isEmpty() ? own : before + " -> " + own;
            Type type = Type.getType(field.descriptor());
            boolean volatileElements = classes.hasVolatileElements(field.owner(), field.name(), field.descriptor());
            String name = TextBuilders.asWritten(EnumSets.asWritten(type.getClassName()));
            fields.add(new Shared(path, name, kind, volatileElements, Woven.isHeavy(field.owner())));
            Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
            if (element.getSort() == Type.OBJECT && !Twins.isTwin(element.getInternalName())) {
                reach(element.getInternalName(), path, field);
            }
        }

        private void reach(String type, String path, ClassFacts.Field field) {
            if (classes.isShareable(type)) {
                enter(type, path);
                return;
            }
            String reason = whyNot(type, new HashSet<>());
            if (reason != null) {
                String named = Woven.nameOf(field.owner().replace('/', '.'), field.name());
                refusals.add(new Refused(field, type, path, reason + "; " + remedy(type, named)));
            }
        }

        private String remedy(String type, String field) {
            if (type.equals("java/lang/Thread")) {
                return Remedies.ofThread(field);
            }
            if (type.startsWith("java/") && OF_THREADS.stream().anyMatch(one -> classes.isSubtype(type, one))) {
                return Remedies.ofThreads(field);
            }
            String special = Remedies.instead(type.replace('/', '.'));
            if (special == null && classes.isSubtype(type, ThrowableClasses.THROWABLE)) {
                special = Remedies.instead(Throwable.class.getName());
            }
            if (special != null) {
                return Remedies.ofField(special, false, field);
            }
            if (type.startsWith(CONCURRENT)) {
                return Remedies.ofField("synchronized, wait and notifyAll, volatile fields, barrier()", false, field);
            }
            boolean collection = type.startsWith("java/util/")
                    && (classes.isSubtype(type, "java/util/Collection") || classes.isSubtype(type, "java/util/Map"));
            return Remedies.ofField("arrays and classes of the application", collection, field);
        }

        /**
         * The reason why objects of a type cannot be shared; null if they travel as values, or if only the runtime can
         * decide.
         */
        private String whyNot(String type, Set<String> records) {
            if (ValueRecords.isValueClass(type)
                    || type.equals(ValueClasses.OPTIONAL)
                    || ANYTHING.contains(type)
                    || TwinNames.mayBe(type, classes)
                    || Throwables.mayBeShared(type, classes)
                    || type.startsWith(FUNCTIONS)) {
                return null;
            }
            ClassFacts facts = classes.find(type);
            String name = type.replace('/', '.');
            if (facts == null) {
                return "class " + name + " cannot be found";
            }
            if (facts.is(Opcodes.ACC_ENUM) || classes.isApplication(type) && facts.isInterface()) {
                return null;
            }
            if (facts.superName().equals("java/lang/Record")) {
                return records.add(type) ? whyNotRecord(facts, records) : null;
            }
            return classes.isApplication(type)
                    ? "objects of " + name + " are not kept coherent: it " + classes.whyNotShareable(type)
                    : "objects of " + name + " are not kept coherent";
        }

        private String whyNotRecord(ClassFacts type, Set<String> records) {
            for (ClassFacts.Field field : type.fields().values()) {
                if (field.is(Opcodes.ACC_STATIC)) {
                    continue;
                }
                Type component = Type.getType(field.descriptor());
                String inner = component.getSort() == Type.OBJECT ? component.getInternalName() : null;
                boolean value = component.getSort() < Type.ARRAY
                        || inner != null && !classes.isShareable(inner) && whyNot(inner, records) == null;
                if (!value) {
                    return "component '" + field.name() + "' of record "
                            + type.name().replace('/', '.') + " has type "
                            + component.getClassName()
                            + "; a record travels by value, so its components must be values";
                }
            }
            return null;
        }

        private static String simple(String name) {
            return Woven.ownerOf(name).substring(name.lastIndexOf('/') + 1).replace('$', '.');
        }
    }
}
