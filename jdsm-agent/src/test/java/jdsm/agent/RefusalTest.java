package jdsm.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import jdsm.agent.AgentProcess.Outcome;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A refusal while ranks compute ends the job, on whatever thread, and whoever catches the exception. */
@Timeout(180)
@Tag("once")
class RefusalTest {
    private static final String SOURCE = """
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.stream.*;
            import jdsm.*;
            class Table {
                static final Map<Integer, Integer> COUNTS = new WeakHashMap<>();
            }
            class Refused extends SPMD {
                final int[] sums = new int[8];
                static void locked(Object lock) { synchronized (lock) { } }
                void write() { Table.COUNTS.put(0, 1); }
                void inThread(Runnable body) throws Exception {
                    Thread thread = new Thread(body, "helper");
                    thread.setUncaughtExceptionHandler((where, e) -> {});
                    thread.start();
                    thread.join();
                }
                @Override public void start() throws Exception {
                    ExecutorService executor = Executors.newFixedThreadPool(1, body -> new Thread(body, "helper"));
                    switch (args()[0]) {
                        case "join" -> inThread(this::write);
                        case "submit" -> executor.submit(this::write);
                        case "catch Exception" -> inThread(() -> { try { write(); } catch (Exception e) { } });
                        case "catch Throwable" -> { try { Table.COUNTS.put(0, 1); } catch (Throwable e) { } }
                        case "finally" -> { for (int i = 0; i < 1; i++) { try { Table.COUNTS.put(0, 1); } finally { continue; } } }
                        case "barrier" -> inThread(() -> barrier());
                        case "lock" -> inThread(() -> locked("text"));
                        case "future" -> CompletableFuture.runAsync(this::write, executor);
                    }
                    executor.shutdown();
                    executor.awaitTermination(10, TimeUnit.SECONDS);
                    barrier();
                }
                @Override public void finish() {
                    if (rank() == 0) { report("the wrong result"); }
                }
            }
            class ByHand extends SPMD {
                final int[] sums = new int[8];
                @Override public void initialize() { pool.register(sums, Protocol.LAZY_RELEASE); }
                @Override public void start() throws Exception {
                    Thread thread = new Thread(() -> {
                        try {
                            switch (args()[0]) {
                                case "write" -> pool.of(sums).ensureWritable();
                                case "barrier" -> barrier();
                                case "register" -> pool.register(new int[1]);
                            }
                        } catch (Throwable e) {
                        }
                    }, "helper");
                    thread.start();
                    thread.join();
                    try {
                        if (args()[0].equals("release")) { pool.release(sums); }
                    } catch (IllegalStateException e) {
                        report(e.getMessage());
                    }
                }
                @Override public void finish() {
                    if (rank() == 0) { report("the result"); }
                }
            }
            """;

    private static final String NO_WORKER =
            "only workers may write shared objects: thread ''helper'' is none, and no barrier waits for it";

    @TempDir
    static Path app;

    private static InprocProgram process;

    @BeforeAll
    static void compile() throws IOException {
        process = InprocProgram.compile(app, "Refused.java", SOURCE);
    }

    @ParameterizedTest
    @CsvSource({
        "2, join, helper, Table.COUNTS cannot be changed while ranks compute",
        "3, submit, helper, Table.COUNTS cannot be changed while ranks compute",
        "2, catch Exception, helper, Table.COUNTS cannot be changed while ranks compute",
        "2, future, helper, Table.COUNTS cannot be changed while ranks compute",
        "2, catch Throwable, , Table.COUNTS cannot be changed while ranks compute",
        "3, finally, , Table.COUNTS cannot be changed while ranks compute",
        "3, barrier, helper, barrier() is for workers",
        "2, lock, helper, the monitor of a java.lang.String excludes nobody"
    })
    void aRefusalEndsTheJob(int ranks, String how, String thread, String said) throws Exception {
        Outcome outcome = process.ranks(ranks, "", "Refused", how);

        assertRefused(outcome, thread, Pattern.quote(said) + ".*", "Refused");
    }

    @ParameterizedTest
    @CsvSource({
        "write, '" + NO_WORKER + "'",
        "barrier, 'barrier() is for workers, in start()'",
        "register, register is allowed in initialize() only"
    })
    void refusalsOfTheApi(String how, String said) throws Exception {
        Outcome outcome = process.plainRanks(2, Map.of(), "ByHand", how);

        assertRefused(outcome, "helper", Pattern.quote(said), "ByHand");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void errorsInTheUseOfALockAreTheCallers(int ranks) throws Exception {
        Outcome outcome = process.plainRanks(ranks, Map.of(), "ByHand", "release");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).contains("the result").anyMatch(line -> line.startsWith("release without acquire"));
        assertThat(outcome.status()).isZero();
    }

    private static void assertRefused(Outcome outcome, String thread, String message, String program) {
        String where = (thread == null ? "" : " in thread '" + thread + "'") + " at ";
        assertThat(outcome.err())
                .filteredOn(line -> !line.contains(" ends: "))
                .isNotEmpty()
                .allMatch(line -> line.matches("(\\[\\d\\] )?jdsm: rank \\d: " + message + ";" + where + program
                        + "\\.[\\w$]+\\(Refused.java:\\d+\\)"));
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.status()).isEqualTo(1);
    }
}
