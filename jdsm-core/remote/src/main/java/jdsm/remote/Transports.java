package jdsm.remote;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Which transport connects a program and a memory server. */
final class Transports {
    private static final String AUTO = "auto";
    private static final List<String> KNOWN = List.of(AUTO, "shm", "tcp");

    private Transports() {}

    /** Whether a server's address is a loopback address. May ask the name service. */
    static boolean isHere(MemoryHost host) {
        try {
            return InetAddress.getByName(host.address().getHostString()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false; // who connects will say so
        }
    }

    static String chosen(String comm, MemoryHost host) {
        if (!KNOWN.contains(comm)) {
            throw new IllegalArgumentException(
                    "unknown transport '" + comm + "' for memory; known: " + String.join(", ", KNOWN));
        }
        return comm.equals(AUTO) ? isHere(host) ? "shm" : "tcp" : comm;
    }
}
