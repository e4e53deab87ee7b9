package jdsm.comm;

/** Is told that a {@link Comm} has failed. */
@FunctionalInterface
public interface FailureListener {
    /** Called at most once; must not block. */
    void onFailure(CommException cause);
}
