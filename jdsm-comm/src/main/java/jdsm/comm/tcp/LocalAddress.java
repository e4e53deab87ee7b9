package jdsm.comm.tcp;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Comparator;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;

/** Which of this host's addresses a rank listens at. */
final class LocalAddress {
    private LocalAddress() {}

    /**
     * @param device an interface's name or one of its addresses; null: the loopback address
     * @throws CommException (JOIN) if this host has no such thing
     */
    static InetAddress of(String device) {
        if (device == null) {
            return InetAddress.getLoopbackAddress();
        }
        try {
            NetworkInterface network = NetworkInterface.getByName(device);
            if (network != null) {
                return network.inetAddresses()
                        .filter(address -> !address.isLinkLocalAddress())
                        .min(Comparator.comparing(address -> address instanceof Inet4Address ? 0 : 1))
                        .orElseThrow(() -> refused(device, "has no address"));
            }
            InetAddress address = InetAddress.getByName(device);
            if (address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) == null) {
                throw refused(device, "is no interface or address of this host");
            }
            return address;
        } catch (UnknownHostException | SocketException e) {
            throw refused(device, "is no interface or address of this host");
        }
    }

    private static CommException refused(String device, String why) {
        return new CommException(Reason.JOIN, -1, "network device " + device + " " + why);
    }
}
