package jdsm.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;

/** Parses a list of hosts, each of which must be this machine. */
final class LocalHosts {
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1");

    private LocalHosts() {}

    static List<String> of(JdsmConfigSetting setting) {
        List<String> hosts = setting.parts(",");
        for (String host : hosts) {
            if (!LOOPBACK.contains(host) && !host.equals(machineName())) {
                throw new JdsmConfigException(
                        setting.origin() + ": remote hosts are not supported yet, only localhost; was '" + host + "'");
            }
        }
        return hosts;
    }

    private static String machineName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost"; // a machine whose own name does not resolve has only the names in LOOPBACK
        }
    }
}
