package jdsm.comm.mixed;

import java.util.Optional;
import jdsm.comm.Comm;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;

/**
 * Provides the transport {@code mixed}: ranks of one user on one host share memory as under {@code shm}, all other
 * pairs are connected as under {@code tcp}. The ranks find out at the rendezvous which ranks share memory. With a
 * fabric in place of sockets it is the transport {@value #OVER_UCX}.
 */
public final class MixedProvider implements CommProvider {
    /** The name of this transport with UCX between hosts. */
    public static final String OVER_UCX = "mixed-ucx";

    private final FabricOffer offer;

    /** Provides sockets between hosts. */
    public MixedProvider() {
        this(FabricOffer.NONE);
    }

    /** Provides a fabric between hosts if the offer and those of all other ranks say so. */
    public MixedProvider(FabricOffer offer) {
        this.offer = offer;
    }

    @Override
    public String name() {
        return offer.required() ? OVER_UCX : "mixed";
    }

    @Override
    public String nameOf(Comm comm) {
        return comm instanceof MixedComm mixed && mixed.usesFabric() ? OVER_UCX : name();
    }

    @Override
    public Optional<String> remark(Comm comm) {
        return comm instanceof MixedComm mixed
                ? Optional.ofNullable(mixed.missingFabric())
                        .map(why -> "ranks of different hosts use TCP, not UCX: " + why)
                : Optional.empty();
    }

    @Override
    public boolean encrypts() {
        return !offer.required();
    }

    @Override
    public Comm open(CommSettings settings) {
        return new MixedComm(settings, offer);
    }
}
