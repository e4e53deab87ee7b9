package jdsm.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.launcher.program.Distribution;
import jdsm.launcher.program.ProgramException;

/**
 * A JVM of JDSM's distribution, as the start script or a person would start it, and what it writes. All JVMs that belong to
 * it carry a mark in their command lines, so that whoever is left behind is found.
 */
final class JdsmProcess implements AutoCloseable {
    /** Where the test programs are, for {@code --cp}. */
    static final String PROGRAMS = System.getProperty("jdsm.test.programs");

    /** For JVMs that live a second or two: what they would compile thoroughly, they never come to use. */
    private static final List<String> SHORT_LIVED =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData");

    private static final Path HOME = Path.of(System.getProperty("jdsm.home"));
    private static final String CLASS_PATH = classPath();
    private static final String STILL_WAITING = "jdsm: still waiting for rank .* to join";
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration REAPING = Duration.ofSeconds(10);

    private final String mark;
    private final Process process;
    private final Lines out;
    private final Lines err;

    private JdsmProcess(String mark, List<String> command, Map<String, String> environment) {
        this.mark = mark;
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("JDSM_") || name.endsWith("_JAVA_OPTIONS"));
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().put("JDSM_ALLOW_NOTHING_SHARED", "true"); // most tests are about something else
        builder.environment().putAll(environment);
        try {
            process = builder.start();
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out = new Lines(process.getInputStream());
        err = new Lines(process.getErrorStream());
    }

    /** {@code jdsm launch --cp PROGRAMS ARGS}, as a user would: the program is woven. */
    static JdsmProcess launchWoven(String... args) {
        return launcher(List.of(), Map.of(), args);
    }

    /** As {@link #launchWoven}, without the agent, for programs on the explicit API. */
    static JdsmProcess launch(String... args) {
        return launch(Map.of(), args);
    }

    static JdsmProcess launch(Map<String, String> environment, String... args) {
        return launcher(List.of(), environment, withoutAgent(args));
    }

    /** As {@link #launch(String...)}, by a command that executes another one, for instance {@code env}. */
    static JdsmProcess launchBy(List<String> prefix, String... args) {
        return launcher(prefix, Map.of(), withoutAgent(args));
    }

    /** As {@link #launchBy}, woven. */
    static JdsmProcess launchWovenBy(List<String> prefix, String... args) {
        return launcher(prefix, Map.of(), args);
    }

    /** As {@link #launchWovenBy(List, String...)}, with more variables. */
    static JdsmProcess launchWovenBy(List<String> prefix, Map<String, String> environment, String... args) {
        return launcher(prefix, environment, args);
    }

    /** {@code jdsm launch --cp CLASSES ARGS}, woven. */
    static JdsmProcess launchOf(Path classes, Map<String, String> environment, String... args) {
        return jdsm(
                List.of(),
                environment,
                Stream.concat(Stream.of("launch", "--cp", classes.toString()), Stream.of(args))
                        .toList());
    }

    private static String[] withoutAgent(String... args) {
        return Stream.concat(Stream.of("--no-agent"), Stream.of(args)).toArray(String[]::new);
    }

    /** {@code jdsm profile ARGS}. */
    static JdsmProcess profile(String... args) {
        return jdsm(
                List.of(),
                Map.of(),
                Stream.concat(Stream.of("profile"), Stream.of(args)).toList());
    }

    /** {@code jdsm ARGS}, for a command that runs no job. */
    static JdsmProcess command(String... args) {
        return jdsm(List.of(), Map.of(), List.of(args));
    }

    /** As {@link #command(String...)}, with more variables. */
    static JdsmProcess command(Map<String, String> environment, String... args) {
        return jdsm(List.of(), environment, List.of(args));
    }

    /** {@code jdsm memory --cp PROGRAMS ARGS}. */
    static JdsmProcess memory(Map<String, String> environment, String... args) {
        return jdsm(
                List.of(),
                environment,
                Stream.concat(Stream.of("memory", "--cp", PROGRAMS), Stream.of(args))
                        .toList());
    }

