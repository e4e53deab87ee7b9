package jdsm.agent.analysis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.Opcodes;

/**
 * Finds the classes that the receiver of a virtual call may have, where they are few, and the method that the call runs on
 * objects of each. Code that compares the receiver's class with these stays right where further classes are loaded. Thread-safe.
 */
final class ReceiverClasses {
    /** The greatest number of classes. */
    private static final int MOST = 4;

    private final ApplicationClasses classes;
    private final Targets targets;
    private final Visibility visibility;
    private final ConcurrentHashMap<Call, Optional<Map<String, Call>>> known = new ConcurrentHashMap<>();

    ReceiverClasses(ApplicationClasses classes, Targets targets) {
        this.classes = classes;
        this.targets = targets;
        this.visibility = new Visibility(classes);
    }

    /** The methods by class; empty if the call runs one method only, or if some or many classes are unknown. */
    Map<String, Call> of(Call call, String from) {
        Map<String, Call> all = known.computeIfAbsent(call, some -> Optional.ofNullable(find(some)))
                .orElse(Map.of());
        return all.keySet().stream().allMatch(type -> visibility.allowsType(type, from)) ? all : Map.of();
    }

    private Map<String, Call> find(Call call) {
        if (!call.virtual() || call.name().startsWith("<") || call.owner().startsWith("[")) {
            return null;
        }
        List<Targets.Target> all = classes.isApplication(call.owner()) ? targets.of(call) : List.of();
        Subtypes subtypes = all != null && all.size() < 2 ? null : classes.subtypes();
        if (subtypes == null) {
            return null;
        }
        Map<String, Call> found = new LinkedHashMap<>();
        for (String type : subtypes.below(call.owner())) {
            ClassFacts facts = classes.find(type);
            if (facts == null) {
                return null;
            }
            if (facts.isInterface() || facts.is(Opcodes.ACC_ABSTRACT)) {
                continue;
            }
            Call selected = canBeLoaded(type) ? targets.selected(call, type) : null;
            if (selected == null || found.size() == MOST) {
                return null;
            }
            found.put(type, selected);
        }
        return found;
    }

    /** Whether a class is the application's and all its supertypes are there, so that code may name it at any time. */
    private boolean canBeLoaded(String type) {
        return classes.isApplication(type)
                && classes.withSupertypes(type).stream().allMatch(above -> classes.find(above) != null);
    }
}
