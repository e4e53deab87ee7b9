package jdsm.comm.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/** Addresses of this host for a rendezvous. Processes that test at the same time get different ones. */
public final class FreeAddress {
    private static final int FIRST_PORT = 15_000;
    private static final int BLOCKS = 15;
    /** The ports of a block; as long as the process lives, it listens at the first, so nobody else takes the block. */
    private static final int BLOCK = 1_000;

    private static ServerSocket claim;
    private static int given;

    private FreeAddress() {}

    /** An address nobody listens at, of a port that the system gives to no connection by itself. */
    public static synchronized InetSocketAddress next() {
        if (claim == null) {
            claim = claimed();
        }
        for (int tried = 1; tried < BLOCK; tried++) {
            ServerSocket free = listen(claim.getLocalPort() + 1 + given++ % (BLOCK - 1));
            if (free != null) {
                return addressOf(free);
            }
        }
        throw new IllegalStateException("somebody listens at each port of " + claim);
    }

    private static ServerSocket claimed() {
        int first = (int) (ProcessHandle.current().pid() % BLOCKS);
        for (int block = 0; block < BLOCKS; block++) {
            ServerSocket mine = listen(FIRST_PORT + (first + block) % BLOCKS * BLOCK);
            if (mine != null) {
                return mine;
            }
        }
        throw new IllegalStateException(BLOCKS + " processes have claimed all ports from " + FIRST_PORT);
    }

    /** Returns null if somebody listens there. */
    private static ServerSocket listen(int port) {
        try {
            return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
        } catch (BindException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InetSocketAddress addressOf(ServerSocket socket) {
        try (socket) {
            return (InetSocketAddress) socket.getLocalSocketAddress();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
