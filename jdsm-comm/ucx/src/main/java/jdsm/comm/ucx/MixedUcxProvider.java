package jdsm.comm.ucx;

import java.util.Optional;
import jdsm.comm.Comm;
import jdsm.comm.mixed.FabricOffer;
import jdsm.comm.mixed.MixedProvider;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;

/** Provides the transport {@code mixed-ucx}: ranks of one host share memory, all other pairs are connected by UCX. */
public final class MixedUcxProvider implements CommProvider {
    private final MixedProvider mixed = new MixedProvider(FabricOffer.required(new UcxFabricProvider()));

    @Override
    public String name() {
        return mixed.name();
    }

    @Override
    public Optional<String> remark(Comm comm) {
        return mixed.remark(comm);
    }

    @Override
    public Comm open(CommSettings settings) {
        return mixed.open(settings);
    }
}
