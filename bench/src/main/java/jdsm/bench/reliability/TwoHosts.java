package jdsm.bench.reliability;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Two network namespaces with a link between them that can be interrupted. Only root may make them. */
final class TwoHosts implements AutoCloseable {
    private static final String LINK = "link0";
    private static int made;

    private final String[] names = new String[2];

    TwoHosts() throws IOException {
        String prefix;
        synchronized (TwoHosts.class) {
            prefix = "jdsm-rel-" + ProcessHandle.current().pid() + "-" + made++ + "-";
        }
        try {
            for (int host = 0; host < 2; host++) {
                names[host] = prefix + host;
                run("ip", "netns", "add", names[host]);
                run("ip", "-n", names[host], "link", "set", "lo", "up");
            }
            run("ip", "link", "add", LINK, "netns", names[0], "type", "veth", "peer", "name", LINK, "netns", names[1]);
            for (int host = 0; host < 2; host++) {
                run("ip", "-n", names[host], "addr", "add", address(host) + "/24", "dev", LINK);
                run("ip", "-n", names[host], "link", "set", LINK, "up");
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    static String address(int host) {
        return "10.79.0." + (host + 1);
    }

    String name(int host) {
        return names[host];
    }

    void down() throws IOException {
        run("ip", "-n", names[0], "link", "set", LINK, "down");
    }

    void up() throws IOException {
        run("ip", "-n", names[0], "link", "set", LINK, "up");
    }

    /** Drops all packets from host 0 to host 1, and none of the other direction. */
    void loseOneWay() throws IOException {
        run("ip", "-n", names[0], "route", "add", "blackhole", address(1) + "/32");
    }

    void slow(String rate) throws IOException {
        for (String name : names) {
            run(
                    "tc", "-n", name, "qdisc", "add", "dev", LINK, "root", "tbf", "rate", rate, "burst", "16kb",
                    "limit", "64kb");
        }
    }

    private static void run(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
                throw new IOException(String.join(" ", List.of(command)) + ": " + output.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        for (String name : names) {
            if (name != null) {
                run("ip", "netns", "del", name);
            }
        }
    }
}
