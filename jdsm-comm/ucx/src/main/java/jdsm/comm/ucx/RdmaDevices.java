package jdsm.comm.ucx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The devices and transports that UCX has on a host, as far as files tell: jucx has no call that lists them. The ports
 * of RDMA devices are those of {@code /sys/class/infiniband}; UCX's variables may leave some out, and transports. Which
 * one carries a message is known to UCX alone.
 *
 * @param modules the names of UCX's modules of transports, for instance {@code ib}
 * @param ports the active ports of RDMA devices, in UCX's form {@code mlx5_0:1}
 * @param interfaces the network interfaces, for UCX's TCP
 * @param transports the value of UCX_TLS; empty if it is not set
 * @param devices the value of UCX_NET_DEVICES; empty if it is not set
 */
record RdmaDevices(
        Set<String> modules, List<String> ports, List<String> interfaces, String transports, String devices) {
    private static final String MODULE = "libuct_";
    /** The names in UCX_TLS that mean transports of RDMA devices, and beginnings of such names. */
    private static final Set<String> RDMA_TRANSPORTS = Set.of("all", "ib", "rc", "ud", "dc");

    private static final Set<String> RDMA_BEGINNINGS = Set.of("rc_", "ud_", "dc_");

    /** @param library the file of UCX's library libucp that is loaded; null if it is unknown */
    static RdmaDevices ofThisHost(Path library, Map<String, String> environment) {
        return of(library, environment, Path.of("/sys/class/infiniband"), Path.of("/sys/class/net"));
    }

    static RdmaDevices of(Path library, Map<String, String> environment, Path rdma, Path network) {
        Set<String> modules = new TreeSet<>();
        if (library != null && library.getParent() != null) {
            for (String file : names(library.resolveSibling("ucx"))) {
                if (file.startsWith(MODULE) && file.contains(".so")) {
                    modules.add(file.substring(MODULE.length(), file.indexOf(".so")));
                }
            }
        }
        List<String> ports = new ArrayList<>();
        for (String device : names(rdma)) {
            for (String port : names(rdma.resolve(device).resolve("ports"))) {
                if (isActive(rdma.resolve(device).resolve("ports").resolve(port).resolve("state"))) {
                    ports.add(device + ":" + port);
                }
            }
        }
        return new RdmaDevices(
                modules,
                ports,
                names(network),
                environment.getOrDefault("UCX_TLS", ""),
                environment.getOrDefault("UCX_NET_DEVICES", ""));
    }

    private static List<String> names(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            return List.of(); // there is no such directory
        }
    }

    private static boolean isActive(Path state) {
        try {
            return Files.readString(state).contains("ACTIVE");
        } catch (IOException e) {
            return false; // the device is gone
        }
    }

    /** Returns why UCX would not carry messages by RDMA; empty if it would. */
    Optional<String> unfit() {
        if (ports.isEmpty()) {
            return Optional.of("this host has no RDMA device with an active port");
        }
        if (modules.stream().noneMatch(module -> module.startsWith("ib"))) {
            return Optional.of("UCX has no module for RDMA devices (libuct_ib.so in its directory ucx)");
        }
        if (!names(transports, RdmaDevices::isRdma)) {
            return Optional.of("UCX_TLS is " + transports + ", which leaves RDMA out");
        }
        if (ports.stream().noneMatch(port -> names(devices, each -> isOf(each, port)))) {
            return Optional.of("UCX_NET_DEVICES is " + devices + ", which leaves out " + String.join(", ", ports));
        }
        return Optional.empty();
    }

    private interface Match {
        boolean test(String name);
    }

    /** Whether a list of UCX, with commas and perhaps with ^ for all but these, has or leaves a name. */
    private static boolean names(String list, Match match) {
        if (list.isBlank()) {
            return true;
        }
        boolean others = list.startsWith("^");
        return others
                != Arrays.stream(list.substring(others ? 1 : 0).split(","))
                        .map(String::strip)
                        .anyMatch(match::test);
    }

    private static boolean isRdma(String transport) {
        String name = transport.startsWith("\\") ? transport.substring(1) : transport;
        return RDMA_TRANSPORTS.contains(name) || RDMA_BEGINNINGS.stream().anyMatch(name::startsWith);
    }

    private static boolean isOf(String device, String port) {
        return device.equals("all") || device.equals(port) || port.startsWith(device + ":");
    }

    /** Returns the modules and devices in one line. */
    String found() {
        return "modules " + list(modules) + " beside its own tcp, posix and sysv; RDMA devices " + list(ports)
                + "; network interfaces " + list(interfaces)
                + (transports.isEmpty() ? "" : "; UCX_TLS is " + transports)
                + (devices.isEmpty() ? "" : "; UCX_NET_DEVICES is " + devices);
    }

    private static String list(Iterable<String> names) {
        String text = String.join(", ", names);
        return text.isEmpty() ? "none" : text;
    }
}
