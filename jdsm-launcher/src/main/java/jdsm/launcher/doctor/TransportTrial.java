package jdsm.launcher.doctor;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import jdsm.comm.Comm;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.RendezvousServer;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;
import jdsm.comm.spi.Limits;

/** Connects two ranks of this process over a transport. */
final class TransportTrial {
    private static final int RANKS = 2;
    private static final int SECRET_BYTES = 16;
    private static final Limits PATIENCE =
            new Limits(Duration.ofSeconds(10).toNanos(), Duration.ofSeconds(10).toNanos());

    private TransportTrial() {}

    static Finding of(CommProvider provider) {
        String subject = "transport " + provider.name();
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        String job = "doctor-" + HexFormat.of().formatHex(secret, 0, Long.BYTES);
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (RendezvousServer server = RendezvousServer.open(
                loopback, new JobIdentity(job, secret, RANKS), PATIENCE.joinNanos(), missing -> {})) {
            connect(provider, job, secret, server.address());
            return Finding.ok(subject, "two ranks have connected");
        } catch (CompletionException e) {
            return Finding.fail(subject, firstLine(e.getCause()));
        } catch (RuntimeException | LinkageError e) {
            return Finding.fail(subject, firstLine(e));
        }
    }

    private static String firstLine(Throwable e) {
        return String.valueOf(e.getMessage() == null ? e : e.getMessage())
                .lines()
                .findFirst()
                .orElse("");
    }

    private static void connect(CommProvider provider, String job, byte[] secret, InetSocketAddress rendezvous) {
        List<Comm> comms = new ArrayList<>();
        try {
            for (int rank = 0; rank < RANKS; rank++) {
                comms.add(provider.open(
                        new CommSettings(rank, RANKS, job, secret, rendezvous, false, null, RANKS, 1).with(PATIENCE)));
            }
            onAll(comms, Comm::start);
        } finally {
            onAll(comms, Comm::close);
        }
    }

    /** Runs an action on all at once, because each waits for the other. */
    private static void onAll(List<Comm> comms, Consumer<Comm> action) {
        CompletableFuture<?>[] all = comms.stream()
                .map(comm -> {
                    CompletableFuture<Void> done = new CompletableFuture<>();
                    Thread thread = new Thread(
                            () -> {
                                try {
                                    action.accept(comm);
                                    done.complete(null);
                                } catch (RuntimeException | Error e) {
                                    done.completeExceptionally(e);
                                }
                            },
                            "trial of a transport");
                    thread.setDaemon(true);
                    thread.start();
                    return done;
                })
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(all).join();
    }
}
