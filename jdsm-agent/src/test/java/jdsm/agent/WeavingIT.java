package jdsm.agent;

import static jdsm.agent.AgentProcess.JAR;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdsm.agent.AgentProcess.Outcome;
import jdsm.runtime.Remedies;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs under the packaged agent, each in a JVM of its own. */
@Timeout(60)
class WeavingIT {
    private static final String SOURCE = """
            class Sum extends jdsm.SPMD {
                int[] numbers;
                volatile int rounds;
                final Total total = new Total();
                @Override public void initialize() { numbers = new int[] {1, 2, 3}; }
                @Override public void start() {
                    int[] copy = new int[4];
                    System.arraycopy(numbers, 0, copy, 1, 3);
                    for (int number : copy) { total.add(number); }
                    rounds++;
                }
                @Override public void finish() {
                    System.out.println(total.sum + " " + rounds + " " + (total instanceof jdsm.runtime.Woven));
                }
            }
            class Total { int sum; synchronized void add(int n) { sum += n; } }
            class Together extends jdsm.SPMD {
                volatile int n;
                volatile boolean go;
                @jdsm.VolatileElements int[] turns = new int[2];
                @Override public void start() throws Exception {
                    if (rank() == 0) { go = true; }
                    while (!go) { Thread.onSpinWait(); }
                    for (int i = 0; i < 100; i++) { synchronized (this) { n = n + 1; } }
                    synchronized (this) {
                        turns[rank()] = rank() + 1;
                        notifyAll();
                        while (turns[0] + turns[1] != 3) { wait(); }
                    }
                }
                @Override public void finish() { System.out.println(n); }
            }
            class Counting extends jdsm.SPMD {
                static Thread count;
                java.util.WeakHashMap<String, String> names = new java.util.WeakHashMap<>();
                @Override public void start() {
                    count = null;
                    System.out.println("this must not be printed");
                }
            }
            class Holder {
                static final java.lang.instrument.Instrumentation instrumentation =
                        (java.lang.instrument.Instrumentation) java.lang.reflect.Proxy.newProxyInstance(
                                Holder.class.getClassLoader(),
                                new Class<?>[] {java.lang.instrument.Instrumentation.class},
                                (proxy, method, args) -> new Class<?>[] {String.class, int[].class, Total.class});
            }
            class Attaching {
                public static void main(String[] args) throws Exception {
                    new Total().add(1);
                    try {
                        Class.forName("jdsm.agent.Agent")
                                .getMethod("agentmain", String.class, java.lang.instrument.Instrumentation.class)
                                .invoke(null, null, Holder.instrumentation);
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        System.out.println(e.getCause());
                    }
                }
            }
            """;

    @TempDir
    static Path app;

    @BeforeAll
    static void compile() throws IOException {
        AgentProcess.compile(app, "Sum.java", SOURCE);
    }

    @Test
    void aProgramIsWoven() throws Exception {
        assertThat(run(List.of("-javaagent:" + JAR), "Sum")).isEqualTo(new Outcome(0, List.of("6 1 true"), List.of()));
    }

    /** Two ranks in one JVM, each of which has loaded, and so woven, the program by its own loader. */
    @Test
    void monitorsAndVolatilesWorkAcrossRanks() throws Exception {
        Outcome outcome = AgentProcess.jvm(
                app,
                Map.of("JDSM_RANKS", "2", "JDSM_COMM", "inproc"),
                List.of(
                        "-javaagent:" + JAR,
                        "-cp",
                        app + File.pathSeparator + JAR,
                        "jdsm.node.InprocMain",
                        "Together"));

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).containsExactlyInAnyOrder("[0] 200", "[1] 200");
        assertThat(outcome.status()).isZero();
    }

    @Test
    void verifiedAndDumped() throws Exception {
        Path dump = app.resolve("dump");

        Outcome outcome = run(List.of("-javaagent:" + JAR + "=verify,dump=" + dump), "Sum");

        assertThat(outcome).isEqualTo(new Outcome(0, List.of("6 1 true"), List.of()));
        try (Stream<Path> files = Files.walk(dump)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> dump.relativize(file).toString())
                            .collect(Collectors.toSet()))
                    .containsExactlyInAnyOrder(
                            "before/Sum.class", "after/Sum.class", "before/Total.class", "after/Total.class");
        }
        assertThat(Files.readAllBytes(dump.resolve("before/Total.class")))
                .isEqualTo(Files.readAllBytes(app.resolve("Total.class")));
    }

    @Test
    void excludedClassesAreNotWoven() throws Exception {
        assertThat(run(List.of("-javaagent:" + JAR + "=exclude=Total,local=Sum.total"), "Sum"))
                .isEqualTo(new Outcome(0, List.of("6 1 false"), List.of()));
    }

    @Test
    void anExcludedProgramIsRefused() throws Exception {
        assertThat(run(List.of("-javaagent:" + JAR + "=exclude=Sum:Total"), "Sum"))
                .isEqualTo(new Outcome(
                        2,
                        List.of(),
                        List.of(
                                "jdsm: program Sum is not woven, so that its fields would not be shared: its name is excluded, or"
                                        + " one of JDSM's own; include it (--include, include=), or, if it shares by the pool"
                                        + " alone, run it without the agent (--no-agent)")));
    }

    @Test
    void aRefusedProgramDoesNotRun() throws Exception {
        Outcome outcome = run(List.of("-javaagent:" + JAR), "Counting");

        assertThat(outcome.status()).isEqualTo(2);
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err())
                .containsExactly(
                        "jdsm-agent: Counting.names (Sum.java:35): objects of java.util.WeakHashMap are not kept coherent; "
                                + Remedies.ofField(Remedies.instead("java.util.WeakHashMap"), false, "Counting.names"),
                        "jdsm-agent: Counting.start (Sum.java:37): static field Counting.count is written outside its"
                                + " class initialiser, and each rank has a value of its own; "
                                + Remedies.ofStatic("Counting.count"));
    }

    @Test
    void anAgentThatComesTooLateSaysSo() throws Exception {
        String classPath = JAR + File.pathSeparator + app;

        assertThat(java(List.of("-cp", classPath, "Attaching")).out())
                .containsExactly(
                        "java.lang.IllegalStateException: class Total is loaded already and cannot be woven any"
                                + " more; start the program with -javaagent:jdsm-agent.jar");
    }

    @Test
    void explainWorksFromTheJar() throws Exception {
        String classPath = JAR + File.pathSeparator + app;

        Outcome outcome = java(List.of("-cp", classPath, "jdsm.agent.Explain", "Sum"));

        assertThat(outcome.status()).isZero();
        assertThat(outcome.out())
                .startsWith(
                        "woven: 2 classes",
                        "shared:",
                        "  Sum.numbers: int[]",
                        "  Sum.rounds: int, volatile",
                        "  Sum.total: Total",
                        "  Sum.total -> Total.sum: int");
    }

    private static Outcome run(List<String> flags, String mainClass) throws IOException, InterruptedException {
        return java(Stream.concat(flags.stream(), Stream.of("-cp", app.toString(), mainClass))
                .toList());
    }

    private static Outcome java(List<String> arguments) throws IOException, InterruptedException {
        return AgentProcess.jvm(app, Map.of(), arguments);
    }
}
