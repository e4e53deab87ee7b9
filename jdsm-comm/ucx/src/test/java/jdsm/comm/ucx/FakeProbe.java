package jdsm.comm.ucx;

import java.util.Optional;
import java.util.function.Consumer;
import jdsm.comm.fabric.Fabric;
import jdsm.comm.fabric.FabricProvider;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;

/** UCX on a host that is said to have an RDMA device, or not to have one. */
record FakeProbe(String reason) implements FabricProvider {
    @Override
    public String name() {
        return "ucx";
    }

    @Override
    public Optional<String> unfit() {
        return Optional.ofNullable(reason);
    }

    @Override
    public String found() {
        return "nothing";
    }

    @Override
    public Fabric open(CommSettings settings, Arrivals arrivals, Consumer<Runnable> delivery) {
        return new UcxFabricProvider().open(settings, arrivals, delivery);
    }
}
