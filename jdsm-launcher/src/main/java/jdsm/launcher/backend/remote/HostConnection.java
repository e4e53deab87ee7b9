package jdsm.launcher.backend.remote;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jdsm.launcher.backend.Console;
import jdsm.launcher.backend.ExitStatus;
import jdsm.launcher.backend.LaunchException;
import jdsm.launcher.backend.RankProcess;
import jdsm.launcher.host.Build;
import jdsm.launcher.host.Frame;
import jdsm.launcher.host.HostFacts;
import jdsm.launcher.host.HostSetup;

/**
 * The connection to the helper on one host: a process, such as {@code ssh}, whose standard input and output carry frames. Its end
 * ends the helper, and the helper's end is the end of this. Thread-safe.
 */
final class HostConnection implements AutoCloseable {
    /** A larger exit status is that of a process that a signal has ended. */
    private static final int LAST_OWN_STATUS = 128;

    /** How long the end of the connection waits for the end of its errors, which a child of it may hold open. */
    private static final long DRAIN_MILLIS = 500;
    /** The time in which a helper ends its processes and itself. */
    private static final long END_MILLIS = 5_000;

    private static final int MOST_VERSION = 20;

    /** The start of lines that the helper has for the user. */
    private static final String OWN = "jdsm: ";

    private final String host;
    private final Process ssh;
    private final DataOutputStream to;
    private final Console console;
    /** The digest of the launcher's JDSM. */
    private final String digest;

    private final CompletableFuture<HostFacts> facts = new CompletableFuture<>();
    /** What was wrong with the messages of the helper; written and read by the thread that reads them. */
    private String outOfStep = "";

    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private final Map<Integer, RemoteProcess> processes = new HashMap<>();
    private final CompletableFuture<Void> errorsRead = new CompletableFuture<>();
    private volatile CompletableFuture<Long> clock = new CompletableFuture<>();
    private volatile String lastError = "";
    private volatile boolean closing;
    private boolean ended;

    private HostConnection(String host, Process ssh, String digest, Console console) {
        this.host = host;
        this.digest = digest;
        this.ssh = ssh;
        this.console = console;
        to = new DataOutputStream(new BufferedOutputStream(ssh.getOutputStream()));
    }

    /**
     * Starts the process; does not wait for the host.
     *
     * @param command the local command, see {@link RemoteShell#command}
     * @throws LaunchException if there is no such command
     */
    static HostConnection open(String host, List<String> command, HostSetup setup, Console console)
            throws LaunchException {
        Process ssh;
        try {
            ssh = new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new LaunchException("the connection to host " + host + " cannot be started: " + e.getMessage(), e);
        }
        HostConnection connection = new HostConnection(host, ssh, setup.digest(), console);
        connection.daemon("errors of", connection::readErrors);
        connection.daemon("frames of", connection::read);
        connection.daemon("signs of life to", () -> connection.live(setup));
        return connection;
    }

