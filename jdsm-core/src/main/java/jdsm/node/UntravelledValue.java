package jdsm.node;

import java.lang.reflect.Field;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import jdsm.codec.CannotTravelException;
import jdsm.runtime.Remedies;
import jdsm.runtime.Woven;
import jdsm.sync.CallSite;

/**
 * Describes the place of a value that cannot travel. The error arises when the write is published, not at the store. So
 * the description names the program's line of the synchronisation that publishes it, or else the present lines of the
 * workers.
 */
final class UntravelledValue {
    private UntravelledValue() {}

    static String describe(
            CannotTravelException e, Object program, List<Thread> threads, Function<Thread, String> names) {
        String remedy = e.value() == null ? "" : "; " + Remedies.ofObject(e.value(), e.field());
        return e.getMessage() + place(e, program) + stored(threads, names) + remedy;
    }

    private static String place(CannotTravelException e, Object program) {
        if (e.holder() == null) {
            return "";
        }
        Set<Object> holder = Collections.newSetFromMap(new IdentityHashMap<>());
        holder.add(e.holder());
        String collection = FieldPaths.collectionsOf(program, holder).get(e.holder());
        if (collection != null) {
            return ": in the collection " + collection;
        } else if (Woven.isTwin(e.holder().getClass().getName())) {
            return ": in a collection";
        }
        String path = FieldPaths.of(program, holder).get(e.holder());
        Field field = e.field();
        String inField = field == null
                ? ""
                : "field " + Woven.nameOf(field.getDeclaringClass().getName(), field.getName());
        if (path == null) {
            String element = "element " + e.step() + " of a ";
            return ": in "
                    + (field != null
                            ? inField
                            : (e.step().isEmpty() ? "a " : element)
                                    + e.holder().getClass().getTypeName());
        }
        return ": in " + path + e.step() + (field == null ? "" : " (" + inField + ")");
    }

    private static String stored(List<Thread> threads, Function<Thread, String> names) {
        List<Thread> synchronizing = threads.stream()
                .filter(thread -> CallSite.isInRuntime(thread.getStackTrace()))
                .toList();
        String places = (synchronizing.isEmpty() ? threads : synchronizing)
                .stream()
                        .map(thread -> place(thread, names))
                        .filter(place -> !place.isEmpty())
                        .collect(Collectors.joining(", "));
        if (places.isEmpty()) {
            return "";
        }
        return synchronizing.isEmpty()
                ? "; stored before the last synchronisation of a worker that is now at " + places
                : "; stored before the synchronisation at " + places;
    }

    private static String place(Thread thread, Function<Thread, String> names) {
        List<String> frames = CallSite.frames(thread.getStackTrace());
        return frames.isEmpty() ? "" : frames.get(0) + " (" + names.apply(thread) + ")";
    }
}
