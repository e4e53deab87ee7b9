package jdsm.agent.analysis;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;

/**
 * The total effects of single instructions of a class, including the methods that they run: whether an instruction may
 * synchronise, and which fields and elements it may store into. Valid while the instructions do not change. Not
 * thread-safe.
 */
public final class Effects {
    /** The total effect of an instruction; null for {@code stores} means anywhere. */
    private record Total(boolean synchronizes, Set<String> stores) {}

    private final Classes classes;
    private final Instructions instructions;
    private final String self;
    private final Set<String> fields;
    private final Set<String> initialized;
    private final Map<AbstractInsnNode, Total> known = new IdentityHashMap<>();

    /**
     * The effects of instructions of one class.
     *
     * @param self the class
     * @param fields the fields that the class declares, as {@code name:descriptor}
     */
    public Effects(Classes classes, String self, Set<String> fields) {
        this.classes = classes;
        this.instructions = new Instructions(classes, self);
        this.self = self;
        this.fields = Set.copyOf(fields);
        this.initialized = classes.initializers(self);
    }

    /** Whether an instruction, or a method that it runs, may pass a synchronisation. */
    public boolean synchronizes(AbstractInsnNode node) {
        return total(node).synchronizes;
    }

    /**
     * The keys of {@link Memory} that an instruction may store into; null if it may store anywhere. An instruction that
     * synchronises counts as storing anywhere, for changes by other workers become visible.
     */
    Set<String> stores(AbstractInsnNode node) {
        return total(node).stores;
    }

    /** Whether an instruction may run methods of the program, which may bring copies of objects that were not here. */
    public boolean runsMethods(AbstractInsnNode node) {
        Effect effect = instructions.of(node);
        return !effect.runs().isEmpty() || effect.stores().contains(Memory.ANYWHERE);
    }

    private Total total(AbstractInsnNode node) {
        return known.computeIfAbsent(node, some -> total(instructions.of(some)));
    }

    private Total total(Effect effect) {
        if (effect.synchronizes() || effect.runs().stream().anyMatch(classes::maySynchronize)) {
            return new Total(true, null);
        }
        Set<String> all = new HashSet<>(effect.stores());
        for (Call call : effect.runs()) {
            Set<String> stores = classes.stores(call);
            if (stores == null) {
                return new Total(false, null);
            }
            all.addAll(stores);
        }
        return new Total(false, all.contains(Memory.ANYWHERE) ? null : Set.copyOf(all));
    }

    boolean isVolatile(FieldInsnNode field) {
        return classes.isVolatile(field.owner, field.name, field.desc);
    }

    /**
     * Whether reads of a static field are plain, and run no initialiser that matters: the class itself declares the
     * field, or a class does that has no such initialiser or was initialised before this one.
     */
    boolean isPlainStatic(FieldInsnNode field) {
        if (StaticHolders.isOf(field)) {
            return true;
        }
        if (isVolatile(field)) {
            return false;
        }
        if (field.owner.equals(self) && fields.contains(Memory.key(field.name, field.desc))) {
            return true;
        }
        String declaring = classes.declaringField(field.owner, field.name, field.desc);
        return declaring != null && initialized.containsAll(classes.initializers(declaring));
    }
}