    private void daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name + " " + host);
        thread.setDaemon(true);
        thread.start();
    }

    /** Completes with what the helper says of the host, or with a {@link LaunchException}. */
    CompletableFuture<HostFacts> facts() {
        return facts;
    }

    /** Completes with the reason when the connection has ended by itself after the helper has come. */
    CompletableFuture<String> lost() {
        return lost;
    }

    /** Asks for the host's clock, one question at a time; completes with the microseconds since 1970. */
    CompletableFuture<Long> clock() {
        CompletableFuture<Long> answer = new CompletableFuture<>();
        clock = answer;
        send(Frame.of(Frame.Type.ASK_CLOCK, -1));
        return answer;
    }

    private void live(HostSetup setup) {
        send(new Frame(Frame.Type.SETUP, -1, setup.encode()));
        while (ssh.isAlive()) {
            try {
                TimeUnit.MILLISECONDS.sleep(setup.aliveMillis());
            } catch (InterruptedException e) {
                return;
            }
            send(Frame.of(Frame.Type.ALIVE, -1));
        }
    }

    private void readErrors() {
        try (BufferedReader lines = ssh.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    lastError = line.strip();
                }
                boolean own = line.startsWith(OWN);
                if (own || facts.isDone() && !facts.isCompletedExceptionally() && !closing) {
                    console.say("host " + host + ": " + (own ? line.substring(OWN.length()) : line));
                }
            }
        } catch (IOException e) {
            // The connection has ended: the other thread says so.
        } finally {
            errorsRead.complete(null);
        }
    }

    private void read() {
        try (DataInputStream from = new DataInputStream(new BufferedInputStream(ssh.getInputStream()))) {
            if (greeted(from)) {
                for (Frame frame = Frame.read(from); frame != null; frame = Frame.read(from)) {
                    take(frame);
                }
            }
        } catch (IOException | RuntimeException e) {
            outOfStep = "the helper there is out of step: " + e.getMessage();
            ssh.destroy(); // whose exit status is no reason
        } finally {
            end();
        }
    }

    private void unfit(String why) {
        facts.completeExceptionally(new LaunchException("host " + host + ": " + why, null));
    }

    /** Skips what login scripts have printed. Returns false if the helper does not come, or sends frames of another version. */
    private boolean greeted(DataInputStream from) throws IOException {
        int at = 0;
        while (at < Frame.GREETING.length) {
            int next = from.read();
            if (next < 0) {
                return false;
            }
            at = next == Frame.GREETING[at] ? at + 1 : next == Frame.GREETING[0] ? 1 : 0;
        }
        StringBuilder version = new StringBuilder();
        for (int next = from.read(); next >= ' ' && version.length() < MOST_VERSION; next = from.read()) {
            version.append((char) next);
        }
        if (!version.toString().equals(Frame.VERSION)) {
            unfit(Build.otherGreeting(version.toString()));
            return false;
        }
        return true;
    }

    private void take(Frame frame) throws IOException {
        switch (frame.type()) {
            case HELLO -> {
                lastError = ""; // what came before was no reason
                Optional<String> difference = Build.difference(frame.content(), digest);
                if (difference.isPresent()) {
                    unfit(difference.get());
                } else {
                    facts.complete(HostFacts.decode(frame.content()));
                }
            }
            case CLOCK -> clock.complete(ByteBuffer.wrap(frame.content()).getLong());
            case OUT -> process(frame).output().out(frame.content());
            case ERR -> process(frame).output().err(frame.content());
            case ENDED ->
                process(frame)
                        .end(new ExitStatus(ByteBuffer.wrap(frame.content()).getInt()));
            case NOT_STARTED -> {
                lost.complete(process(frame).label() + " cannot be started: " + frame.text());
                process(frame).end(new ExitStatus(1));
            }
            default -> throw new IOException("it sent " + frame.type());
        }
    }

    private synchronized RemoteProcess process(Frame frame) throws IOException {
        RemoteProcess process = processes.get(frame.process());
        if (process == null) {
            throw new IOException("it sent " + frame.type() + " of process " + frame.process());
        }
        return process;
    }

    /** The connection has ended. */
    private void end() {
        int status = statusOfProcess();
        errorsRead.completeOnTimeout(null, DRAIN_MILLIS, TimeUnit.MILLISECONDS).join();
        unfit(reason(status));
        if (!closing) {
            lost.complete("lost the connection to host " + host + ": " + reason(status));
        }
        List<RemoteProcess> all;
        synchronized (this) {
            ended = true;
            all = List.copyOf(processes.values());
        }
        all.forEach(process -> process.end(new ExitStatus(RemoteScript.NO_CONNECTION)));
    }

    private int statusOfProcess() {
        try {
            return ssh.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return RemoteScript.NO_CONNECTION;
        }
    }

    private String reason(int status) {
        return switch (status) {
            case RemoteScript.NO_JAVA -> "there is no java on its PATH; Java 17 or newer is needed";
            case RemoteScript.NO_JDSM -> "JDSM is not in the same directory there; --copy brings it";
            default -> outOfStep.isEmpty() ? described(status) : outOfStep;
        };
    }

    private String described(int status) {
        if (lastError.contains("UnsupportedClassVersionError")) {
            return "its Java is older than 17";
        }
        if (lastError.contains("ClassNotFoundException")) {
            return "its JDSM is another one than the launcher's; --copy brings the launcher's";
        }
        boolean killed = status > LAST_OWN_STATUS && status != RemoteScript.NO_CONNECTION;
        return killed || lastError.isEmpty() ? "its process ended with exit status " + status : lastError;
    }

    /** Asks the helper to start a process. */
    RankProcess start(int number, RemoteProcess process, byte[] command) {
        synchronized (this) {
            processes.put(number, process);
            if (ended) {
                process.end(new ExitStatus(RemoteScript.NO_CONNECTION));
                return process;
            }
        }
        send(new Frame(Frame.Type.START, number, command));
        return process;
    }

    /** Sends a frame. A broken connection is noticed by the thread that reads. */
    void send(Frame frame) {
        synchronized (to) {
            try {
                frame.write(to);
            } catch (IOException e) {
                // As said above.
            }
        }
    }

    /** Lets the helper end, whose processes it ends before. Does not block. */
    void leave() {
        closing = true;
        daemon("end of", () -> {
            try {
                ssh.getOutputStream().close();
            } catch (IOException e) {
                // It has ended already.
            }
        });
    }

    /** As {@link #leave}; then blocks until the connection has ended, for 5 s at most. */
    @Override
    public void close() {
        leave();
        try {
            if (!ssh.waitFor(END_MILLIS, TimeUnit.MILLISECONDS)) {
                ssh.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ssh.destroyForcibly();
        }
    }
}
