package jdsm.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** The machine, the JVM and the settings behind a set of figures. */
public final class Environment {
    private Environment() {}

    /** The properties of this machine and JVM, by name. */
    public static Map<String, Object> now() {
        Map<String, Object> environment = new LinkedHashMap<>();
        environment.put("began", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        environment.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        environment.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        environment.put("processors", Runtime.getRuntime().availableProcessors());
        environment.put("processor", processor());
        environment.put("congestion", congestionControl());
        environment.put("loadAtBegin", load());
        return environment;
    }

    /** A line of a page for each property. */
    public static String lines(Map<String, Object> environment) {
        StringBuilder lines = new StringBuilder();
        environment.forEach((name, value) ->
                lines.append("* ").append(name).append(": ").append(value).append('\n'));
        return lines.toString();
    }

    /** Average number of runnable threads on the machine over the last minute; -1 if it is unknown. */
    public static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /**
     * The TCP congestion control, on which long messages over tcp depend: BBR paces them, and may underestimate a
     * loopback connection.
     */
    private static String congestionControl() {
        try {
            return Files.readString(Path.of("/proc/sys/net/ipv4/tcp_congestion_control"))
                    .strip();
        } catch (IOException e) {
            return "unknown"; // not Linux
        }
    }

    private static String processor() {
        Path file = Path.of("/proc/cpuinfo");
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith("model name"))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch"); // not Linux
        }
    }
}
