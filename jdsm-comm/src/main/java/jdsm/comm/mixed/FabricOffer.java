package jdsm.comm.mixed;

import java.util.Optional;
import jdsm.comm.fabric.FabricProvider;

/**
 * Whether a rank would use a fabric between hosts. All ranks of a job use it, or none.
 *
 * @param provider the fabric; empty if the rank does without
 * @param required whether the job fails unless all ranks use it; else all use sockets then
 * @param reason why the rank does without, one line; null if its user has asked for sockets
 */
public record FabricOffer(Optional<FabricProvider> provider, boolean required, String reason) {
    /** The offer of a rank whose user has asked for sockets. */
    static final FabricOffer NONE = new FabricOffer(Optional.empty(), false, null);

    /** The offer of a rank whose user has asked for the fabric. */
    public static FabricOffer required(FabricProvider provider) {
        return new FabricOffer(Optional.of(provider), true, null);
    }

    /**
     * The offer of a rank that chooses: the fabric if its network is trusted and this host has what makes it fast.
     *
     * @param trusted whether everybody who can reach the network of the fabric is trusted
     * @param installed the fabric among the libraries of this process, if there is one
     */
    public static FabricOffer chosen(boolean trusted, Optional<FabricProvider> installed) {
        String reason = !trusted
                ? "--trusted-fabric is not said"
                : installed.isEmpty()
                        ? "the jars of a fabric are not on the class path"
                        : installed.get().unfit().orElse(null);
        return new FabricOffer(reason == null ? installed : Optional.empty(), false, reason);
    }
}
