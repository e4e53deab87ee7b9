package jdsm.node;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import jdsm.JdsmConfig;
import jdsm.JdsmConfigException;
import jdsm.comm.bootstrap.JobVariables;

/**
 * The main class of a process whose ranks are its threads: {@code java ... jdsm.node.InprocMain CLASS ARGS...}; how many,
 * the environment says. Standard output and error get each line's rank in front, where the configuration wants it.
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
        PrintStream out = System.out;
        PrintStream err = System.err;
        if (config.prefix()) {
            System.setOut(RankOutput.over(out));
            System.setErr(RankOutput.over(err));
        }
        InprocJob job = new InprocJob(config.ranks(), environment, System.out, System.err);
        try (Watch watch = job.watch()) {
            watch.start();
            int status = job.run(args[0], Arrays.copyOfRange(args, 1, args.length));
            System.out.flush();
            System.err.flush();
            if (status != ExitStatus.OK) {
                Watch.haltLater(status);
            }
            System.exit(status);
        }
    }
}
