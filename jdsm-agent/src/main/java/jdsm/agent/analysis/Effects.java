package jdsm.agent.analysis;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;

/**
 * What single instructions of a class do to what else the method knows, in all that they run: whether they may synchronise, and
 * whether they may change fields and elements that the method cannot see changing. Used by one thread, as long as the
 * instructions are not changed.
 */
public final class Effects {
    /** All that an instruction leads to; stores null: anywhere. */
    private record Total(boolean synchronizes, Set<String> stores) {}

    private final Classes classes;
    private final Instructions instructions;
    private final String self;
    private final Set<String> fields;
    private final Map<AbstractInsnNode, Total> known = new IdentityHashMap<>();

    /**
     * Of a class's instructions.
     *
     * @param self the class
     * @param fields the fields that it declares, as {@code name:descriptor}
     */
    public Effects(Classes classes, String self, Set<String> fields) {
        this.classes = classes;
        this.instructions = new Instructions(classes, self);
        this.self = self;
        this.fields = Set.copyOf(fields);
    }

    /** Whether an instruction may pass a synchronisation, itself or in what it runs. */
    public boolean synchronizes(AbstractInsnNode node) {
        return total(node).synchronizes;
    }

    /**
     * Where an instruction may store, of fields and elements of arrays of references: keys of {@link Memory}; null: anywhere.
     * What synchronises does, for others' changes become visible.
     */
    Set<String> stores(AbstractInsnNode node) {
        return total(node).stores;
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

    /** Whether reading a static field anywhere in the method runs no initialiser (an interface's would run) and gives the same. */
    boolean isPlainOwnStatic(FieldInsnNode field) {
        return field.owner.equals(self) && fields.contains(Memory.key(field.name, field.desc)) && !isVolatile(field);
    }
}
