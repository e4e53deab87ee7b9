package jdsm.comm;

/** Receives the failure of a {@link Comm}. */
@FunctionalInterface
public interface FailureListener {
    /** Called at most once; must not block. */
    void onFailure(CommException cause);
}
