package jdsm.agent.analysis;

import jdsm.agent.jdk.ThrowableClasses;

/** Which exceptions may be shared: those of which the runtime knows all state. */
final class Throwables {
    private Throwables() {}

    /** Whether a class is one of exceptions that the application does not declare. */
    static boolean isOfOthers(String name, Classes classes) {
        return !classes.isApplication(name) && classes.isSubtype(name, ThrowableClasses.THROWABLE);
    }

    /** Whether variables of a type that the application does not declare may refer to exceptions that can be shared. */
    static boolean mayBeShared(String type, ApplicationClasses classes) {
        return isOfOthers(type, classes) && unknown(type, classes) == null;
    }

    /**
     * The class that keeps exceptions from being shared: the first from one that the application does not declare upwards that has
     * fields, or a message of its own. Null if there is none.
     */
    static String unknown(String name, ApplicationClasses classes) {
        boolean says = false;
        for (String above = name; !above.equals(ThrowableClasses.THROWABLE); above = classes.superName(above)) {
            ClassFacts type = classes.find(above);
            if (type == null) {
                return above;
            } else if (ThrowableClasses.contains(above)) {
                return says ? name : null;
            }
            says |= type.method("getMessage", "()Ljava/lang/String;") != null;
            if (type.hasInstanceFields()) {
                return above;
            }
        }
        return says ? name : null;
    }
}
