package jdsm.launcher.backend.slurm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.plan.Cluster;
import jdsm.launcher.plan.HostSlots;

/** The nodes that Slurm has given to the job in which this process runs. */
public final class Allocation {
    /** The numbers from here on name a batch script or the shell of an allocation; lower ones steps that run already. */
    private static final long FIRST_SPECIAL_STEP = 0xffff_fff0L;

    private static final Pattern COUNT = Pattern.compile("(\\d{1,9})(?:\\(x(\\d{1,9})\\))?");

    private Allocation() {}

    /**
     * Returns the nodes with their tasks; empty outside of an allocation, and in a task that srun has started. Asks
     * {@code scontrol} for the names.
     *
     * @throws LaunchException if Slurm's variables or answers have an unknown form
     */
    public static Optional<Cluster> current(Map<String, String> environment) throws LaunchException {
        String nodes = environment.get("SLURM_JOB_NODELIST");
        if (nodes == null || environment.get("SLURM_JOB_ID") == null || isTask(environment)) {
            return Optional.empty();
        }
        String tasks = environment.getOrDefault(
                "SLURM_TASKS_PER_NODE", environment.getOrDefault("SLURM_JOB_CPUS_PER_NODE", ""));
        return Optional.of(new Cluster(Cluster.SLURM, slots(names(nodes), tasks), List.of(), false));
    }

    private static boolean isTask(Map<String, String> environment) {
        String step = environment.get("SLURM_STEP_ID");
        return step != null && step.matches("\\d{1,18}") && Long.parseLong(step) < FIRST_SPECIAL_STEP;
    }

    private static List<String> names(String nodes) throws LaunchException {
        try {
            Process process = new ProcessBuilder("scontrol", "show", "hostnames", nodes)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new LaunchException("scontrol cannot tell the nodes of '" + nodes + "'", null);
            }
            return output.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new LaunchException(
                    "this is an allocation of Slurm, but scontrol cannot be started (--here runs without Slurm): "
                            + e.getMessage(),
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LaunchException("interrupted", e);
        }
    }

    /** Pairs nodes with counts in Slurm's short form, for instance {@code 2(x3),1}. */
    static List<HostSlots> slots(List<String> nodes, String counts) throws LaunchException {
        List<Integer> all = new ArrayList<>();
        for (String part : counts.split(",")) {
            Matcher matcher = COUNT.matcher(part);
            if (!matcher.matches()) {
                throw new LaunchException(
                        "Slurm tells the tasks of its nodes in an unknown form: '" + counts + "'", null);
            }
            int times = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
            if (times > nodes.size() - all.size()) {
                throw otherNumber(nodes);
            }
            all.addAll(Collections.nCopies(times, Integer.parseInt(matcher.group(1))));
        }
        if (all.size() != nodes.size()) {
            throw otherNumber(nodes);
        }
        List<HostSlots> slots = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            slots.add(new HostSlots(nodes.get(i), all.get(i)));
        }
        return slots;
    }

    private static LaunchException otherNumber(List<String> nodes) {
        return new LaunchException("Slurm tells the tasks of another number of nodes than " + nodes.size(), null);
    }
}
