package jdsm.comm.bootstrap;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Stands between one connection and a server, and changes one byte of what either side says. */
final class Between implements AutoCloseable {
    static final int NOWHERE = -1;

    private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final Socket onward = new Socket();

    /**
     * @param toServer the place of the changed byte in what the caller says, or {@link #NOWHERE}
     * @param toCaller as that, of what the server says
     */
    Between(InetSocketAddress server, int toServer, int toCaller) throws IOException {
        begin(() -> {
            try (Socket caller = listener.accept()) {
                onward.connect(server);
                begin(() -> pass(onward, caller, toCaller));
                pass(caller, onward, toServer);
            }
        });
    }

    InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private interface Body {
        void run() throws IOException;
    }

    private static void begin(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (IOException e) {
                // a connection has ended
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void pass(Socket from, Socket to, int changed) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] some = new byte[1 << 12];
            int passed = 0;
            for (int n = in.read(some); n >= 0; n = in.read(some)) {
                if (changed >= passed && changed < passed + n) {
                    some[changed - passed] ^= 1;
                }
                out.write(some, 0, n);
                passed += n;
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        onward.close();
    }
}
