package jdsm.comm.tcp;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Somebody between two ranks, who passes bytes on, keeps them, and may change them. */
final class Relay implements AutoCloseable {
    /** Gives the sockets on which to read and write what a connection carries. */
    interface Wrapping {
        Socket wrap(Socket plain, boolean joining) throws IOException;
    }

    private final ServerSocket listener = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    private final InetSocketAddress behind;
    private final Wrapping wrapping;
    private final List<Closeable> opened = new ArrayList<>();
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
    private volatile boolean flips;

    Relay(InetSocketAddress behind, Wrapping wrapping) throws IOException {
        this.behind = behind;
        this.wrapping = wrapping;
        CompletableFuture.runAsync(this::accept, task -> new Thread(task, "relay").start());
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** Flips a bit of the last byte of each piece towards who has connected, from now on. */
    void flip() {
        flips = true;
    }

    /** All bytes that have come through, both ways, one for one as characters. */
    String seen() {
        synchronized (seen) {
            return seen.toString(StandardCharsets.ISO_8859_1);
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket one = keep(listener.accept());
                Socket two = keep(new Socket(behind.getAddress(), behind.getPort()));
                Socket near = wrapping.wrap(one, false);
                Socket far = wrapping.wrap(two, true);
                new Thread(() -> pass(near, far, false), "relay to").start();
                new Thread(() -> pass(far, near, true), "relay fro").start();
            }
        } catch (IOException e) {
            // The relay is closed.
        }
    }

    private Socket keep(Socket socket) {
        synchronized (opened) {
            opened.add(socket);
        }
        return socket;
    }

    private void pass(Socket from, Socket to, boolean mayFlip) {
        byte[] piece = new byte[1 << 14];
        try (Socket source = from;
                Socket sink = to) {
            InputStream in = source.getInputStream();
            OutputStream out = sink.getOutputStream();
            for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
                if (mayFlip && flips) {
                    piece[length - 1] ^= 1;
                }
                synchronized (seen) {
                    seen.write(piece, 0, length);
                }
                out.write(piece, 0, length);
            }
        } catch (IOException e) {
            // One side has ended.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        synchronized (opened) {
            for (Closeable each : opened) {
                each.close();
            }
        }
    }
}
