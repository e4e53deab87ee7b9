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

    /** The handle of this object, or null. */
    Shared $jdsm();

    /** Sets the handle: the object becomes shared, or private if {@code shared} is null. */
    void $jdsm(Shared shared);
}
