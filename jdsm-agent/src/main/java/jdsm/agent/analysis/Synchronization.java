package jdsm.agent.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.agent.analysis.Targets.Target;
import jdsm.agent.jdk.Conduct;
import jdsm.agent.jdk.JdkTable;
import jdsm.agent.jdk.Use;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Determines which calls may synchronise, and where the others may store. The answer is the least fixed point over the
 * application's methods, computed on demand for the methods that are reachable from a call. Synchronisation among the
 * workers of one rank counts as well: a worker that sees the effects of another worker's acquire must check again.
 * Thread-safe.
 */
final class Synchronization {
    private static final String BUFFERS = "java/nio/";

    private enum Answer {
        YES,
        NO,
        ITS_CODE_TELLS
    }

    private final ApplicationClasses classes;
    private final Targets targets;
    private final ConcurrentHashMap<String, Map<String, Effect>> code = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Call, Boolean> answers = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Call, Set<String>> stores = new ConcurrentHashMap<>();

    Synchronization(ApplicationClasses classes, Targets targets) {
        this.classes = classes;
        this.targets = targets;
    }

    boolean mayPass(Call call) {
        List<Target> all = targets.of(call);
        return all == null || all.stream().anyMatch(this::mayPass);
    }

    private boolean mayPass(Target target) {
        return switch (answer(target)) {
            case YES -> true;
            case NO -> false;
            case ITS_CODE_TELLS -> reaches(target.declared());
        };
    }

    /** The keys of {@link Memory} that a call may store into; null if it may store anywhere. */
    Set<String> stores(Call call) {
        if (mayPass(call)) {
            return null;
        }
        Set<String> keys = new HashSet<>();
        for (Target target : targets.of(call)) {
            keys.addAll(answer(target) == Answer.NO ? storesOutside(target.call()) : storesFrom(target.declared()));
        }
        return Set.copyOf(keys);
    }

    /**
     * The keys that a method outside the application may store into: no field of the application, but perhaps a given
     * array.
     */
    private Set<String> storesOutside(Call call) {
        Conduct conduct = JdkTable.of(call.owner(), call.name(), call.descriptor(), classes);
        if (call.owner().startsWith(BUFFERS)) { // an array may be the buffer's own
            return Memory.elementsReachedBy("Ljava/lang/Object;");
        }
        Type[] types = Type.getArgumentTypes(call.descriptor());
        Stream<Type> changed = conduct.known()
                ? conduct.uses().stream()
                        .filter(use -> use.kind() != Use.Kind.READ && use.kind() != Use.Kind.READ_DEEP)
                        .map(use -> types[use.parameter()])
                : Stream.of(types);
        return changed.flatMap(type -> Memory.elementsReachedBy(type.getDescriptor()).stream())
                .collect(Collectors.toSet());
    }

    /**
     * The keys that the methods reachable from one may store into. None of them synchronises, so the code of each is
     * known.
     */
    private Set<String> storesFrom(Call start) {
        Set<String> known = stores.get(start);
        if (known == null) {
            Set<String> all = new HashSet<>();
            Set<Call> seen = new HashSet<>(Set.of(start));
            ArrayDeque<Call> left = new ArrayDeque<>(seen);
            while (!left.isEmpty()) {
                Effect effect = code(left.remove());
                all.addAll(effect.stores());
                for (Target target : targetsOf(effect)) {
                    if (answer(target) == Answer.NO) {
                        all.addAll(storesOutside(target.call()));
                    } else if (seen.add(target.declared())) {
                        left.add(target.declared());
                    }
                }
            }
            known = Set.copyOf(all);
            stores.putIfAbsent(start, known);
        }
        return known;
    }

    /** The methods that code may run; null if others may run as well. */
    private List<Target> targetsOf(Effect effect) {
        List<Target> all = new ArrayList<>();
        for (Call call : effect.runs()) {
            List<Target> some = targets.of(call);
            if (some == null) {
                return null;
            }
            all.addAll(some);
        }
        return all;
    }

    private Answer answer(Target target) {
        Call call = target.call();
        boolean isApplication = classes.isApplication(target.owner());
        if (call.name().equals(Instructions.INITIALIZER)) { // effects omit those that do nothing
            return isApplication ? Answer.ITS_CODE_TELLS : Answer.YES;
        }
        if (call.owner().startsWith("[")) {
            return call.name().equals("clone") || call.name().equals("getClass") ? Answer.NO : Answer.YES;
        }
        if (isApplication) {
            int access = classes.find(target.owner()).method(call.name(), call.descriptor());
            return (access & Opcodes.ACC_ABSTRACT) == 0 ? Answer.ITS_CODE_TELLS : Answer.YES;
        }
        return JdkTable.isPure(target.owner(), call.name(), call.descriptor(), classes) ? Answer.NO : Answer.YES;
    }

    private boolean reaches(Call start) {
        Boolean known = answers.get(start);
        if (known == null) {
            solve(start);
            known = answers.get(start);
        }
        return known;
    }

    /** Computes the answers for all methods that are reachable from one. */
    private void solve(Call start) {
        Map<Call, List<Call>> callers = new HashMap<>();
        Set<Call> seen = new HashSet<>(Set.of(start));
        ArrayDeque<Call> left = new ArrayDeque<>(seen);
        ArrayDeque<Call> yes = new ArrayDeque<>();
        while (!left.isEmpty()) {
            Call method = left.remove();
            Boolean known = answers.get(method);
            if (known != null ? known : scan(method, callers, seen, left)) {
                yes.add(method);
            }
        }
        Set<Call> synchronizing = new HashSet<>();
        while (!yes.isEmpty()) {
            Call method = yes.remove();
            if (synchronizing.add(method)) {
                yes.addAll(callers.getOrDefault(method, List.of()));
            }
        }
        for (Call method : seen) {
            answers.put(method, synchronizing.contains(method));
        }
    }

    /** Whether a method synchronises by itself; queues the application's methods that it calls. */
    private boolean scan(Call method, Map<Call, List<Call>> callers, Set<Call> seen, ArrayDeque<Call> left) {
        Effect effect = code(method);
        List<Target> all = effect == null || effect.synchronizes() ? null : targetsOf(effect);
        if (all == null) {
            return true;
        }
        for (Target target : all) {
            Answer answer = answer(target);
            if (answer == Answer.YES) {
                return true;
            }
            if (answer == Answer.ITS_CODE_TELLS) {
                Call callee = target.declared();
                callers.computeIfAbsent(callee, none -> new ArrayList<>()).add(method);
                if (seen.add(callee)) {
                    left.add(callee);
                }
            }
        }
        return false;
    }

    /** The effect of a method's own code; null if its class file is missing. */
    private Effect code(Call method) {
        Map<String, Effect> known = code.get(method.owner());
        if (known == null) {
            byte[] classFile = classes.classFile(method.owner());
            known = classFile == null ? Map.of() : Instructions.ofMethods(classFile, classes);
            code.putIfAbsent(method.owner(), known);
        }
        return known.get(ClassFacts.key(method.name(), method.descriptor()));
    }
}
