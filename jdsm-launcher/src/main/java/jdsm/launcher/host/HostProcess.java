package jdsm.launcher.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A process that a helper has started, with the threads that pass on its output. Thread-safe. */
final class HostProcess {
    /** How long the end of a process waits for the end of its output, which a child of it may hold open. */
    private static final long DRAIN_MILLIS = 500;

    private static final int CHUNK_BYTES = 1 << 14;
    private static final String LAUNCHER_PID = "JDSM_LAUNCHER_PID";
    private static final String DEADLINE_MILLIS = "JDSM_DEADLINE_MILLIS";

    private final Process process;
    private final CompletableFuture<Void> ended;

    private HostProcess(Process process, CompletableFuture<Void> ended) {
        this.process = process;
        this.ended = ended;
    }

    /**
     * Starts a process, which ends when this helper ends.
     *
     * @param number its number in frames
     * @param clockMillis this host's clock minus the launcher's
     * @param to takes frames, from several threads
     * @throws IOException if it cannot be started
     */
    static HostProcess start(int number, HostCommand command, Path directory, long clockMillis, Consumer<Frame> to)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command.command()).directory(directory.toFile());
        builder.environment().keySet().removeAll(command.unset());
        builder.environment().putAll(command.environment());
        builder.environment()
                .put(LAUNCHER_PID, Long.toString(ProcessHandle.current().pid()));
        builder.environment()
                .computeIfPresent(
                        DEADLINE_MILLIS, (name, millis) -> Long.toString(Long.parseLong(millis) + clockMillis));
        Process process = builder.start();
        process.getOutputStream().close();
        CompletableFuture<Void> out = relay(process.getInputStream(), Frame.Type.OUT, number, to);
        CompletableFuture<Void> err = relay(process.getErrorStream(), Frame.Type.ERR, number, to);
        CompletableFuture<Void> drained = CompletableFuture.allOf(out, err);
        return new HostProcess(
                process,
                process.onExit()
                        .thenCompose(
                                exited -> drained.copy().completeOnTimeout(null, DRAIN_MILLIS, TimeUnit.MILLISECONDS))
                        .thenRun(() -> to.accept(new Frame(
                                Frame.Type.ENDED,
                                number,
                                ByteBuffer.allocate(Integer.BYTES)
                                        .putInt(process.exitValue())
                                        .array()))));
    }

    private static CompletableFuture<Void> relay(InputStream from, Frame.Type type, int number, Consumer<Frame> to) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    byte[] chunk = new byte[CHUNK_BYTES];
                    try (from) {
                        for (int length = from.read(chunk); length >= 0; length = from.read(chunk)) {
                            to.accept(new Frame(type, number, Arrays.copyOf(chunk, length)));
                        }
                    } catch (IOException e) {
                        // The stream of a killed process may break instead of ending.
                    } finally {
                        done.complete(null);
                    }
                },
                "output of process " + number);
        thread.setDaemon(true);
        thread.start();
        return done;
    }

    /** Completes when the process has ended and the launcher has been told. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void terminate() {
        process.destroy();
    }

    void kill() {
        process.destroyForcibly();
    }
}
