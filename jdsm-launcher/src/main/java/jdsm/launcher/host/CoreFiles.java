package jdsm.launcher.host;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import jdsm.launcher.plan.Cores;

/** Reads which cores this process may use, from the files of Linux (proc(5); sysfs, "CPU topology" and "NUMA"). */
public final class CoreFiles {
    private static final String ALLOWED = "Cpus_allowed_list:";

    private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private CoreFiles() {}

    /** The cores of this machine, without a processor that this process must not use, or that is off. */
    public static Cores here() {
        String path = System.getenv().getOrDefault("PATH", "");
        boolean binds = Arrays.stream(path.split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "taskset")));
        return binds ? under(Path.of("/")) : Cores.UNKNOWN;
    }

    /** The same, for files below a directory; unknown cores where files are missing or have another form. */
    static Cores under(Path root) {
        try {
            SortedSet<Integer> allowed = allowed(root.resolve("proc/self/status"));
            Path system = root.resolve("sys/devices/system");
            Path online = system.resolve("cpu/online");
            if (Files.exists(online)) {
                // Linux also allows processors that a machine may get later, and binds no process to these alone.
                allowed.retainAll(numbers(Files.readString(online)));
            }
            Map<Integer, Integer> nodes = nodes(system.resolve("node"));
            Map<SortedSet<Integer>, Cores.Core> cores = new LinkedHashMap<>();
            for (int processor : allowed) {
                SortedSet<Integer> core = core(system.resolve("cpu/cpu" + processor), processor);
                core.retainAll(allowed);
                cores.put(core, new Cores.Core(nodes.getOrDefault(processor, 0), List.copyOf(core)));
            }
            return new Cores(List.copyOf(cores.values()));
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            return Cores.UNKNOWN;
        }
    }

    /** The name that Linux has given this machine at its start, the same in all containers on it; empty if unknown. */
    static String machine() {
        try {
            return Files.readString(BOOT).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static SortedSet<Integer> allowed(Path status) throws IOException {
        // The name of a process, in the same file, may have any bytes.
        return Files.readAllLines(status, StandardCharsets.ISO_8859_1).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .findFirst()
                .map(line -> numbers(line.substring(ALLOWED.length())))
                .orElseGet(TreeSet::new);
    }

    /** The memory node of each processor. A kernel without support for them has none. */
    private static Map<Integer, Integer> nodes(Path directory) throws IOException {
        Map<Integer, Integer> nodes = new LinkedHashMap<>();
        for (Path node : entries(directory)) {
            String name = node.getFileName().toString();
            if (name.matches("node\\d+")) {
                int number = Integer.parseInt(name.substring("node".length()));
                numbers(Files.readString(node.resolve("cpulist"))).forEach(each -> nodes.put(each, number));
            }
        }
        return nodes;
    }

    private static Collection<Path> entries(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return new ArrayList<>(all.toList());
        }
    }

    /** The processors of one's core; a virtual machine may not tell them. */
    private static SortedSet<Integer> core(Path processor, int number) throws IOException {
        Path siblings = processor.resolve("topology/thread_siblings_list");
        SortedSet<Integer> core = Files.exists(siblings) ? numbers(Files.readString(siblings)) : new TreeSet<>();
        core.add(number);
        return core;
    }

    /** The numbers of a list such as {@code 0-3,8}. */
    private static SortedSet<Integer> numbers(String list) {
        SortedSet<Integer> numbers = new TreeSet<>();
        for (String part : list.strip().split(",")) {
            if (part.isEmpty()) {
                continue;
            }
            String[] ends = part.split("-", 2);
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            for (int number = first; number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }
}
