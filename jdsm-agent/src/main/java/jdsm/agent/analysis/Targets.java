package jdsm.agent.analysis;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;

/**
 * Finds the methods that a call may run, by class-hierarchy analysis: for a virtual call, the methods that the classes of
 * the class path have for it, and the bodies of lambdas. Thread-safe.
 */
final class Targets {
    /**
     * A method that a call may run.
     *
     * @param owner the class that declares the method
     * @param call a call of this method alone
     * @param selected whether the method runs on the call's own receiver and arguments; else a lambda runs it
     */
    record Target(String owner, Call call, boolean selected) {
        /** The target as a call of the method that its class declares. */
        Call declared() {
            return new Call(owner, call.name(), call.descriptor(), false);
        }
    }

    private static final String OBJECT = "java/lang/Object";
    /**
     * Interfaces of the JDK of which the JDK itself makes no objects but identities, and such as only call others of the same interface:
     * {@code identity}, {@code andThen}, {@code negate}.
     */
    private static final Pattern FUNCTIONS_ON_NUMBERS = Pattern.compile("java/util/function/"
            + "((Int|Long|Double)(UnaryOperator|BinaryOperator|Predicate|Function|To(Int|Long|Double)Function)"
            + "|To(Int|Long|Double)(Bi)?Function)");

    private static final int VISIBLE_ELSEWHERE = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED;

    private final ApplicationClasses classes;
    private final ConcurrentHashMap<Call, Optional<List<Target>>> known = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, List<Lambda>> lambdas = new ConcurrentHashMap<>();

    Targets(ApplicationClasses classes) {
        this.classes = classes;
    }

    /** Whether the class path tells which classes and lambdas implement a type: one of the application, or of functions on numbers. */
    static boolean isKnown(String type, ApplicationClasses classes) {
        return FUNCTIONS_ON_NUMBERS.matcher(type).matches() || classes.isApplication(type);
    }

    /** All methods that a call may run; null if others may run as well. */
    List<Target> of(Call call) {
        Optional<List<Target>> targets = known.get(call);
        if (targets == null) {
            Search search = new Search();
            boolean complete = search.add(call) && !search.found.isEmpty();
            targets = complete ? Optional.of(List.copyOf(search.found)) : Optional.empty();
            known.putIfAbsent(call, targets);
        }
        return targets.orElse(null);
    }

    /** Whether a call runs the method that a class declares, and no other. */
    boolean areOnly(Call call, String declaring) {
        List<Target> all = of(call);
        return all != null && all.size() == 1 && all.get(0).owner().equals(declaring);
    }

