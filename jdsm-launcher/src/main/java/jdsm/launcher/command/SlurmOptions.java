package jdsm.launcher.command;

import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;
import jdsm.launcher.backend.slurm.Submission;
import jdsm.launcher.plan.JobSpec;
import picocli.CommandLine.Option;

/** The options that give a job to Slurm. */
final class SlurmOptions {
    private static final String SLURM = "--slurm";
    private static final Set<String> WITH_VALUE = Set.of("-N", "--nodes", "--slurm-arg");

    @Option(names = SLURM, description = "Submit the job to Slurm, and do not wait for it.")
    private boolean slurm;

    @Option(
            names = {"-N", "--nodes"},
            paramLabel = "NODES",
            description = "With --slurm: number of nodes (default: as Slurm chooses).")
    private Integer nodes;

    @Option(
            names = "--slurm-arg",
            paramLabel = "ARG",
            description = "With --slurm: an argument for sbatch, for instance --partition=short; repeatable.")
    private List<String> args = new ArrayList<>();

    /** Whether the job is to be submitted. */
    boolean submits() {
        if (!slurm && (nodes != null || !args.isEmpty())) {
            throw new JdsmConfigException((nodes == null ? "--slurm-arg" : "--nodes") + " needs " + SLURM);
        }
        if (nodes != null && nodes < 1) {
            throw new JdsmConfigException("--nodes must be at least 1");
        }
        return slurm;
    }

    /**
     * The submission of a job.
     *
     * @param commandLine all arguments of this process
     */
    Submission submission(JobSpec job, List<String> commandLine) {
        JdsmConfig config = job.config();
        List<String> options = new ArrayList<>();
        options.add("--job-name=" + job.program().className());
        options.add("--ntasks=" + config.ranks());
        if (nodes != null) {
            options.add("--nodes=" + nodes);
        }
        if (config.threads() > 1) {
            options.add("--cpus-per-task=" + config.threads());
        }
        config.timeout()
                .ifPresent(limit -> options.add("--time="
                        + (1
                                + BigDecimal.valueOf(limit.toMillis())
                                        .divide(BigDecimal.valueOf(60_000), 0, RoundingMode.CEILING)
                                        .intValueExact())));
        options.addAll(args);
        int own = commandLine.size() - job.program().args().size() - 1;
        List<String> launcher = new ArrayList<>();
        launcher.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        launcher.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        launcher.addAll(List.of("-cp", System.getProperty("java.class.path"), "jdsm.launcher.Main"));
        launcher.addAll(without(commandLine.subList(0, own)));
        launcher.addAll(commandLine.subList(own, commandLine.size()));
        return new Submission(options, launcher);
    }

    /** Removes the options of this class. */
    static List<String> without(List<String> arguments) {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (WITH_VALUE.contains(argument)) {
                i++;
            } else if (!argument.equals(SLURM)
                    && !argument.matches("-N\\d+|-N=.*")
                    && WITH_VALUE.stream().noneMatch(name -> argument.startsWith(name + "="))) {
                kept.add(argument);
            }
        }
        return kept;
    }
}
