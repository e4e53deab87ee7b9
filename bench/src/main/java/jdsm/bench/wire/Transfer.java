package jdsm.bench.wire;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Measures a link without JDSM: {@code Transfer receive ADDRESS} prints its port, and then the megabits a second at
 * which bytes arrived; {@code Transfer send ADDRESS PORT BYTES} sends them.
 */
final class Transfer {
    private static final int PIECE_BYTES = 1 << 20;

    private Transfer() {}

    public static void main(String[] args) throws IOException {
        if (args[0].equals("receive")) {
            receive(InetAddress.getByName(args[1]));
        } else {
            send(InetAddress.getByName(args[1]), Integer.parseInt(args[2]), Long.parseLong(args[3]));
        }
    }

    private static void receive(InetAddress address) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, address)) {
            System.out.println(server.getLocalPort());
            try (Socket socket = server.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                long bytes = in.readLong();
                long begin = System.nanoTime();
                byte[] piece = new byte[PIECE_BYTES];
                for (long left = bytes; left > 0; ) {
                    int read = in.read(piece, 0, (int) Math.min(left, piece.length));
                    if (read < 0) {
                        throw new IOException("the sender has ended with " + left + " bytes to go");
                    }
                    left -= read;
                }
                System.out.println(bytes * 8e3 / (System.nanoTime() - begin));
            }
        }
    }

    private static void send(InetAddress address, int port, long bytes) throws IOException {
        try (Socket socket = new Socket(address, port)) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeLong(bytes);
            byte[] piece = new byte[PIECE_BYTES];
            for (long left = bytes; left > 0; left -= piece.length) {
                out.write(piece, 0, (int) Math.min(left, piece.length));
            }
        }
    }
}