    /** Whether a call runs the method that it names, and no other. */
    boolean isDetermined(Call call, String declaring) {
        if (!call.virtual()) {
            return true;
        }
        Integer access = classes.find(declaring).method(call.name(), call.descriptor());
        if ((access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL)) != 0) {
            return true;
        }
        ClassFacts receiver = classes.find(call.owner());
        return receiver != null && receiver.is(Opcodes.ACC_FINAL);
    }

    /** The method that a virtual call runs on objects of a class, as a call of that method alone; null if it is not known. */
    Call selected(Call call, String type) {
        String declaring = classes.declaring(call.owner(), call.name(), call.descriptor());
        if (declaring == null || isDetermined(call, declaring)) {
            return null;
        }
        int access = classes.find(declaring).method(call.name(), call.descriptor());
        Search search = new Search();
        boolean complete = search.select(type, type, call, (access & VISIBLE_ELSEWHERE) == 0 ? declaring : null);
        return complete && search.found.size() == 1
                ? search.found.iterator().next().call()
                : null;
    }

    private final class Search {
        private final Set<Target> found = new LinkedHashSet<>();
        private final Set<Call> seen = new HashSet<>();
        private boolean inLambda;

        /** Adds the targets of a call; false if some are unknown. */
        private boolean add(Call call) {
            if (!seen.add(call)) {
                return true;
            }
            if (call.owner().startsWith("[")) {
                return found.add(new Target(call.owner(), call, !inLambda));
            }
            String declaring = classes.declaring(call.owner(), call.name(), call.descriptor());
            if (declaring == null) {
                return false;
            }
            if (isDetermined(call, declaring)) {
                Call alone = new Call(call.owner(), call.name(), call.descriptor(), false);
                found.add(new Target(declaring, alone, !inLambda));
                return true;
            }
            Subtypes subtypes = isKnown(call.owner(), classes) ? classes.subtypes() : null;
            if (subtypes == null || subtypes.defining() != null) {
                return false;
            }
            boolean hasAll =
                    classes.isApplication(call.owner()) ? subtypes.contains(call.owner()) : subtypes.proxying() == null;
            if (!hasAll) {
                return false;
            }
            int access = classes.find(declaring).method(call.name(), call.descriptor());
            boolean hidden = (access & VISIBLE_ELSEWHERE) == 0;
            for (String type : subtypes.below(call.owner())) {
                if (!addOf(type, call, hidden ? declaring : null, subtypes)) {
                    return false;
                }
            }
            return true;
        }

        private boolean addOf(String type, Call call, String atMost, Subtypes subtypes) {
            ClassFacts facts = classes.find(type);
            if (facts == null || facts.is(Opcodes.ACC_ANNOTATION) || subtypes.isComputed(type)) {
                return false;
            }
            if (facts.isInterface()) {
                Set<String> makers = subtypes.makersOf(type);
                return subtypes.proxying(type) == null
                        && makers.stream().allMatch(maker -> addBodies(maker, type, call.name()))
                        && (makers.isEmpty() || select(OBJECT, type, call, null));
            }
            return facts.is(Opcodes.ACC_ABSTRACT) || select(type, type, call, atMost);
        }

        /** Adds the bodies of a class's lambdas that implement an interface by a method of a name. */
        private boolean addBodies(String maker, String type, String name) {
            List<Lambda> made = lambdasOf(maker);
            if (made == null) {
                return false;
            }
            for (Lambda lambda : made) {
                if (!lambda.types().contains(type)) {
                    continue;
                }
                if (lambda.body() == null) {
                    return false;
                }
                if (lambda.method().equals(name) && !addBody(lambda)) {
                    return false;
                }
            }
            return true;
        }

        private boolean addBody(Lambda lambda) {
            Handle body = lambda.body();
            if (body.getTag() == Opcodes.H_INVOKESTATIC || body.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
                String declaring = classes.declaring(body.getOwner(), body.getName(), body.getDesc());
                for (String type : classes.initializers(declaring == null ? body.getOwner() : declaring)) {
                    found.add(new Target(type, new Call(type, Instructions.INITIALIZER, "()V", false), false));
                }
            }
            boolean before = inLambda;
            inLambda = true;
            boolean complete = add(new Call(body.getOwner(), body.getName(), body.getDesc(), lambda.isVirtual()));
            inLambda = before;
            return complete;
        }

        /**
         * Adds the method that the JVM selects for an object (JVMS 5.4.6), and perhaps others.
         *
         * @param first the object's class, or Object for a lambda
         * @param type the object's class, or the interface that a lambda implements
         * @param atMost the class that declares a method without a modifier, which others override in its package only;
         *     else null
         */
        private boolean select(String first, String type, Call call, String atMost) {
            for (String above = first; above != null; above = classes.superName(above)) {
                ClassFacts facts = classes.find(above);
                if (facts == null) {
                    return false;
                }
                Integer access = facts.method(call.name(), call.descriptor());
                if (access == null) {
                    continue;
                }
                if ((access & Opcodes.ACC_ABSTRACT) == 0) {
                    found.add(target(above, call));
                }
                boolean isPrivate = (access & Opcodes.ACC_PRIVATE) != 0;
                boolean overrides = atMost == null
                        ? (access & VISIBLE_ELSEWHERE) != 0
                        : !isPrivate && Visibility.samePackage(above, atMost) || above.equals(atMost);
                if (overrides) {
                    return true;
                }
            }
            for (String above : classes.withSupertypes(type)) {
                ClassFacts facts = classes.find(above);
                if (facts == null) {
                    return false;
                }
                Integer access = facts.isInterface() ? facts.method(call.name(), call.descriptor()) : null;
                if (access != null && (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC)) == 0) {
                    found.add(target(above, call));
                }
            }
            return true;
        }

        private Target target(String owner, Call call) {
            return new Target(owner, new Call(owner, call.name(), call.descriptor(), false), !inLambda);
        }
    }

    /** The lambdas of a class; null if the class file is missing. */
    private List<Lambda> lambdasOf(String maker) {
        List<Lambda> made = lambdas.get(maker);
        byte[] classFile = made == null ? classes.withLambdas(maker) : null;
        if (classFile != null) {
            made = Lambda.of(classFile);
            lambdas.putIfAbsent(maker, made);
        }
        return made;
    }
}
