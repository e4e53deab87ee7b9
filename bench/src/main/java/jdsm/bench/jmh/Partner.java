package jdsm.bench.jmh;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The other process of a benchmark: a JVM with the same flags and class path. It does not outlive this process. */
final class Partner implements AutoCloseable {
    private static final long ORDERLY_END_SECONDS = 10;

    private final Process process;

    private Partner(Process process) {
        this.process = process;
    }

    /**
     * Starts a class whose {@code main} ends with its parent: by {@link #endWithParent}, or because it knows this
     * process's id.
     */
    static Partner start(Class<?> main, Map<String, String> environment, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.all());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(List.of(args));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).redirectOutput(Redirect.DISCARD);
        builder.environment().putAll(environment);
        return new Partner(builder.start());
    }

    /** Runs an action on some thread when the partner has ended, for any reason. */
    void onEnd(Runnable action) {
        process.onExit().thenRun(action);
    }

    /**
     * For a partner's {@code main}: ends the process at the end of its standard input, which is the end of the parent.
     */
    static void endWithParent() {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // The parent never sends anything.
                        }
                    } catch (IOException e) {
                        // The parent is gone as well.
                    }
                    Runtime.getRuntime().halt(1);
                },
                "parent-watch");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Waits for the partner to end by itself after a request, and kills it if it does not.
     *
     * @throws IllegalStateException if it had to be killed, or its exit status was not 0
     */
    @Override
    public void close() {
        try {
            if (!process.waitFor(ORDERLY_END_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the partner did not end");
            }
            if (process.exitValue() != 0) {
                throw new IllegalStateException("the partner ended with exit status " + process.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
