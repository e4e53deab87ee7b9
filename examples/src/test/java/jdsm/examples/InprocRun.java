package jdsm.examples;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import jdsm.SPMD;
import jdsm.comm.bootstrap.JobVariables;
import jdsm.node.InprocJob;

/** Runs programs on ranks that are threads of the test's own JVM. */
final class InprocRun {
    private InprocRun() {}

    /** Runs a job to its end. What programs print to {@code System.out} themselves is not in the outcome, results are. */
    static Outcome run(Class<? extends SPMD> program, int ranks, int threads, String... args) {
        return run(program, ranks, Map.of("JDSM_THREADS", Integer.toString(threads)), args);
    }

    /** As above, with settings by their variables. */
    static Outcome run(Class<? extends SPMD> program, int ranks, Map<String, String> settings, String... args) {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("JDSM_COMM", "inproc");
        environment.put(JobVariables.JOB, UUID.randomUUID().toString());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = new InprocJob(ranks, environment, stream(out), stream(err)).run(program.getName(), args);
        return new Outcome(status, lines(out), lines(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static List<String> lines(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
