package jdsm.bench.pcj;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.pcj.ExecutionBuilder;
import org.pcj.PCJ;
import org.pcj.StartPoint;

/** Starts a PCJ program on as many JVMs of this host as its first argument says, one thread in each, as JDSM starts ranks. */
final class PcjJob {
    private PcjJob() {}

    /** Deploys and waits. @param arguments the number of JVMs, then {@code name=value} for {@link #number} */
    static void run(Class<? extends StartPoint> program, String[] arguments) {
        Logger.getLogger("").setLevel(Level.WARNING);
        ExecutionBuilder job = PCJ.executionBuilder(program).addNodes(nodes(Integer.parseInt(arguments[0])));
        for (String argument : Arrays.asList(arguments).subList(1, arguments.length)) {
            String[] parts = argument.split("=", 2);
            job.addProperty(parts[0], parts[1]);
        }
        job.deploy();
    }

    private static String[] nodes(int count) {
        List<ServerSocket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            String[] nodes = sockets.stream()
                    .map(socket -> "localhost:" + socket.getLocalPort())
                    .toArray(String[]::new);
            for (ServerSocket socket : sockets) {
                socket.close();
            }
            return nodes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A number among the arguments. */
    static int number(String name) {
        return Integer.parseInt(PCJ.getProperty(name));
    }
}
