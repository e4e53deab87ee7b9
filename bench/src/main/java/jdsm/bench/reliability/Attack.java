package jdsm.bench.reliability;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Attacks of strangers on an open port. */
enum Attack {
    /** Opens connections as fast as possible, and keeps them. */
    FLOOD("a flood of connections while joining") {
        @Override
        void on(Socket socket, Random random) {}
    },
    /** Sends one byte on each connection. */
    SLOW_LORIS("connections that send one byte, while joining") {
        @Override
        void on(Socket socket, Random random) throws IOException {
            socket.getOutputStream().write('J');
        }
    },
    /** Sends bytes that are no handshake. */
    GARBAGE("garbage at the port while joining") {
        @Override
        void on(Socket socket, Random random) throws IOException {
            byte[] garbage = new byte[1 + random.nextInt(4096)];
            random.nextBytes(garbage);
            socket.getOutputStream().write(garbage);
        }
    },
    /** Sends the start of another job's handshake: its first bytes are valid. */
    REPLAY("repeated beginnings of a handshake, while joining") {
        @Override
        void on(Socket socket, Random random) throws IOException {
            byte[] hello = new byte[128];
            random.nextBytes(hello);
            System.arraycopy(new byte[] {'J', 'D', 'S', 'M', 'J', 'O', 'I', 'N', 3, 0, 0, 0}, 0, hello, 0, 12);
            socket.getOutputStream().write(hello);
        }
    };

    private static final int MOST_HELD = 400;

    private final String text;

    Attack(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    abstract void on(Socket socket, Random random) throws IOException;

    /** Begins the attack. It ends when the port is closed, or the returned thread is interrupted. */
    Thread begin(int port) {
        Thread thread = new Thread(() -> run(port), "attack");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void run(int port) {
        Random random = new Random(port);
        Deque<Socket> held = new ArrayDeque<>();
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                    held.addLast(socket);
                    on(socket, random);
                } catch (IOException e) {
                    TimeUnit.MILLISECONDS.sleep(1); // the connection was dropped, or the port is closed
                }
                if (held.size() > MOST_HELD) {
                    close(held.removeFirst());
                }
            }
        } catch (InterruptedException e) {
            // over
        } finally {
            held.forEach(Attack::close);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // gone
        }
    }
}
