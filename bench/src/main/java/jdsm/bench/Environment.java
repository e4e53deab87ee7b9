package jdsm.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where figures come from. */
public final class Environment {
    private Environment() {}

    /** By name: what ran where. */
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

    /** How many threads of the machine could run, on average over the last minute; -1 if it is not known. */
    public static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** What long messages over tcp depend on: BBR paces them, and over loopback it may take a connection for a slow one. */
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
