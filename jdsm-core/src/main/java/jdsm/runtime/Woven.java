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

    /** The system property that is true where woven classes count their accesses ({@link Profiled}). */
    String PROFILE = "jdsm.profile";
    /** The system property with the number of accesses for which a counted one stands; absent if each is counted. */
    String SAMPLE = "jdsm.sample";

    /** The system property that is true where woven classes make no checks, because the job has one rank. */
    String ALONE = "jdsm.alone";

    /**
     * The name of the synthetic field for the handle: public, transient, of type {@link Shared}, null while the object
     * is private to this rank.
     */
    String FIELD = "$jdsm";

    /**
     * The name of the static constant with the modifiers of fields that weaving has changed: a line for each, the name, a space and the
     * number. The runtime has to write final fields, and short methods stand in other classes.
     */
    String MODIFIERS = "$jdsmModifiers";

    /** What the names of members that weaving adds end with, as a regular expression. */
    String MADE_END = "((\\$(plain|checked|private)\\d+)+|\\$jdsm.*)$";

    /**
     * The name of the synthetic field for the number of the place where the object was made, where woven classes count
     * their accesses: transient, of type int; see {@link Allocations}.
     */
    String SITE = "$jdsmSite";

    /** The name of the methods that read and write the fields that are not volatile. */
    String PLAIN = "$jdsmPlain";

    /** The name of the methods that read and write the volatile fields. */
    String VOLATILES = "$jdsmVolatiles";

    /**
     * The end of the name of a holder: the class whose one object has the static fields of another class that the
     * program may change. Its name is the other class's with this end.
     */
    String HOLDER = "$JdsmStatics";

    /** The static field of a holder that refers to its only object. */
    String HOLDER_OBJECT = "$jdsm$object";

    /**
     * The end of the name of a class of heavy parts: the objects that have the fields of another class which are marked
     * {@link jdsm.Heavy}. Its name is the other class's with this end.
     */
    String HEAVY = "$JdsmHeavy";

    /** The field of an object that refers to its heavy part. */
    String HEAVY_FIELD = "$jdsm$heavy";

    /**
     * The part of the name of a lambda's class between the name of the class whose code makes the lambda and a number,
     * which counts that class's lambdas from 0.
     */
    String LAMBDA = "$JdsmLambda";

    /**
     * The name of a field as the program has it: {@code package.Class.field}.
     *
     * @param className the name of the class that declares the field when woven, with dots
     */
    static String nameOf(String className, String field) {
        return ownerOf(className) + "." + field;
    }

    /** The name without its package of a class, or of the class to which a holder or a class of heavy parts belongs. */
    static String simpleName(Class<?> type) {
        return ownerOf(type.getSimpleName());
    }

    /** Whether a class is a holder, by its name in any form. */
    static boolean isHolder(String className) {
        return className.endsWith(HOLDER);
    }

    /**
     * Whether a class of the JDK, by its name with dots, is made to be extended and has no state but what a rank may have for itself: views that
     * it keeps, and the number of changes by which an iterator notices one.
     */
    static boolean isToExtend(String className) {
        return className.equals("java.util.AbstractList") || className.equals("java.util.AbstractMap");
    }

    /** Whether a class is one of JDSM's twins of JDK classes, by its name with dots. */
    static boolean isTwin(String className) {
        return className.startsWith("jdsm.util.");
    }

    /** Whether a class is one of heavy parts, by its name in any form. */
    static boolean isHeavy(String className) {
        return className.endsWith(HEAVY);
    }

    /** Whether a class is that of a lambda, by its name in any form. */
    static boolean isLambda(String className) {
        return className.contains(LAMBDA);
    }

    /** The name of the class whose code makes the lambdas of a class, in the form of the given name. */
    static String makerOf(String lambda) {
        return lambda.substring(0, lambda.lastIndexOf(LAMBDA));
    }

    /** The number of a lambda's class among those of its maker. */
    static int numberOf(String lambda) {
        return Integer.parseInt(lambda.substring(lambda.lastIndexOf(LAMBDA) + LAMBDA.length()));
    }

    /**
     * The name of the class to which a holder or a class of heavy parts belongs, in the form of the given name; the name
     * itself of another class.
     */
    static String ownerOf(String className) {
        String end = isHolder(className) ? HOLDER : isHeavy(className) ? HEAVY : "";
        return className.substring(0, className.length() - end.length());
    }

    /** The handle of this object, or null. */
    Shared $jdsm();

    /** Sets the handle: the object becomes shared, or private if {@code shared} is null. */
    void $jdsm(Shared shared);

    /** The number of the place where this object was made; 0 if it is not known. Negative: the object was fetched. */
    default int $jdsmSite() {
        return 0;
    }

    /** Sets the number of the place where this object was made. */
    default void $jdsmSite(int site) {}

    // The agent generates the methods below in each class that declares shared fields: first the call of the
    // superclass's method, then the fields of the class in the order of their names. They make no checks. They are not
    // abstract, for a class that implements this interface by hand does without them.

    /** Puts the values of the shared fields that are not volatile. */
    default void $jdsmPlain(FieldSink sink) {
        throw notGenerated(this);
    }

    /**
     * Sets the shared fields that are not volatile and for which the source has a value.
     *
     * @throws ClassCastException if an object does not fit its field; the fields before have their values then
     */
    default void $jdsmPlain(FieldSource source) {
        throw notGenerated(this);
    }

    /** As {@link #$jdsmPlain(FieldSink)}, of the volatile fields. */
    default void $jdsmVolatiles(FieldSink sink) {
        throw notGenerated(this);
    }

    /** As {@link #$jdsmPlain(FieldSource)}, of the volatile fields. */
    default void $jdsmVolatiles(FieldSource source) {
        throw notGenerated(this);
    }

    private static UnsupportedOperationException notGenerated(Object object) {
        return new UnsupportedOperationException("the agent did not weave " + object.getClass());
    }
}
