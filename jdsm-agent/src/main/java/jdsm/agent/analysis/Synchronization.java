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
    /** A method, with the class that declares it. */
    private record Method(String owner, String name, String descriptor) {}

    private static final String BUFFERS = "java/nio/";

    private enum Answer {
        YES,
        NO,
        ITS_CODE_TELLS
    }

    private final ApplicationClasses classes;
    private final ConcurrentHashMap<String, Map<String, Effect>> code = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Method, Boolean> answers = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Method, Set<String>> stores = new ConcurrentHashMap<>();

    Synchronization(ApplicationClasses classes) {
        this.classes = classes;
    }

    boolean mayPass(Call call) {
        Method method = resolve(call);
        return switch (answer(call, method)) {
            case YES -> true;
            case NO -> false;
            case ITS_CODE_TELLS -> reaches(method);
        };
    }

    /** The keys of {@link Memory} that a call may store into; null if it may store anywhere. */
    Set<String> stores(Call call) {
        Method method = resolve(call);
        return switch (answer(call, method)) {
            case YES -> null;
            case NO -> storesOutside(call);
            case ITS_CODE_TELLS -> reaches(method) ? null : storesFrom(method);
        };
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
    private Set<String> storesFrom(Method start) {
        Set<String> known = stores.get(start);
        if (known == null) {
            Set<String> all = new HashSet<>();
            Set<Method> seen = new HashSet<>(Set.of(start));
            ArrayDeque<Method> left = new ArrayDeque<>(seen);
            while (!left.isEmpty()) {
                Method method = left.remove();
                Effect effect = code(method.owner()).get(ClassFacts.key(method.name(), method.descriptor()));
                all.addAll(effect.stores());
                for (Call call : effect.runs()) {
                    Method callee = resolve(call);
                    if (answer(call, callee) == Answer.NO) {
                        all.addAll(storesOutside(call));
                    } else if (seen.add(callee)) {
                        left.add(callee);
                    }
                }
            }
            known = Set.copyOf(all);
            stores.putIfAbsent(start, known);
        }
        return known;
    }

    /** The method that a call resolves to; null if no known class declares it. */
    private Method resolve(Call call) {
        String owner = classes.declaring(call.owner(), call.name(), call.descriptor());
        return owner == null ? null : new Method(owner, call.name(), call.descriptor());
    }

    private Answer answer(Call call, Method method) {
        if (call.name().equals(Instructions.INITIALIZER)) { // effects omit those that do nothing
            return method != null && classes.isApplication(method.owner()) ? Answer.ITS_CODE_TELLS : Answer.YES;
        }
        if (call.owner().startsWith("[")) {
            return call.name().equals("clone") || call.name().equals("getClass") ? Answer.NO : Answer.YES;
        }
        if (method == null || call.virtual() && !isDetermined(call, method)) {
            return Answer.YES;
        }
        if (classes.isApplication(method.owner())) {
            int access = classes.find(method.owner()).method(method.name(), method.descriptor());
            return (access & Opcodes.ACC_ABSTRACT) == 0 ? Answer.ITS_CODE_TELLS : Answer.YES;
        }
        return JdkTable.isPure(method.owner(), method.name(), method.descriptor(), classes) ? Answer.NO : Answer.YES;
    }

    private boolean isDetermined(Call call, Method method) {
        int access = classes.find(method.owner()).method(method.name(), method.descriptor());
        if ((access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL)) != 0) {
            return true;
        }
        ClassFacts receiver = classes.find(call.owner());
        return receiver != null && receiver.is(Opcodes.ACC_FINAL);
    }

    private boolean reaches(Method start) {
        Boolean known = answers.get(start);
        if (known == null) {
            solve(start);
            known = answers.get(start);
        }
        return known;
    }

    /** Computes the answers for all methods that are reachable from one. */
    private void solve(Method start) {
        Map<Method, List<Method>> callers = new HashMap<>();
        Set<Method> seen = new HashSet<>(Set.of(start));
        ArrayDeque<Method> left = new ArrayDeque<>(seen);
        ArrayDeque<Method> yes = new ArrayDeque<>();
        while (!left.isEmpty()) {
            Method method = left.remove();
            Boolean known = answers.get(method);
            if (known != null ? known : scan(method, callers, seen, left)) {
                yes.add(method);
            }
        }
        Set<Method> synchronizing = new HashSet<>();
        while (!yes.isEmpty()) {
            Method method = yes.remove();
            if (synchronizing.add(method)) {
                yes.addAll(callers.getOrDefault(method, List.of()));
            }
        }
        for (Method method : seen) {
            answers.put(method, synchronizing.contains(method));
        }
    }

    /** Whether a method synchronises by itself; queues the application's methods that it calls. */
    private boolean scan(Method method, Map<Method, List<Method>> callers, Set<Method> seen, ArrayDeque<Method> left) {
        Effect effect = code(method.owner()).get(ClassFacts.key(method.name(), method.descriptor()));
        if (effect == null || effect.synchronizes()) {
            return true;
        }
        for (Call call : effect.runs()) {
            Method callee = resolve(call);
            Answer answer = answer(call, callee);
            if (answer == Answer.YES) {
                return true;
            }
            if (answer == Answer.ITS_CODE_TELLS) {
                callers.computeIfAbsent(callee, none -> new ArrayList<>()).add(method);
                if (seen.add(callee)) {
                    left.add(callee);
                }
            }
        }
        return false;
    }

    private Map<String, Effect> code(String owner) {
        Map<String, Effect> known = code.get(owner);
        if (known == null) {
            byte[] classFile = classes.classFile(owner);
            known = classFile == null ? Map.of() : Instructions.ofMethods(classFile, classes);
            code.putIfAbsent(owner, known);
        }
        return known;
    }
}
