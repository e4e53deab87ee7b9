package jdsm.comm.auto;

import java.net.InetSocketAddress;
import java.nio.file.FileSystems;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import jdsm.comm.Comm;
import jdsm.comm.fabric.FabricProvider;
import jdsm.comm.mixed.FabricOffer;
import jdsm.comm.mixed.MixedProvider;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;

/**
 * The transport {@code auto} chooses among the others: {@code shm} if all ranks are certainly on one host, because they
 * meet at its loopback address and no device to listen on is set; else {@code mixed}; on systems whose files have no
 * owners {@code tcp}. All ranks of a job have the same settings, so all choose the same transport. Where it is
 * {@code mixed}, the ranks agree when they meet whether a fabric takes the place of the sockets; see
 * {@link FabricOffer#chosen}.
 */
public final class AutoProvider implements CommProvider {
    private static final String SHM = "shm";
    private static final String MIXED = "mixed";
    private static final String TCP = "tcp";
    /** The texts that mean the loopback address on every host. Another name may resolve differently on each host. */
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|::1|(0:){7}1");

    @Override
    public String name() {
        return "auto";
    }

    @Override
    public boolean encrypts() {
        return true;
    }

    @Override
    public CommProvider chosen(CommSettings settings) {
        String name = !hasOwners() ? TCP : isOnOneHost(settings) ? SHM : MIXED;
        return name.equals(MIXED)
                ? new MixedProvider(FabricOffer.chosen(
                        settings.trustsFabric(),
                        settings.trustsFabric() ? FabricProvider.installed() : Optional.empty()))
                : known(name);
    }

    private static CommProvider known(String name) {
        return CommProvider.named(name)
                .orElseThrow(() -> new IllegalStateException("no transport " + name + " is installed"));
    }

    /** Returns {@code mixed}, whose ranks do without shared memory, if this host has no room for it. */
    @Override
    public CommProvider launchedHere(int ranks, UnaryOperator<String> properties) {
        boolean room = ranks == 1 || !hasOwners() || known(SHM).hasRoom(ranks, properties);
        return room ? this : known(MIXED);
    }

    private static boolean isOnOneHost(CommSettings settings) {
        InetSocketAddress rendezvous = settings.rendezvous();
        boolean loopback = rendezvous != null
                && LOOPBACK.matcher(rendezvous.getHostString()).matches();
        return settings.size() == 1 || loopback && settings.device() == null;
    }

    /** Whether files have owners and permissions, which keep other users out. */
    private static boolean hasOwners() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    @Override
    public Comm open(CommSettings settings) {
        return chosen(settings).open(settings);
    }
}
