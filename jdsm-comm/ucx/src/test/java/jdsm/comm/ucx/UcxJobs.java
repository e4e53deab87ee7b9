package jdsm.comm.ucx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import jdsm.comm.Comm;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Encryption;
import jdsm.comm.spi.Limits;
import jdsm.comm.tcp.FreeAddress;

/** Jobs over UCX whose ranks are in this JVM and meet at a free port of this host. */
final class UcxJobs {
    private static final byte[] SECRET = "a secret of some length".getBytes(StandardCharsets.UTF_8);

    private static final AtomicInteger JOBS = new AtomicInteger();

    private UcxJobs() {}

    static List<Comm> open(int ranks) {
        return open(ranks, rank -> Limits.DEFAULT);
    }

    /**
     * Ranks of which the even ones listen at the loopback address, and the odd ones at another address of this host, if
     * it has one: to the transport they are on two hosts.
     */
    static List<Comm> openApart(int ranks) {
        return open(ranks, rank -> Limits.DEFAULT, rank -> rank % 2 == 0 ? null : otherAddress());
    }

    private static String otherAddress() {
        try {
            for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
                for (InetAddress address : Collections.list(each.getInetAddresses())) {
                    if (address instanceof Inet4Address && !address.isLoopbackAddress() && each.isUp()) {
                        return address.getHostAddress();
                    }
                }
            }
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<Comm> open(int ranks, IntFunction<Limits> limits) {
        return open(ranks, limits, rank -> null);
    }

    private static List<Comm> open(int ranks, IntFunction<Limits> limits, IntFunction<String> devices) {
        InetSocketAddress rendezvous = FreeAddress.next();
        List<Comm> comms = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            CommSettings settings =
                    new CommSettings(rank, ranks, "test job", SECRET, rendezvous, true, devices.apply(rank), ranks, 1);
            comms.add(new UcxProvider().open(settings.with(limits.apply(rank)).with(Encryption.NEVER)));
        }
        return comms;
    }

    /** A rank that is to encrypt its connections. */
    static Comm openEncrypted(CommProvider provider) {
        CommSettings settings = new CommSettings(0, 2, "test job", SECRET, FreeAddress.next(), true, null, 2, 1);
        return provider.open(settings.with(Encryption.ALWAYS));
    }

    /** Ranks whose connections are encrypted, and which trust the network of UCX. */
    static List<Comm> openTrusting(int ranks, IntFunction<CommProvider> providers, IntFunction<String> part) {
        return openMixed(
                ranks,
                providers,
                part,
                settings -> settings.with(Encryption.ALWAYS).trustingFabric(true));
    }

    /** @param part the part of the host to which a rank is told that it belongs */
    static List<Comm> openMixed(int ranks, IntFunction<String> part) {
        return openMixed(ranks, rank -> new MixedUcxProvider(), part, settings -> settings);
    }

    static List<Comm> openMixed(int ranks, IntFunction<String> part, IntFunction<Limits> limits) {
        return openMixed(
                ranks, rank -> new MixedUcxProvider(), part, settings -> settings.with(limits.apply(settings.rank())));
    }

    static List<Comm> openMixed(
            int ranks,
            IntFunction<CommProvider> providers,
            IntFunction<String> part,
            UnaryOperator<CommSettings> change) {
        String job = "ucx-" + ProcessHandle.current().pid() + "-" + JOBS.incrementAndGet();
        InetSocketAddress rendezvous = FreeAddress.next();
        List<Comm> comms = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            CommSettings settings =
                    new CommSettings(rank, ranks, job, SECRET, rendezvous, true, null, ranks, 1, part.apply(rank));
            comms.add(providers.apply(rank).open(change.apply(settings)));
        }
        return comms;
    }
}
