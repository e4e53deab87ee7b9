package jdsm.runtime;

/**
 * The interface that the agent adds to a class whose objects can be shared. The topmost such class of a hierarchy gets
 * the field {@link #FIELD} and these methods.
 */
@SuppressWarnings("checkstyle:MethodName") // a name that no program uses
public interface Woven {
    /** The system property that is set where the agent weaves classes. */
    String AGENT = "jdsm.agent";

    /** The system property that is true where woven classes report their accesses ({@link Observed}). */
    String CHECK = "jdsm.check";

    /** The system property that is true where woven classes make no checks, because the job has one rank. */
    String ALONE = "jdsm.alone";

    /**
     * The name of the synthetic field for the handle: public, transient, of type {@link Shared}, null while the object
     * is private to this rank.
     */
    String FIELD = "$jdsm";

    /**
     * The end of the name of a holder: the class whose one object has the static fields of another class that the
     * program may change. Its name is the other class's with this end.
     */
    String HOLDER = "$JdsmStatics";

    /** The static field of a holder that refers to its only object. */
    String HOLDER_OBJECT = "$jdsm$object";

    /**
     * The name of a field as the program has it: {@code package.Class.field}.
     *
     * @param className the name of the class that declares the field when woven, with dots
     */
    static String nameOf(String className, String field) {
        return ownerOf(className) + "." + field;
    }

    /** The name without its package of a class, or of the class to which a holder belongs. */
    static String simpleName(Class<?> type) {
        return ownerOf(type.getSimpleName());
    }

    /** Whether a class is a holder, by its name in any form. */
    static boolean isHolder(String className) {
        return className.endsWith(HOLDER);
    }

    /** The name of the class to which a holder belongs, in the form of the given name; the name itself of another class. */
    static String ownerOf(String className) {
        return isHolder(className) ? className.substring(0, className.length() - HOLDER.length()) : className;
    }

    /** The handle of this object, or null. */
    Shared $jdsm();

    /** Sets the handle: the object becomes shared, or private if {@code shared} is null. */
    void $jdsm(Shared shared);
}
