package jdsm.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import jdsm.Consistency;
import jdsm.SPMD;
import jdsm.comm.bootstrap.JobVariables;

/** Runs a program on in-process ranks and keeps what it said. */
public final class TestJob {
    /** How a job ended: exit status, lines of results, lines of errors. */
    public record Result(int status, List<String> out, List<String> err) {
        /** Fails unless the job ended well. */
        public Result ok() {
            assertThat(status).as("exit status; %s", err).isZero();
            return this;
        }

        public String errors() {
            return String.join("\n", err);
        }
    }

    private TestJob() {}

    public static Result run(Class<? extends SPMD> program, int ranks, int threads, String... args) {
        return run(program.getName(), ranks, Map.of("JDSM_THREADS", Integer.toString(threads)), args);
    }

    public static Result run(
            Consistency consistency, Class<? extends SPMD> program, int ranks, int threads, String... args) {
        Map<String, String> more =
                Map.of("JDSM_THREADS", Integer.toString(threads), "JDSM_CONSISTENCY", consistency.label());
        return run(program.getName(), ranks, more, args);
    }

    static Result run(String program, int ranks, Map<String, String> more, String... args) {
        Map<String, String> environment = new HashMap<>(more);
        environment.put("JDSM_COMM", "inproc");
        environment.put(JobVariables.JOB, UUID.randomUUID().toString());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = new InprocJob(ranks, environment, stream(out), stream(err)).run(program, args);
        return new Result(status, lines(out), lines(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static List<String> lines(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
