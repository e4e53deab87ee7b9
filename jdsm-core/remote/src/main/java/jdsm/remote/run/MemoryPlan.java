package jdsm.remote.run;

import java.io.IOException;
import java.io.StringReader;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import jdsm.remote.MemoryHost;
import jdsm.remote.ReplacementPolicy;
import jdsm.remote.SpaceSettings;

/**
 * The memory of a program, as the launcher tells the program's process in an environment variable: lines {@code key=value}.
 *
 * @param settings of the space
 * @param hosts the servers, in the order of their use
 * @param comm {@code auto}, {@code shm} or {@code tcp}
 * @param statistics whether to print the statistics of each array at the end
 * @param launcherPid the process with which the program ends
 */
public record MemoryPlan(
        SpaceSettings settings, List<MemoryHost> hosts, String comm, boolean statistics, long launcherPid) {
    /** The variable with the text of a plan. */
    public static final String VARIABLE = "JDSM_MEMORY";
    /** The variable with the secret of all servers, at least {@link #LEAST_SECRET} characters. */
    public static final String SECRET_VARIABLE = "JDSM_MEMORY_SECRET";
    /** The length of the shortest secret, in characters. */
    public static final int LEAST_SECRET = 16;

    public MemoryPlan {
        hosts = List.copyOf(hosts);
    }

    /** Returns the text for {@link #VARIABLE}. */
    public String encode() {
        StringBuilder text = new StringBuilder();
        line(text, "local.name", settings.localName());
        line(text, "local.bytes", settings.localBytes());
        line(text, "page.bytes", settings.pageBytes());
        line(text, "policy", settings.policy().label());
        line(text, "copies", settings.copies());
        line(text, "ahead", settings.mostAhead());
        line(text, "comm", comm);
        line(text, "statistics", statistics);
        line(text, "launcher", launcherPid);
        for (int i = 0; i < hosts.size(); i++) {
            MemoryHost host = hosts.get(i);
            line(text, "server." + i + ".name", host.name());
            line(text, "server." + i + ".host", host.address().getHostString());
            line(text, "server." + i + ".port", host.address().getPort());
            line(text, "server." + i + ".bytes", host.bytes());
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String key, Object value) {
        text.append(key)
                .append('=')
                .append(value.toString().replace("\\", "\\\\"))
                .append('\n');
    }

    /**
     * Reads the text of a plan.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static MemoryPlan decode(String text) {
        Properties lines = new Properties();
        try {
            lines.load(new StringReader(text));
        } catch (IOException e) {
            throw new IllegalArgumentException("not the memory of a program: " + e.getMessage(), e);
        }
        SpaceSettings settings = new SpaceSettings(
                text(lines, "local.name"),
                number(lines, "local.bytes"),
                (int) number(lines, "page.bytes"),
                ReplacementPolicy.labelled(text(lines, "policy")),
                (int) number(lines, "copies"),
                (int) number(lines, "ahead"));
        List<MemoryHost> hosts = new ArrayList<>();
        for (int i = 0; lines.containsKey("server." + i + ".name"); i++) {
            hosts.add(new MemoryHost(
                    text(lines, "server." + i + ".name"),
                    InetSocketAddress.createUnresolved(
                            text(lines, "server." + i + ".host"), (int) number(lines, "server." + i + ".port")),
                    number(lines, "server." + i + ".bytes")));
        }
        return new MemoryPlan(
                settings,
                hosts,
                text(lines, "comm"),
                Boolean.parseBoolean(text(lines, "statistics")),
                number(lines, "launcher"));
    }

    private static String text(Properties lines, String key) {
        String value = lines.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException(VARIABLE + " has no line " + key);
        }
        return value;
    }

    private static long number(Properties lines, String key) {
        String value = text(lines, key);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(VARIABLE + ": " + key + " is no number: " + value, e);
        }
    }
}
