package jdsm.comm.tcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/** Addresses of this host for a rendezvous. */
public final class FreeAddress {
    private static final int FIRST_PORT = 15_000;
    private static final int PORTS = 15_000;
    /** Processes that test at the same time begin at different ports. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 101 % PORTS));

    private FreeAddress() {}

    /** An address nobody listens at, of a port that the system gives to no connection by itself. */
    public static InetSocketAddress next() {
        while (true) {
            int port = FIRST_PORT + NEXT.getAndIncrement() % PORTS;
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return (InetSocketAddress) socket.getLocalSocketAddress();
            } catch (BindException e) {
                // Somebody listens there: the next one.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
