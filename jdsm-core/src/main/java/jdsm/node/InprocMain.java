package jdsm.node;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.config.JdsmConfig;
import jdsm.config.JdsmConfigException;

/**
 * The main class of a process whose ranks are its threads: {@code java ... jdsm.node.InprocMain CLASS ARGS...}. The
 * environment gives the number of ranks. The process puts the rank in front of each line of output if the configuration
 * asks for that.
 */
public final class InprocMain {
    private InprocMain() {}

    public static void main(String[] args) {
        if (args.length == 0) {
            System.err.println("jdsm: no program: java jdsm.node.InprocMain CLASS [ARGS...]");
            System.exit(ExitStatus.USAGE);
        }
        JdsmConfig config;
        try {
            config = JdsmConfig.fromEnvironment(System.getenv());
        } catch (JdsmConfigException e) {
            System.err.println("jdsm: " + e.getMessage());
            System.exit(ExitStatus.USAGE);
            return;
        }
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put(JobVariables.JOB, UUID.randomUUID().toString());
        environment.remove(JobVariables.RENDEZVOUS);
        boolean marked = RankSettings.marksResults(environment);
        environment.put(RankSettings.OUTPUT_VARIABLE, RankSettings.MARKED);
        System.setOut(RankOutput.over(System.out, config.prefix(), marked));
        System.setErr(RankOutput.over(System.err, config.prefix(), marked));
        InprocJob job = new InprocJob(config.ranks(), environment, System.out, System.err);
        try (Watch watch = job.watch()) {
            watch.start();
            int status = job.run(args[0], Arrays.copyOfRange(args, 1, args.length));
            System.out.close();
            System.err.close();
            if (status != ExitStatus.OK) {
                Watch.haltAfter(RankMain.HALT_MILLIS, () -> status);
            }
            System.exit(status);
        }
    }
}
