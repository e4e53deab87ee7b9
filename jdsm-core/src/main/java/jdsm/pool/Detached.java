package jdsm.pool;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jdsm.codec.Instances;
import jdsm.codec.ThrowableState;
import jdsm.codec.UnitContent;
import jdsm.codec.ValueCodec;
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

    /** Where the state of an exception begins: encoded, its cause, and its suppressed exceptions. */
    private final int thrownReferent;

    private final int endReferent;

    /** Copies the contents of an object. The object's entry has to be detached next. */
    Detached(SharedEntry entry, Replacement replacement, CopiedContents copies, ValueCodec codec) {
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
        this.thrownReferent = copies.referents();
        if (entry.object() instanceof Throwable thrown) {
            ThrowableState state = ThrowableState.of(thrown);
            copies.put((Object) state.encode(codec));
            copies.put(state.cause());
            copies.put(state.suppressed().size());
            state.suppressed().forEach(copies::put);
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
        attach(instance(references.codec()), replacement, references);
    }

    private Object instance(ValueCodec codec) {
        Class<?> type = entry.type();
        if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), entry.length());
        } else if (Throwable.class.isAssignableFrom(type)) {
            byte[] state = (byte[]) copies.source(firstBits, thrownReferent).referent();
            return ThrowableState.decode(type, ByteBuffer.wrap(state), codec);
        }
        return type == Object.class ? new Object() : Instances.of(type);
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
        if (entry.object() instanceof Throwable thrown) {
            link(thrown, source);
        }
        replacement.ownValues(entry.object(), own);
    }

    private void link(Throwable thrown, FieldSource source) {
        source.referent(); // of which it has been made
        Throwable cause = (Throwable) source.referent();
        List<Throwable> suppressed = new ArrayList<>();
        for (long left = source.bits(); left > 0; left--) {
            suppressed.add((Throwable) source.referent());
        }
        ThrowableState.link(thrown, cause, suppressed);
    }
}
