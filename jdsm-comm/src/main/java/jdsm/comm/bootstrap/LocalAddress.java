package jdsm.comm.bootstrap;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Comparator;
import jdsm.comm.CommException;
import jdsm.comm.CommException.Reason;

/** Finds the local address at which a rank listens. */
public final class LocalAddress {
    private LocalAddress() {}

    /**
     * Returns the address of a device.
     *
     * @param device the name of a network interface, or a local address; null: the loopback address
     * @throws CommException with reason JOIN if this host has no such interface or address
     */
    public static InetAddress of(String device) {
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
