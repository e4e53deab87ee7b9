package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that is woven for several ranks, on one: in a JVM whose agent cannot know their number. */
@Timeout(60)
@Tag("once")
class StaticsIT {
    private static final String EACH = """
            class Each {
                public static void main(String[] args) throws Exception {
                    for (int i = 1; i < args.length; i++) {
                        var environment = Map.of("JDSM_COMM", "inproc", "JDSM_JOB", args[i]);
                        var err = new java.io.ByteArrayOutputStream();
                        var made = Class.forName("jdsm.node.InprocJob").getDeclaredConstructor(
                            int.class, Map.class, java.io.PrintStream.class, java.io.PrintStream.class);
                        made.setAccessible(true);
                        Object job = made.newInstance(
                            Integer.parseInt(args[0]), environment, System.out, new java.io.PrintStream(err, true));
                        var run = job.getClass().getDeclaredMethod("run", String.class, String[].class);
                        run.setAccessible(true);
                        int status = (int) run.invoke(job, "Statics", new String[] {args[i]});
                        if (status != 0) {
                            String first = err.toString().lines().filter(line -> !line.contains(" ends: ")).findFirst().get();
                            System.out.println(args[i] + ": status " + status + ": " + first);
                        }
                    }
                    System.exit(0);
                }
            }
            """;

    @TempDir
    Path app;

    @Test
    void oneRankMayDoAsItLikes() throws Exception {
        AgentProcess process = AgentProcess.compile(app, "Statics.java", StaticsProgram.SOURCE + EACH);
        Files.delete(app.resolve("Gone.class"));
        Set<String> attempts = StaticsProgram.refusals().keySet();
        String[] command =
                Stream.concat(Stream.of("Each", "1"), attempts.stream()).toArray(String[]::new);

        assertThat(process.java("", Map.of(), command).out())
                .hasSize(attempts.size())
                .allMatch(line -> line.endsWith(": fine"));
    }
}