    /** {@code jdsm memory-server ARGS}. */
    static JdsmProcess memoryServer(Map<String, String> environment, String... args) {
        return jdsm(
                List.of(),
                environment,
                Stream.concat(Stream.of("memory-server"), Stream.of(args)).toList());
    }

    /** {@code jdsm explain ARGS}. */
    static JdsmProcess explain(String... args) {
        return jdsm(
                List.of(),
                Map.of(),
                Stream.concat(Stream.of("explain"), Stream.of(args)).toList());
    }

    private static JdsmProcess launcher(List<String> prefix, Map<String, String> environment, String... args) {
        return jdsm(
                prefix,
                environment,
                Stream.concat(Stream.of("launch", "--cp", PROGRAMS), Stream.of(args))
                        .toList());
    }

    private static JdsmProcess jdsm(List<String> prefix, Map<String, String> environment, List<String> args) {
        return start(prefix, environment, ClassData.FLAGS, args);
    }

    private static JdsmProcess start(
            List<String> prefix, Map<String, String> environment, List<String> flags, List<String> args) {
        String mark = newMark();
        List<String> command = new ArrayList<>(prefix);
        command.addAll(java(mark));
        command.addAll(flags);
        command.addAll(List.of("-Djdsm.home=" + HOME, "-cp", CLASS_PATH, "jdsm.launcher.Main"));
        command.addAll(args);
        Map<String, String> variables = new java.util.HashMap<>(environment);
        variables.put("JDSM_JVM_ARGS", mark + " " + String.join(" ", SHORT_LIVED));
        return new JdsmProcess(mark, command, variables);
    }

    /** A rank that finds its job in its environment, without launcher. */
    static JdsmProcess rank(Map<String, String> environment, String... args) {
        String mark = newMark();
        List<String> command = new ArrayList<>(java(mark));
        command.addAll(ClassData.FLAGS);
        command.addAll(List.of("-cp", CLASS_PATH + ":" + PROGRAMS, "jdsm.node.RankMain"));
        command.addAll(List.of(args));
        return new JdsmProcess(mark, command, environment);
    }

    /** A woven program that {@code java} runs, started by another command, for instance {@code mpirun}. */
    static JdsmProcess withAgentBy(List<String> prefix, Map<String, String> environment, String... program) {
        String mark = newMark();
        List<String> command = new ArrayList<>(prefix);
        command.addAll(java(mark));
        command.addAll(List.of(
                "-javaagent:" + HOME.resolve("lib/jdsm-agent.jar"),
                "-cp",
                HOME.resolve("examples/jdsm-examples.jar") + ":" + PROGRAMS + ":" + optionsLibrary()));
        command.addAll(List.of(program));
        return new JdsmProcess(mark, command, environment);
    }

    /** As {@link #withAgentBy}, with the flags of an argument file, the agent among them. */
    static JdsmProcess withFlagsBy(
            List<String> prefix, Map<String, String> environment, Path flags, String... program) {
        String mark = newMark();
        List<String> command = new ArrayList<>(prefix);
        command.addAll(java(mark));
        command.addAll(List.of(
                "@" + flags, "-cp", HOME.resolve("examples/jdsm-examples.jar").toString()));
        command.addAll(List.of(program));
        return new JdsmProcess(mark, command, environment);
    }

    /** The examples read their options with it; the agent's jar has it not. */
    private static String optionsLibrary() {
        return Stream.of(CLASS_PATH.split(":"))
                .filter(jar -> jar.contains("picocli"))
                .collect(Collectors.joining(":"));
    }

