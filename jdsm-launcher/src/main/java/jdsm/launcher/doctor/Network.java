package jdsm.launcher.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;

/** Addresses at which ranks can listen. */
final class Network {
    private Network() {}

    /** Tries to listen at each address of each interface that is up, on any free port. */
    static List<Finding> interfaces() {
        List<Finding> findings = new ArrayList<>();
        try {
            for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
                if (each.isUp()) {
                    each.inetAddresses()
                            .filter(address -> !address.isLinkLocalAddress())
                            .map(address -> listen(each.getName(), address))
                            .forEach(findings::add);
                }
            }
        } catch (SocketException e) {
            findings.add(Finding.fail("network", "its interfaces cannot be listed: " + e.getMessage()));
        }
        return findings;
    }

    private static Finding listen(String name, InetAddress address) {
        String subject = "port on " + name;
        String text = address.getHostAddress().replaceFirst("%.*", "");
        try (ServerSocket socket = new ServerSocket(0, 1, address)) {
            return Finding.ok(subject, text + ", for instance " + socket.getLocalPort());
        } catch (IOException e) {
            return address.isLoopbackAddress()
                    ? Finding.fail(subject, text + " cannot be listened at: " + e.getMessage())
                    : Finding.note(subject, text + " cannot be listened at: " + e.getMessage());
        }
    }
}
