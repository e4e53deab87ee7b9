package jdsm.runtime;

/**
 * What the agent makes of a class whose objects can be shared: the topmost such class of a hierarchy gets the field that
 * {@link #FIELD} names and these methods.
 */
@SuppressWarnings("checkstyle:MethodName") // a name that no program has
public interface Woven {
    /** A system property that is set where the agent weaves classes. */
    String AGENT = "jdsm.agent";

    /** A system property that is true where woven classes tell of their accesses ({@link Observed}). */
    String CHECK = "jdsm.check";

    /** The synthetic field, public, transient, of type {@link Shared}: null as long as the object is this rank's own. */
    String FIELD = "$jdsm";

    /** What the runtime knows of this object, or null. */
    Shared $jdsm();

    /** Makes the object a shared one. */
    void $jdsm(Shared shared);
}
