package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A debugger on a rank of a woven program: the JDK's jdb. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DebugIT {
    private static final String PROGRAM = "jdsm.examples.programs.Debugged";
    private static final Path SOURCE = Path.of("src/test/java/jdsm/examples/programs/Debugged.java");
    private static final Pattern PORT = Pattern.compile("jdsm: rank (\\d) listens for a debugger: jdb -attach (\\S+)");

    @Test
    void aBreakpointInALoopIsHit() throws IOException {
        String said = stopIn("0,suspend", 0, "j");

        assertThat(said)
                .contains("n = 20")
                .contains("round = 0")
                .contains("i = 0")
                .contains("j = 0");
    }

    @Test
    void aBreakpointInAKernelOfAnotherRankIsHit() throws IOException {
        String said = stopIn("1,suspend", 1, "column");

        assertThat(said).contains("row = 1").contains("column = 0").contains("sum = 0.0");
    }

    /** Starts two ranks, stops one where its breakpoint is, and returns its variables there up to the last of them. */
    private static String stopIn(String debug, int rank, String last) throws IOException {
        int line = lineOf("// breakpoint of rank " + rank);
        try (JdsmProcess job = JdsmProcess.launchWoven("-p", "2", "--debug", debug, PROGRAM)) {
            Matcher port = PORT.matcher(job.awaitError(PORT.pattern()));
            assertThat(port.matches()).isTrue();
            assertThat(port.group(1)).isEqualTo(Integer.toString(rank));
            String variables;
            try (Jdb jdb = new Jdb(port.group(2))) {
                jdb.say("stop at " + PROGRAM + ":" + line, "Deferring breakpoint");
                String hit = jdb.say("resume", "Breakpoint hit: .*line=" + line);
                assertThat(hit).contains("thread=jdsm-worker-" + rank);
                // Not up to the prompt: jdb tells of a breakpoint from a thread of its own, with a prompt at any place.
                variables = jdb.say("locals", "Local variables:[\\s\\S]*\\b" + last + " = \\S+\\s");
                jdb.say("clear " + PROGRAM + ":" + line, "Removed");
                jdb.end("quit");
            }
            Outcome outcome = job.end();
            assertThat(outcome.status()).as("%s", outcome.err()).isZero();
            assertThat(outcome.out()).last().asString().startsWith("corner ");
            assertThat(outcome.out()).noneMatch(text -> text.contains("dt_socket"));
            return variables;
        }
    }

    private static int lineOf(String mark) throws IOException {
        List<String> lines = Files.readAllLines(SOURCE);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).endsWith(mark)) {
                return i + 1;
            }
        }
        throw new IllegalStateException("no line ends in " + mark);
    }

    /** A debugger that is told by a pipe what a person would type. */
    private static final class Jdb implements AutoCloseable {
        private final Process process;
        private final OutputStream commands;
        private final BufferedReader reader;

        Jdb(String address) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jdb")
                                    .toString(),
                            "-attach",
                            address)
                    .redirectErrorStream(true)
                    .start();
            commands = process.getOutputStream();
            reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            await("VM Started[\\s\\S]*\\] $");
        }

        /** Types a line, and reads until what has been said since then matches. */
        String say(String command, String until) throws IOException {
            type(command);
            return await(until);
        }

        void end(String command) throws IOException {
            type(command);
            await(null);
        }

        private void type(String command) throws IOException {
            commands.write((command + "\n").getBytes(StandardCharsets.UTF_8));
            commands.flush();
        }

        private String await(String pattern) throws IOException {
            Pattern wanted = pattern == null ? null : Pattern.compile(pattern);
            StringBuilder said = new StringBuilder();
            for (int next = reader.read(); next >= 0; next = reader.read()) {
                said.append((char) next);
                if (wanted != null && wanted.matcher(said).find()) {
                    return said.toString();
                }
            }
            assertThat(pattern).as("jdb ended: %s", said).isNull();
            return said.toString();
        }

        @Override
        public void close() {
            process.destroyForcibly();
            try {
                reader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
