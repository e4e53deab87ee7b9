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

    /** The last argument of a server that another process of its host has started for the launcher. */
    public static final String OF_HOST = "of-host";

    private static final String STARTER = "JDSM_LAUNCHER_PID";

    /**
     * @param args the memory in megabytes, the host to listen at, the port, where 0 picks a free one; and perhaps {@link #OF_HOST}: then
     *     the secret is in the environment, and the server ends with the process that the environment names
     */
    public static void main(String[] args) {
        long megabytes = Long.parseLong(args[0]);
        InetSocketAddress at = InetSocketAddress.createUnresolved(args[1], Integer.parseInt(args[2]));
        boolean ofHost = args.length > 3 && args[3].equals(OF_HOST);
        int status = 0;
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String secret = ofHost ? System.getenv(MemoryPlan.SECRET_VARIABLE) : input.readLine();
            if (secret == null || secret.isEmpty()) {
                throw new CommException(CommException.Reason.JOIN, -1, "a memory server got no secret");
            }
            MemoryServer server = new MemoryServer(at, secret.getBytes(StandardCharsets.UTF_8), megabytes << 20);
            if (ofHost) {
                serve(server, megabytes);
            } else {
                serve(server, megabytes, input);
            }
        } catch (CommException e) {
            System.err.println("jdsm: memory server: " + e.getMessage());
            status = 1;
        } catch (IOException e) {
            // Standard input has ended in another way.
        }
        System.exit(status);
    }

    /** Serves until the process that has started this one ends, or ends this one by a signal. */
    private static void serve(MemoryServer server, long megabytes) {
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "end of the server"));
        long starter = Long.parseLong(System.getenv(STARTER));
        say(server, megabytes);
        ProcessHandle.of(starter).ifPresent(process -> process.onExit().join());
    }

    private static void say(MemoryServer server, long megabytes) {
        InetSocketAddress address = server.address();
        System.out.println("jdsm: memory server with " + megabytes + LISTENS_AT
                + address.getAddress().getHostAddress() + ":" + address.getPort());
    }

    private static void serve(MemoryServer server, long megabytes, BufferedReader input) throws IOException {
        try (server) {
            say(server, megabytes);
            while (input.readLine() != null) {
                // whatever else comes means nothing
            }
        }
    }
}
