package jdsm.remote.door;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import jdsm.comm.Comm;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;
import jdsm.comm.bootstrap.JobIdentity;
import jdsm.comm.bootstrap.RendezvousServer;
import jdsm.comm.bootstrap.Strangers;
import jdsm.comm.spi.Limits;

/**
 * Where a memory server lets clients in; the layout of what passes is that of {@link Visit}. One daemon thread listens,
 * and one each serves a client. Connections that have not
 * proved that they know the secret are bounded in number. Thread-safe.
 */
public final class Door implements AutoCloseable {
    private static final int MOST_AT_ONCE = 64;

    private final ServerSocket listener;
    private final byte[] secret;
    private final Guests guests;
    /** Connections without proof; a new one displaces the oldest. Guarded by itself. */
    private final Strangers<Socket> strangers = new Strangers<>(MOST_AT_ONCE, Strangers.PATIENCE_NANOS, Door::close);

    /** Receives the clients, each on a thread of its own. */
    public interface Guests {
        /**
         * Sets memory aside for a client.
         *
         * @throws IllegalStateException with the reason of a refusal
         */
        void reserve(Wish wish);

        /** Takes back what {@link #reserve} has set aside: the client has not come. */
        void cancel(Wish wish);

        /**
         * Serves a client; blocks until the client has left. Takes back what was set aside, also after an exception.
         *
         * @param comm the server's end of their connection, not yet started
         */
        void serve(Comm comm, Wish wish);
    }

    private Door(ServerSocket listener, byte[] secret, Guests guests) {
        this.listener = listener;
        this.secret = secret.clone();
        this.guests = guests;
    }

    /**
     * Begins to listen.
     *
     * @param at the address; port 0 picks a free one
     * @throws CommException with reason JOIN if nobody can listen there
     */
    public static Door open(InetSocketAddress at, byte[] secret, Guests guests) {
        String where = at.getHostString() + ":" + at.getPort();
        InetSocketAddress resolved = new InetSocketAddress(at.getHostString(), at.getPort());
        if (resolved.isUnresolved()) {
            throw new CommException(Reason.JOIN, -1, "address " + where + " has an unknown host name");
        }
        try {
            ServerSocket listener = new ServerSocket();
            try {
                listener.bind(resolved);
            } catch (IOException e) {
                listener.close();
                throw e;
            }
            Door door = new Door(listener, secret, guests);
            start(door::listen, "jdsm-memory-door");
            return door;
        } catch (IOException e) {
            throw new CommException(
                    Reason.JOIN, -1, "address " + where + " cannot be listened at: " + e.getMessage(), e);
        }
    }

    /** Returns the address at which the door listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private static void start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more.
        }
    }

    private void listen() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                if (listener.isClosed()) { // a connection may still come while the listener is being closed
                    close(socket);
                    return;
                }
                synchronized (strangers) {
                    strangers.expire(System.nanoTime());
                    strangers.add(socket, System.nanoTime());
                }
                start(() -> admit(socket), "jdsm-memory-client");
            } catch (IOException e) {
                // Closed, or no file descriptor is left: this frees some.
                synchronized (strangers) {
                    strangers.close();
                }
            }
        }
    }

    private void admit(Socket socket) {
        Admitted admitted;
        try (socket) {
            socket.setSoTimeout(Visit.PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            admitted = answer(socket);
        } catch (IOException | IllegalArgumentException | CommException e) {
            return; // A stranger, or a client that has gone: its own side says so.
        } finally {
            synchronized (strangers) {
                strangers.remove(socket);
            }
        }
        if (admitted != null) {
            try {
                guests.serve(admitted.comm(), admitted.wish());
            } finally {
                admitted.meeting().close();
            }
        }
    }

    /** A client that has a place. */
    private record Admitted(Comm comm, Wish wish, RendezvousServer meeting) {}

    private Admitted answer(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        byte[] nonce = Proof.newNonce();
        byte[] clientNonce = Proof.greeted(in);
        Proof.greet(out, nonce);
        Proof proof = new Proof(secret, clientNonce, nonce);
        Wish wish = Wish.read(new DataInputStream(new ByteArrayInputStream(proof.receive(in, Visit.CLIENT_SIDE))));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        DataOutputStream answer = new DataOutputStream(text);
        try {
            guests.reserve(wish);
        } catch (IllegalStateException e) {
            answer.writeBoolean(false);
            answer.writeUTF(e.getMessage());
            proof.send(out, Visit.SERVER_SIDE, text.toByteArray());
            return null;
        }
        Admitted admitted = null;
        try {
            admitted = meet(socket.getLocalAddress(), proof, wish);
            answer.writeBoolean(true);
            answer.writeInt(admitted.meeting().address().getPort());
            proof.send(out, Visit.SERVER_SIDE, text.toByteArray());
            return admitted;
        } catch (IOException | RuntimeException e) {
            guests.cancel(wish);
            if (admitted != null) {
                admitted.meeting().close();
            }
            throw e;
        }
    }

    private static Admitted meet(InetAddress here, Proof proof, Wish wish) {
        JobIdentity job = new JobIdentity(proof.jobId(), proof.jobSecret(), 2);
        RendezvousServer meeting =
                RendezvousServer.open(new InetSocketAddress(here, 0), job, Limits.DEFAULT.joinNanos(), missing -> {});
        String device = here.isLoopbackAddress() ? null : here.getHostAddress();
        return new Admitted(Visit.open(Kinds.SERVER, proof, meeting.address(), device, wish), wish, meeting);
    }

    /** Stops listening; clients that are inside stay. Idempotent. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            // Nobody can come in any more.
        }
    }
}
