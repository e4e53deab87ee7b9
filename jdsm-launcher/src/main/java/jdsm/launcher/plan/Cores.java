package jdsm.launcher.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The cores of a host that a job may use. Immutable.
 *
 * @param cores in the order of their memory nodes; empty where they are unknown, or where processes cannot be bound
 */
public record Cores(List<Core> cores) {
    /** The cores of a host that has not been asked, or cannot tell. */
    public static final Cores UNKNOWN = new Cores(List.of());

    private static final String BETWEEN_CORES = ";";
    private static final String AFTER_NODE = ":";
    private static final String BETWEEN_PROCESSORS = ",";

    public Cores {
        cores = cores.stream()
                .sorted(Comparator.comparingInt(Core::node)
                        .thenComparingInt(core -> core.processors().get(0)))
                .toList();
    }

    /**
     * A core.
     *
     * @param node its memory node
     * @param processors the numbers of its hardware threads, ascending; at least one
     */
    public record Core(int node, List<Integer> processors) {
        public Core {
            processors = processors.stream().sorted().toList();
            if (node < 0 || processors.isEmpty() || processors.get(0) < 0) {
                throw new IllegalArgumentException("core of node " + node + " with processors " + processors);
            }
        }
    }

    /** The form in which a host tells its cores: {@code NODE:PROCESSOR,PROCESSOR;NODE:...}. */
    public String encode() {
        return cores.stream()
                .map(core -> core.node() + AFTER_NODE + words(core.processors(), BETWEEN_PROCESSORS))
                .collect(Collectors.joining(BETWEEN_CORES));
    }

    /**
     * Decodes the form of {@link #encode}.
     *
     * @throws IllegalArgumentException if a text has another form
     */
    public static Cores decode(String text) {
        if (text.isEmpty()) {
            return UNKNOWN;
        }
        return new Cores(Arrays.stream(text.split(BETWEEN_CORES, -1))
                .map(core -> {
                    String[] parts = core.split(AFTER_NODE, 2);
                    if (parts.length != 2) {
                        throw new IllegalArgumentException("core " + core);
                    }
                    return new Core(
                            Integer.parseInt(parts[0]),
                            Arrays.stream(parts[1].split(BETWEEN_PROCESSORS, -1))
                                    .map(Integer::valueOf)
                                    .toList());
                })
                .toList());
    }

    /** The reason why ranks cannot be bound on this host; absent if they can. */
    public Optional<String> fault(Binding binding, int ranks) {
        if (binding == Binding.NONE) {
            return Optional.empty();
        }
        String option = "--bind " + binding.label();
        if (cores.isEmpty()) {
            return Optional.of(option + " needs Linux with /proc, /sys and the command taskset");
        }
        if (binding == Binding.CORE && ranks > cores.size()) {
            return Optional.of(option + " gives each rank a core, and " + ranks + " ranks have " + cores.size()
                    + ": use fewer ranks, --bind numa or --bind none");
        }
        return Optional.empty();
    }

    /**
     * The part of some ranks in a row, which no other rank has under {@link Binding#CORE}.
     *
     * @param all the number of ranks on the machine
     * @param from the place of the first of them, from 0
     * @param count their number
     */
    public Cores of(Binding binding, int all, int from, int count) {
        Set<Integer> theirs = IntStream.range(from, from + count)
                .mapToObj(index -> of(binding, all, index))
                .flatMap(List::stream)
                .collect(Collectors.toSet());
        return new Cores(cores.stream()
                .filter(core -> theirs.containsAll(core.processors()))
                .toList());
    }

    /**
     * The processors of a rank, for a host without {@link #fault}. Cores, or memory nodes, are divided into runs of about
     * equal length.
     *
     * @param ranks the number of ranks on the host
     * @param index the rank's place among them, from 0
     * @return numbers in ascending order; empty if the rank is not bound
     */
    List<Integer> of(Binding binding, int ranks, int index) {
        List<List<Core>> parts = switch (binding) {
            case NONE -> List.of();
            case CORE -> cores.stream().map(List::of).toList();
            case NUMA -> nodes();
        };
        int from = (int) ((long) parts.size() * index / ranks);
        int to = Math.max(Math.min(from + 1, parts.size()), (int) ((long) parts.size() * (index + 1) / ranks));
        return parts.subList(from, to).stream()
                .flatMap(List::stream)
                .flatMap(core -> core.processors().stream())
                .sorted()
                .toList();
    }

    private List<List<Core>> nodes() {
        SortedMap<Integer, List<Core>> nodes = new TreeMap<>();
        cores.forEach(core ->
                nodes.computeIfAbsent(core.node(), node -> new ArrayList<>()).add(core));
        return List.copyOf(nodes.values());
    }

    static String words(List<Integer> numbers, String between) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(between));
    }
}
