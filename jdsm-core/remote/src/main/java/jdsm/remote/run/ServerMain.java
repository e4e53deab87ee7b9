package jdsm.remote.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import jdsm.comm.CommException;
import jdsm.remote.server.MemoryServer;

/**
 * The main class of a memory server's process. It reads the secret, one line, from standard input, prints one line with the
 * address at which it listens, and ends at the end of standard input: so it ends with the process that started it, however
 * that ends.
 */
public final class ServerMain {
    /** The address stands behind this text, in the line that a server prints. */
    public static final String LISTENS_AT = " MB at ";

    private ServerMain() {}

    /** @param args the memory in megabytes, the host to listen at, the port; 0 picks a free one */
    public static void main(String[] args) {
        long megabytes = Long.parseLong(args[0]);
        InetSocketAddress at = InetSocketAddress.createUnresolved(args[1], Integer.parseInt(args[2]));
        int status = 0;
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String secret = input.readLine();
            if (secret == null || secret.isEmpty()) {
                throw new CommException(CommException.Reason.JOIN, -1, "a memory server got no secret");
            }
            serve(new MemoryServer(at, secret.getBytes(StandardCharsets.UTF_8), megabytes << 20), megabytes, input);
        } catch (CommException e) {
            System.err.println("jdsm: memory server: " + e.getMessage());
            status = 1;
        } catch (IOException e) {
            // Standard input has ended in another way.
        }
        System.exit(status);
    }

    private static void serve(MemoryServer server, long megabytes, BufferedReader input) throws IOException {
        try (server) {
            InetSocketAddress address = server.address();
            System.out.println("jdsm: memory server with " + megabytes + LISTENS_AT
                    + address.getAddress().getHostAddress() + ":" + address.getPort());
            while (input.readLine() != null) {
                // whatever else comes means nothing
            }
        }
    }
}
