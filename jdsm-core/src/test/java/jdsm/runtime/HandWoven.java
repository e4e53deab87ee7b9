package jdsm.runtime;

/** An object as the agent would leave it. */
public abstract class HandWoven implements Woven {
    public transient Shared $jdsm;

    @Override
    public final Shared $jdsm() {
        return $jdsm;
    }

    @Override
    public final void $jdsm(Shared shared) {
        $jdsm = shared;
    }
}
