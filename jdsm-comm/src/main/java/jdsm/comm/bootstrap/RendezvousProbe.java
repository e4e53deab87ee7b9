package jdsm.comm.bootstrap;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;
import jdsm.comm.CommException;

/** Asks an address whether the rendezvous of a job is there. */
final class RendezvousProbe {
    /** The time for an answer. A rank whose question gets none asks again. */
    private static final int PATIENCE_MILLIS = 5_000;

    private RendezvousProbe() {}

    /**
     * Returns the reason why a rank cannot join a job at an address; null if a rendezvous there has checked that the rank
     * knows the job's secret. Says hello and leaves. Blocks, but not for long.
     *
     * @param address {@code host:port}
     */
    static String fault(JobIdentity job, int rank, String address) {
        InetSocketAddress unresolved =
                new Variables(Map.of(JobVariables.RENDEZVOUS, address)).address(JobVariables.RENDEZVOUS);
        InetSocketAddress resolved = RendezvousServer.resolve(unresolved);
        if (resolved.isUnresolved()) {
            return "unknown host " + unresolved.getHostString();
        }
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(resolved, PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            JoiningHandshake handshake = JoiningHandshake.toRendezvous(job, rank, address);
            ByteBuffer hello = handshake.begin();
            socket.getOutputStream().write(hello.array(), hello.position(), hello.remaining());
            byte[] challenge = socket.getInputStream().readNBytes(handshake.wantedBytes());
            if (challenge.length < handshake.wantedBytes()) {
                throw new EOFException("it ended the connection");
            }
            handshake.accept(ByteBuffer.wrap(challenge));
            return null;
        } catch (IOException e) {
            return "nobody answers at " + address + ": " + e.getMessage();
        } catch (CommException e) {
            return e.getMessage();
        }
    }
}
