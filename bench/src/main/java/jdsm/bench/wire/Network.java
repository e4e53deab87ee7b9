package jdsm.bench.wire;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hosts that are network namespaces of this machine. Each has one interface. Its link leads to a common bridge in a
 * namespace of its own, and a token bucket limits it in both directions. The names of all namespaces contain this
 * process's id. They are removed when this object is closed, when the process ends (except by SIGKILL), or when the
 * next {@link Network} is made. Thread-safe.
 */
final class Network implements AutoCloseable {
    /** The interface of each host. */
    private static final String INTERFACE = "wire0";

    private static final String PREFIX = "jdsm-wire-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "([0-9]+)-(?:hub|[0-9]+)");
    /**
     * A millisecond's bytes at 1 Gbit/s: the longest segment of the kernel fits, and a delayed timer costs no
     * throughput.
     */
    private static final String BURST = "128kb";
    /** Queue length of a link; beyond it the link drops frames. */
    private static final String LIMIT = "4mb";

    private static final Pattern SENT = Pattern.compile("Sent ([0-9]+) bytes ([0-9]+) pkt \\(dropped ([0-9]+),");

    private final String prefix = PREFIX + ProcessHandle.current().pid() + "-";
    private final List<String> namespaces = new ArrayList<>();
    private final Thread atExit = new Thread(this::end, "remove-network");
    private boolean ended;

    private Network() {}

    /**
     * Makes the hosts and their links.
     *
     * @param megabitsPerSecond bandwidth of each link in each direction
     * @throws IOException if the system refuses; then nothing remains
     */
    static Network of(int hosts, int megabitsPerSecond) throws IOException {
        removeLeftOvers();
        Network network = new Network();
        Runtime.getRuntime().addShutdownHook(network.atExit);
        try {
            String hub = network.add("hub");
            Shell.run("ip", "-n", hub, "link", "add", "name", "bridge0", "type", "bridge");
            Shell.run("ip", "-n", hub, "link", "set", "bridge0", "up");
            for (int host = 0; host < hosts; host++) {
                network.join(host, hub, megabitsPerSecond + "mbit");
            }
            return network;
        } catch (IOException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    private void join(int host, String hub, String rate) throws IOException {
        String own = add("" + host);
        String port = port(host);
        Shell.run("ip", "link", "add", INTERFACE, "netns", own, "type", "veth", "peer", "name", port, "netns", hub);
        Shell.run("ip", "-n", hub, "link", "set", port, "master", "bridge0", "up");
        Shell.run("ip", "-n", own, "addr", "add", address(host) + "/24", "dev", INTERFACE);
        Shell.run("ip", "-n", own, "link", "set", "lo", "up");
        Shell.run("ip", "-n", own, "link", "set", INTERFACE, "up");
        limit(own, INTERFACE, rate);
        limit(hub, port, rate);
    }

    private static void limit(String namespace, String device, String rate) throws IOException {
        Shell.run(
                "tc", "-n", namespace, "qdisc", "add", "dev", device, "root", "tbf", "rate", rate, "burst", BURST,
                "limit", LIMIT);
    }

    /** Adds a namespace, unless the process is ending: it would remain. */
    private synchronized String add(String name) throws IOException {
        if (ended) {
            throw new IOException("the network is being removed");
        }
        String namespace = prefix + name;
        Shell.run("ip", "netns", "add", namespace);
        namespaces.add(namespace);
        return namespace;
    }

    private String namespace(int host) {
        return prefix + host;
    }

    private static String port(int host) {
        return "port" + host;
    }

    /** The address of a host for the others. */
    String address(int host) {
        return "10.77.0." + (host + 1);
    }

    /** The command that runs a command on a host. */
    List<String> on(int host, List<String> command) {
        List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace(host)));
        all.addAll(command);
        return all;
    }

    /**
     * The traffic of a host's link since it was made.
     *
     * @throws IOException also if the link has dropped frames: the measured time would then contain their repetition
     */
    Traffic traffic(int host) throws IOException {
        long[] sent = limiter(namespace(host), INTERFACE);
        long[] received = limiter(prefix + "hub", port(host));
        return new Traffic(sent[0], received[0], sent[1] + received[1], counter(host, "tx") + counter(host, "rx"));
    }

    private long counter(int host, String direction) throws IOException {
        Path file = Path.of("/sys/class/net", INTERFACE, "statistics", direction + "_bytes");
        return Long.parseLong(Shell.run(
                        on(host, List.of("cat", file.toString())).toArray(String[]::new))
                .strip());
    }

    /** Bytes and frames of a limiter. */
    private static long[] limiter(String namespace, String device) throws IOException {
        String output = Shell.run("tc", "-n", namespace, "-s", "qdisc", "show", "dev", device);
        Matcher sent = SENT.matcher(output);
        if (!sent.find()) {
            throw new IOException("tc reports no traffic of " + device + ": " + output);
        }
        if (!sent.group(3).equals("0")) {
            throw new IOException(device + " of " + namespace + " has dropped " + sent.group(3) + " frames");
        }
        return new long[] {Long.parseLong(sent.group(1)), Long.parseLong(sent.group(2))};
    }

    /** Ends all processes on the hosts, and removes the hosts. Idempotent. */
    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The process is ending: its hook does the work.
        }
    }

    private synchronized void end() {
        ended = true;
        for (String namespace : namespaces) {
            remove(namespace);
        }
        namespaces.clear();
    }

    private static void remove(String namespace) {
        try {
            for (String pid : Shell.run("ip", "netns", "pids", namespace).split("\\s+")) {
                if (!pid.isEmpty()) {
                    ProcessHandle.of(Long.parseLong(pid)).ifPresent(Network::end);
                }
            }
            Shell.run("ip", "netns", "del", namespace);
        } catch (IOException e) {
            System.err.println("bench/wire: " + e.getMessage());
        }
    }

    private static void end(ProcessHandle process) {
        CompletableFuture<ProcessHandle> gone = process.onExit();
        if (process.destroyForcibly()) {
            gone.join();
        }
    }

    /** Removes the remains of killed runs. */
    private static void removeLeftOvers() throws IOException {
        for (String line : Shell.run("ip", "netns", "list").split("\n")) {
            String name = line.strip().split(" ")[0];
            Matcher matcher = NAME.matcher(name);
            if (matcher.matches() && !runs(Long.parseLong(matcher.group(1)))) {
                remove(name);
            }
        }
    }

    /** Whether the process with this id is a run of this benchmark, and not a later process with the same id. */
    private static boolean runs(long pid) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        return process.isPresent()
                && process.get().info().commandLine().orElse("").contains(WireMain.class.getName());
    }
}
