package jdsm.bench.soak;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * The orders for a long-lived process, as lines over a connection to {@link Resident}. The process sends
 * {@code hello WHO}. It then receives {@code run WHAT}, and answers {@code done} or {@code failed WHY}, or
 * {@code sample}, and answers {@code sample VALUES}. The end of the connection ends its work. For one thread.
 */
final class Orders implements AutoCloseable {
    static final String HELLO = "hello ";
    static final String RUN = "run ";
    static final String DONE = "done";
    static final String FAILED = "failed ";
    static final String SAMPLE = "sample";

    private final Socket socket;
    private final BufferedReader in;
    private final BufferedWriter out;

    private Orders(Socket socket) throws IOException {
        this.socket = socket;
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        out = new BufferedWriter(new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8));
    }

    /** @param port a port of the loopback address */
    static Orders from(String port, String who) throws IOException {
        Orders orders = new Orders(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port)));
        orders.say(HELLO + who);
        return orders;
    }

    /** Blocks until the next order to run, and returns it; null at the end. Takes samples meanwhile. */
    String next() throws IOException, InterruptedException {
        while (true) {
            String line = in.readLine();
            if (line == null) {
                return null;
            }
            if (line.startsWith(RUN)) {
                return line.substring(RUN.length());
            }
            if (!line.equals(SAMPLE)) {
                throw new IOException("an unknown order: " + line);
            }
            say(SAMPLE + " " + Sampler.take().text());
        }
    }

    /** Reports that the order is done. */
    void done() throws IOException {
        say(DONE);
    }

    /** Reports that the order has failed. */
    void failed(String why) throws IOException {
        say(FAILED + why.strip().replaceAll("\\s*\\R\\s*", " | "));
    }

    private void say(String line) throws IOException {
        out.write(line);
        out.newLine();
        out.flush();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
