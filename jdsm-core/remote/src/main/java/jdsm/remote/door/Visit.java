package jdsm.remote.door;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.spi.CommProvider;
import jdsm.comm.spi.CommSettings;

/**
 * A client's visit at a server's door. The door is a TCP port; what passes it, big-endian:
 *
 * <pre>
 * client  magic (8)  nonce (16)
 * server  magic (8)  nonce (16)
 * client  length (2)  wish  proof (32)
 * server  length (2)  1 (1)  port of the rendezvous (4), or 0 (1)  reason of a refusal  proof (32)
 * </pre>
 *
 * A proof is the HMAC-SHA256 of the side, both nonces and the text before it under the server's secret. Both sides derive
 * the secret of their common job from the same, and meet at the rendezvous as two ranks.
 */
public final class Visit {
    static final String CLIENT_SIDE = "client";
    static final String SERVER_SIDE = "server";
    /** How long each side waits for the other's next bytes at the door; no page moves there. */
    static final int PATIENCE_MILLIS = 20_000;

    private Visit() {}

    /**
     * Asks a server for memory and opens the client's end of their connection, not yet started. Blocks.
     *
     * @param name the server's name for messages
     * @throws CommException with reason JOIN if the server cannot be reached, or refuses; the message names it
     */
    public static Comm at(String name, InetSocketAddress server, byte[] secret, Wish wish) {
        InetSocketAddress resolved = new InetSocketAddress(server.getHostString(), server.getPort());
        if (resolved.isUnresolved()) {
            throw refused(name, "has an unknown host name, " + server.getHostString(), null);
        }
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            socket.connect(resolved, PATIENCE_MILLIS);
            return ask(name, socket, resolved.getAddress(), secret, wish);
        } catch (IOException e) {
            String where = server.getHostString() + ":" + server.getPort();
            throw refused(name, "does not let this program in at " + where + ": " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        return e instanceof java.io.EOFException
                ? "it closed the connection; it may have another secret"
                : String.valueOf(e.getMessage());
    }

    private static Comm ask(String name, Socket socket, InetAddress host, byte[] secret, Wish wish) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        byte[] nonce = Proof.newNonce();
        Proof.greet(out, nonce);
        Proof proof = new Proof(secret, nonce, Proof.greeted(in));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        wish.write(new DataOutputStream(text));
        proof.send(out, CLIENT_SIDE, text.toByteArray());
        DataInputStream answer = new DataInputStream(new ByteArrayInputStream(proof.receive(in, SERVER_SIDE)));
        if (!answer.readBoolean()) {
            throw refused(name, "refuses: " + answer.readUTF(), null);
        }
        InetSocketAddress rendezvous = new InetSocketAddress(host, answer.readInt());
        String device =
                host.isLoopbackAddress() ? null : socket.getLocalAddress().getHostAddress();
        return open(Kinds.CLIENT, proof, rendezvous, device, wish);
    }

    static Comm open(int rank, Proof proof, InetSocketAddress rendezvous, String device, Wish wish) {
        CommProvider provider = CommProvider.named(wish.comm())
                .orElseThrow(() -> new CommException(Reason.JOIN, -1, "no transport " + wish.comm() + " is installed"));
        return provider.open(new CommSettings(
                rank, 2, proof.jobId(), proof.jobSecret(), rendezvous, false, device, wish.processesOnHost(), 1));
    }

    private static CommException refused(String name, String why, Exception cause) {
        return new CommException(Reason.JOIN, -1, "memory server " + name + " " + why, cause);
    }
}
