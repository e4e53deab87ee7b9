package jdsm.agent.analysis;

import jdsm.runtime.Woven;
import org.objectweb.asm.Opcodes;

/** The reasons why objects of a class cannot be shared. */
final class WhyNotShareable {
    private static final String OBJECT = "java/lang/Object";
    private static final String SPMD = "jdsm/SPMD";
    private static final String THREAD = "java/lang/Thread";

    private WhyNotShareable() {}

    /** Null if objects of the class may be shared; else the reason against it, as a predicate: {@code is a record of values}. */
    static String of(String name, ApplicationClasses classes) {
        if (!classes.isApplication(name)) {
            return "is not a class of the application";
        }
        if (classes.find(name).isInterface()) {
            return "is an interface";
        }
        for (String above = name; !OBJECT.equals(above); above = classes.superName(above)) {
            ClassFacts type = above == null ? null : classes.find(above);
            if (type == null) {
                return "has a superclass that cannot be found";
            }
            if (above.equals(ValueRecords.RECORD)) {
                return ValueRecords.isValue(name, classes) ? "is a record of values" : null;
            }
            boolean isTwin = Twins.isTwin(above) && !type.is(Opcodes.ACC_ENUM); // constants are values there, too
            if (isTwin || above.equals(THREAD)) {
                return null; // what a twin inherits stays unused; a thread itself is each rank's own
            }
            if (Throwables.isOfOthers(above, classes)) {
                String unknown = Throwables.unknown(above, classes); // what is known travels beside the woven fields
                return unknown == null
                        ? null
                        : "extends " + unknown.replace('/', '.') + ", which has a state of its own";
            }
            boolean hasState = type.hasInstanceFields() && !Woven.isToExtend(above.replace('/', '.'));
            if (!above.equals(SPMD) && !classes.isApplication(above) && hasState) {
                return "extends " + above.replace('/', '.') + ", whose fields are not woven";
            }
        }
        return null;
    }
}
