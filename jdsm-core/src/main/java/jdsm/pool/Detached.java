package jdsm.pool;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jdsm.codec.Instances;
import jdsm.codec.UnitContent;
import jdsm.directory.Replacement;
import jdsm.directory.SharedEntry;
import jdsm.runtime.Checks;
import jdsm.runtime.Sharing;

/**
 * A shared object whose instance here is held by a weak reference only, with a copy of what the instance contains. If
 * the program does not reach the instance, it is collected, and another one can take its place. References to shared
 * objects are entries in the copy. Service loop only.
 */
final class Detached {
    private final Replacement replacement;
    private final SharedEntry entry;
    private final Handle handle;
    private final WeakReference<Object> instance;
    /** The contents of the valid units; null for the others. */
    private final Object[] contents;

    private final Object[] own;
    private final List<SharedEntry> referents = new ArrayList<>(0);

    /** Copies the contents of an object. The object's entry has to be detached next. */
    Detached(SharedEntry entry, Replacement replacement) {
        this.replacement = replacement;
        this.entry = entry;
        Object object = entry.object();
        this.handle = (Handle) Checks.ofAny(object);
        this.instance = new WeakReference<>(object);
        this.own = replacement.ownValues(object);
        List<UnitContent> all = entry.contents();
        this.contents = new Object[all.size()];
        for (int i = 0; i < contents.length; i++) {
            contents[i] = entry.state(i).isValid() ? all.get(i).copy(this::outward) : null;
        }
    }

    /**
     * A copy of an optional.
     *
     * @param content what {@link #outward} has made of the content
     */
    private record OptionalCopy(Object content) {}

    private Object outward(Object value) {
        if (value instanceof Optional<?> optional && optional.isPresent()) {
            return new OptionalCopy(outward(optional.get()));
        }
        if (Checks.ofAny(value) instanceof Handle its) {
            referents.add(its.entry());
            return its.entry();
        }
        return value;
    }

    SharedEntry entry() {
        return entry;
    }

    /** The shared objects to which the valid units refer. */
    List<SharedEntry> referents() {
        return referents;
    }

    /**
     * Gives the object its instance back, if the program reaches it. To be called after a run of the garbage collector.
     *
     * @return whether that was so
     */
    boolean attach(SharedObjects references) {
        Object object = instance.get();
        if (object == null) {
            return false;
        }
        attach(object, references);
        return true;
    }

    /** Gives the object another instance, without its content. */
    void replace(SharedObjects references) {
        Class<?> type = entry.type();
        attach(
                type.isArray()
                        ? Array.newInstance(type.getComponentType(), entry.length())
                        : type == Object.class ? new Object() : Instances.of(type),
                references);
    }

    private void attach(Object object, SharedObjects references) {
        replacement.attach(entry, object, references);
        Sharing.reveal(object, handle);
    }

    /** Fills the instance that {@link #replace} has made. All objects to which this one refers have an instance. */
    void fill() {
        for (int i = 0; i < contents.length; i++) {
            if (contents[i] != null) {
                entry.contents().get(i).restore(contents[i], Detached::inward);
            }
        }
        replacement.ownValues(entry.object(), own);
    }

    private static Object inward(Object value) {
        if (value instanceof OptionalCopy optional) {
            return Optional.of(inward(optional.content()));
        }
        if (!(value instanceof SharedEntry entry)) {
            return value;
        } else if (entry.object() == null) {
            throw new IllegalStateException(entry.label() + " was freed, but another shared object refers to it");
        }
        return entry.object();
    }
}
