package jdsm.examples;

import java.util.Map;
import jdsm.SPMD;
import jdsm.node.TestJob;
import jdsm.node.TestJob.Transport;

/** Runs programs on ranks that are threads of the test's own JVM. */
final class InprocRun {
    private InprocRun() {}

    /** Runs a job to its end. What programs print to {@code System.out} themselves is not in the outcome, results are. */
    static Outcome run(Class<? extends SPMD> program, int ranks, int threads, String... args) {
        return run(program, ranks, Map.of("JDSM_THREADS", Integer.toString(threads)), args);
    }

    /** As above, with settings by their variables. */
    static Outcome run(Class<? extends SPMD> program, int ranks, Map<String, String> settings, String... args) {
        return outcome(TestJob.run(program, ranks, settings, args));
    }

    /** As above, over a transport. */
    static Outcome run(Transport comm, Class<? extends SPMD> program, int ranks, int threads, String... args) {
        Map<String, String> settings = Map.of("JDSM_THREADS", Integer.toString(threads));
        return outcome(TestJob.run(comm, program, ranks, settings, args));
    }

    private static Outcome outcome(TestJob.Result result) {
        return new Outcome(result.status(), result.out(), result.err());
    }
}