    private static String classPath() {
        try {
            return new Distribution(HOME)
                    .libraries().stream().map(Path::toString).collect(Collectors.joining(":"));
        } catch (ProgramException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String newMark() {
        return "-Djdsm.test.job=" + UUID.randomUUID();
    }

    private static List<String> java(String mark) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(mark);
        command.addAll(SHORT_LIVED);
        if (Runtime.version().feature() >= 24) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        return command;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Blocks until a line of standard output matches as a whole, and returns it. */
    String awaitLine(String regex) {
        return awaitLines(regex, 1).get(0);
    }

    /** Blocks until a line of standard error matches as a whole, and returns it. */
    String awaitError(String regex) {
        return awaitErrors(regex, 1).get(0);
    }

    /** Blocks until so many lines of standard error match, and returns them. */
    List<String> awaitErrors(String regex, int count) {
        return awaitLines(err, regex, count);
    }

    /** Blocks until so many lines of standard output match, and returns them. */
    List<String> awaitLines(String regex, int count) {
        return awaitLines(out, regex, count);
    }

    private List<String> awaitLines(Lines from, String regex, int count) {
        Pattern pattern = Pattern.compile(regex);
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(20)).until(() -> {
            boolean there = from.matching(pattern).size() >= count;
            if (!there && !process.isAlive() && from.ended()) {
                fail("the job ended without a line " + regex + ": " + out.all() + err.all());
            }
            return there;
        });
        return from.matching(pattern);
    }

    /** Whether the process ends in this time, by itself. */
    boolean endsWithin(long time, TimeUnit unit) throws InterruptedException {
        return process.waitFor(time, unit);
    }

    /** Waits for the end of the process, and of all that belong to it. */
    Outcome end() {
        try {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                fail("still running: " + out.all() + err.all() + threads());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        assertNobodyIsLeft();
        await().atMost(REAPING).until(() -> out.ended() && err.ended());
        // On a busy machine the launcher says after a while who has not come yet.
        List<String> errors =
                err.all().stream().filter(line -> !line.matches(STILL_WAITING)).toList();
        return new Outcome(process.exitValue(), out.all(), errors);
    }

    /** Waits until no process of the job runs any more, but not long. */
    void assertNobodyIsLeft() {
        await().atMost(REAPING)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(family()).isEmpty());
    }

    /** All running JVMs of the job but this one. */
    List<ProcessHandle> ranks() {
        return family().filter(each -> each.pid() != process.pid()).toList();
    }

    private Stream<ProcessHandle> family() {
        return ProcessHandle.allProcesses()
                .filter(each -> each.info().commandLine().orElse("").contains(mark));
    }

    /** The stacks of all its JVMs, to see where they hang. */
    private String threads() {
        StringBuilder text = new StringBuilder();
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        family().forEach(each -> {
            try (InputStream in = new ProcessBuilder(jcmd, Long.toString(each.pid()), "Thread.print")
                    .redirectErrorStream(true)
                    .start()
                    .getInputStream()) {
                text.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                text.append(e).append('\n');
            }
        });
        return text.toString();
    }

    /** Sends a signal by name to a process. */
    static void signal(String name, ProcessHandle to) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(to.pid())).start();
            assertThat(kill.waitFor()).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        family().forEach(ProcessHandle::destroyForcibly);
    }

    /** Made once, before the first job, whose standard error would tell of it. */
    private static final class ClassData {
        static final List<String> FLAGS;

        static {
            try (JdsmProcess process = start(List.of(), Map.of(), List.of(), List.of("class-data"))) {
                Outcome outcome = process.end();
                assertThat(outcome.status()).as("%s", outcome.err()).isZero();
                assertThat(outcome.out()).hasSize(1);
                FLAGS = List.of(
                        "-XX:SharedArchiveFile=" + outcome.out().get(0),
                        Runtime.version().feature() >= 24 ? "-Xlog:cds*=off,aot*=off" : "-Xlog:cds*=off");
            }
        }
    }

    /** The lines of a stream so far. */
    private static final class Lines {
        private final List<String> lines = new ArrayList<>();
        private boolean ended;

        Lines(InputStream from) {
            Thread reader = new Thread(() -> read(from), "output of a job");
            reader.setDaemon(true);
            reader.start();
        }

        private void read(InputStream from) {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    synchronized (this) {
                        lines.add(line);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                synchronized (this) {
                    ended = true;
                }
            }
        }

        synchronized List<String> all() {
            return List.copyOf(lines);
        }

        synchronized boolean ended() {
            return ended;
        }

        List<String> matching(Pattern pattern) {
            return all().stream()
                    .filter(line -> pattern.matcher(line).matches())
                    .toList();
        }
    }
}
