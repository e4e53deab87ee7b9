package jdsm.comm.ucx;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import jdsm.comm.CommException;
import jdsm.comm.fabric.Fabric;
import jdsm.comm.fabric.FabricProvider;
import jdsm.comm.spi.Arrivals;
import jdsm.comm.spi.CommSettings;

/** Connects ranks of different hosts by UCX. */
public final class UcxFabricProvider implements FabricProvider {
    @Override
    public String name() {
        return "ucx";
    }

    @Override
    public Optional<String> unfit() {
        try {
            UcxLibraries.load();
        } catch (CommException e) {
            return Optional.of(e.getMessage());
        }
        return devices().unfit();
    }

    @Override
    public String found() {
        try {
            UcxLibraries.load();
        } catch (CommException e) {
            return e.getMessage();
        }
        Path library = UcxLibraries.loadedFrom();
        String version = library == null ? null : UcxLibraries.version(library);
        return "UCX" + (version == null ? "" : " " + version) + (library == null ? "" : " in " + library.getParent())
                + "; " + devices().found();
    }

    private static RdmaDevices devices() {
        return RdmaDevices.ofThisHost(UcxLibraries.loadedFrom(), System.getenv());
    }

    @Override
    public Fabric open(CommSettings settings, Arrivals arrivals, Consumer<Runnable> delivery) {
        // The first message comes after the constructor, which opens what brings it.
        AtomicReference<UcxPeers> peers = new AtomicReference<>();
        Runnable deliver = () -> peers.get().deliver();
        peers.set(new UcxPeers(settings, arrivals, () -> delivery.accept(deliver), true));
        return peers.get();
    }
}
