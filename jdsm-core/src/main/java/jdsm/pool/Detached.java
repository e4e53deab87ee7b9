package jdsm.pool;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.function.Consumer;
import jdsm.codec.Instances;
import jdsm.codec.UnitContent;
import jdsm.directory.Replacement;
import jdsm.directory.SharedEntry;
import jdsm.runtime.Checks;
import jdsm.runtime.FieldSource;
import jdsm.runtime.Sharing;

/**
 * A shared object whose instance here is held by this weak reference only, with a copy of what the instance contains. If
 * the program does not reach the instance, it is collected, and another one can take its place. Service loop only.
 */
final class Detached extends WeakReference<Object> {
    private final SharedEntry entry;
    private final Handle handle;
    private final Object[] own;

    private final CopiedContents copies;
    /** Where the copy begins: for each unit 1, and its values, if it is valid, else 0. */
    private final int firstBits;
    /** Where the copy's references begin, and where they end. */
    private final int firstReferent;

    private final int endReferent;

    /** Copies the contents of an object. The object's entry has to be detached next. */
    Detached(SharedEntry entry, Replacement replacement, CopiedContents copies) {
        super(entry.object());
        this.entry = entry;
        this.handle = (Handle) Checks.ofAny(entry.object());
        this.own = replacement.ownValues(entry.object());
        this.copies = copies;
        this.firstBits = copies.bits();
        this.firstReferent = copies.referents();
        for (int i = 0; i < entry.contentCount(); i++) {
            boolean valid = entry.state(i).isValid();
            copies.put(valid ? 1 : 0);
            if (valid) {
                entry.content(i).copy(copies);
            }
        }
        this.endReferent = copies.referents();
    }

    SharedEntry entry() {
        return entry;
    }

    /** Calls {@code found} with the shared objects to which the valid units refer. */
    void forEachReferent(Consumer<SharedEntry> found) {
        copies.forEachReferent(firstReferent, endReferent, found);
    }

    /**
     * Gives the object its instance back, if the program reaches it. To be called after a run of the garbage collector.
     *
     * @return whether that was so
     */
    boolean attach(Replacement replacement, SharedObjects references) {
        Object object = get();
        if (object == null) {
            return false;
        }
        attach(object, replacement, references);
        return true;
    }

    /** Gives the object another instance, without its content. */
    void replace(Replacement replacement, SharedObjects references) {
        Class<?> type = entry.type();
        Object instance = type.isArray()
                ? Array.newInstance(type.getComponentType(), entry.length())
                : type == Object.class ? new Object() : Instances.of(type);
        attach(instance, replacement, references);
    }

    private void attach(Object object, Replacement replacement, SharedObjects references) {
        replacement.attach(entry, object, references);
        Sharing.reveal(object, handle);
    }

    /** Fills the instance that {@link #replace} has made. All objects to which this one refers have an instance. */
    void fill(Replacement replacement) {
        FieldSource source = copies.source(firstBits, firstReferent);
        for (UnitContent content : entry.contents()) {
            if (source.bits() == 1) {
                content.restore(source);
            }
        }
        replacement.ownValues(entry.object(), own);
    }
}
