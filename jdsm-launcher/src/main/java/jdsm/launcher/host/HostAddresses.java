package jdsm.launcher.host;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Map;

/**
 * The addresses of a host and of the launcher as the connection between them knows them.
 *
 * @param own the host's address; empty if unknown
 * @param launcher the launcher's address as the host sees it; empty if unknown
 */
record HostAddresses(String own, String launcher) {
    private static final int SSH_PARTS = 4;

    /**
     * Reads the variables of {@code srun} and of {@code ssh}. A step of Slurm counts first, because it inherits the
     * variables of the connection in which the user has begun.
     */
    static HostAddresses of(Map<String, String> environment) {
        String launchNode = environment.get("SLURM_LAUNCH_NODE_IPADDR");
        if (launchNode != null && environment.containsKey("SLURM_STEP_ID")) {
            return new HostAddresses(local(environment.getOrDefault("SLURMD_NODENAME", "")), launchNode);
        }
        String[] connection = environment.getOrDefault("SSH_CONNECTION", "").split(" ");
        return connection.length == SSH_PARTS
                ? new HostAddresses(connection[2], connection[0])
                : new HostAddresses("", "");
    }

    /** Returns the address of a name if it is one of this host. */
    private static String local(String name) {
        try {
            InetAddress address = InetAddress.getByName(name);
            return name.isEmpty() || NetworkInterface.getByInetAddress(address) == null ? "" : address.getHostAddress();
        } catch (UnknownHostException | SocketException e) {
            return "";
        }
    }
}
