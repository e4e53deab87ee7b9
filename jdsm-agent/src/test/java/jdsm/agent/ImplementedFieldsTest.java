package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields of interfaces of the JDK, for which the program has classes or lambdas. Several ranks in a JVM. */
@Timeout(180)
class ImplementedFieldsTest {
    private static final String SOURCE = """
            import java.io.*;
            import java.util.*;
            import java.util.concurrent.*;
            import jdsm.*;
            class Inline implements Executor {
                int runs;
                @Override public synchronized void execute(Runnable task) { runs++; task.run(); }
            }
            class Numbers implements PrimitiveIterator.OfInt {
                private int at;
                @Override public synchronized boolean hasNext() { return at < 100; }
                @Override public synchronized int nextInt() { return at++; }
            }
            interface Opened extends Closeable { @Override void close(); }
            class Implemented extends SPMD {
                final Executor executor = new Inline();
                final PrimitiveIterator.OfInt numbers = new Numbers();
                ThreadFactory factory;
                Closeable closeable;
                int sum, closed, made;
                @Override public void start() throws Exception {
                    if (worker() == 0) {
                        factory = task -> { synchronized (this) { made++; } return new Thread(task); };
                        Opened opened = () -> { synchronized (this) { closed++; } };
                        closeable = opened;
                    }
                    barrier();
                    for (int i = 0; i < 100 / workers(); i++) {
                        int number = numbers.nextInt();
                        executor.execute(() -> { synchronized (this) { sum += number; } });
                    }
                    Thread thread = factory.newThread(() -> {});
                    thread.start();
                    thread.join();
                    closeable.close();
                }
                @Override public void finish() {
                    if (rank() == 0) { report(sum + " " + ((Inline) executor).runs + " " + made + " " + closed); }
                }
            }
            class OfJdk extends SPMD {
                Executor executor;
                @Override public void start() { executor = worker() == 1 ? CompletableFuture.delayedExecutor(1, TimeUnit.HOURS) : null; barrier(); }
            }
            class Unimplemented extends SPMD {
                java.net.ContentHandlerFactory factory; // an interface that no class of the test's class path implements
                static java.net.ContentHandlerFactory made() { return null; }
                @Override public void start() { factory = made(); }
            }
            """;

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "Implemented.java", SOURCE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "check"})
    void theProgramsObjectsAreShared(String options) {
        Outcome outcome = process.ranks(2, options, "Implemented");

        assertThat(outcome.err()).allMatch(line -> line.startsWith("jdsm: check: no races"));
        assertThat(outcome.out()).containsExactly("4950 100 2 2");
    }

    @Test
    void anObjectOfTheJdkIsRefusedWhenItIsShared() {
        Outcome outcome = process.ranks(2, "", "OfJdk");

        assertThat(outcome.status()).isNotZero();
        assertThat(String.join("\n", outcome.err()))
                .contains("java.util.concurrent.CompletableFuture$DelayedExecutor cannot be shared: in OfJdk.executor");
    }

    @Test
    void aFieldOfAnInterfaceThatNothingImplementsIsRefusedAtLoad() {
        Outcome outcome = process.ranks(2, "", "Unimplemented");

        assertThat(outcome.status()).isNotZero();
        assertThat(String.join("\n", outcome.err()))
                .contains(
                        "Unimplemented.factory (Implemented.java:48): objects of java.net.ContentHandlerFactory are not kept coherent");
    }
}
