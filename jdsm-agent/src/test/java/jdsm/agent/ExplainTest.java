package jdsm.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ExplainTest {
    private static final String SOURCE = """
            class Heat extends SPMD {
                double[][] grid;
                volatile boolean done;
                @VolatileElements int[] flags;
                @Local int own;
                Cell first;
                static { if (true) { throw new AssertionError("nothing of the program may run"); } }
                public void start() { new Helper().help(); }
            }
            class Cell { Cell next; int n; }
            class Helper { static int calls; void help() { calls++; } }
            """;

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int explain(String... args) throws Exception {
        URL[] place = {directory.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(place, getClass().getClassLoader())) {
            return Explain.run(args, loader, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
        }
    }

    @Test
    void whatIsSharedAndWhatIsRefused() throws Exception {
        Program.compile(directory, SOURCE);

        assertThat(explain("app.Heat")).isEqualTo(2);

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(out.toString(UTF_8).lines())
                .startsWith(
                        "woven: 3 classes",
                        "shared:",
                        "  Heat.done: boolean, volatile",
                        "  Heat.first: app.Cell",
                        "  Heat.flags: int[], elements volatile",
                        "  Heat.grid: double[][]",
                        "  Heat.first -> Cell.n: int",
                        "  Heat.first -> Cell.next: app.Cell")
                .contains("refused:")
                .last()
                .asString()
                .startsWith("  app.Helper.help (Program.java:14): static field app.Helper.calls is written");
    }

    @Test
    void optionsAreTheAgents() throws Exception {
        Program.compile(directory, SOURCE);

        assertThat(explain("app.Heat", "local=app.Helper.calls:app.Heat.first")).isZero();

        assertThat(out.toString(UTF_8)).doesNotContain("refused:", "Cell").contains("Heat.grid");
    }

    @Test
    void whatCannotBeExplained() throws Exception {
        Program.compile(directory, SOURCE);

        assertThat(explain("app.Missing")).isEqualTo(2);
        assertThat(explain("app.Cell")).isEqualTo(2);
        assertThat(explain()).isEqualTo(2);
        assertThat(explain("app.Heat", "what=1")).isEqualTo(2);

        assertThat(err.toString(UTF_8).lines())
                .containsExactly(
                        "jdsm-agent: there is no class app.Missing of an application",
                        "jdsm-agent: class app.Cell is not one to run: it must extend jdsm.SPMD and not be abstract",
                        "jdsm-agent: usage: jdsm.agent.Explain CLASS [OPTIONS]",
                        "jdsm-agent: unknown option 'what'; known: cache, check, debug, dump, exclude, include, local, verbose, verify,"
                                + " volatile-elements");
    }
}
