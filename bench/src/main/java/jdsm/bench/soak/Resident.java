package jdsm.bench.soak;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * A process that lives as long as the run, or a job of such processes: the other end of {@link Orders}. For one thread.
 */
final class Resident implements AutoCloseable {
    /** An order takes some seconds at most; a process that needs longer hangs. */
    private static final long PATIENCE_SECONDS = 300;

    /** The connection to one of its processes. */
    private record Voice(String who, Socket socket, BufferedReader in, BufferedWriter out) {}

    private final String name;
    private final Process process;
    private final Path log;
    private final List<Voice> voices;

    private Resident(String name, Process process, Path log, List<Voice> voices) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.voices = voices;
    }

    /**
     * Starts it, and blocks until all of its processes have connected.
     *
     * @param builder makes the process for a port, from which its processes take orders
     * @param count number of processes that connect
     * @param log file for their output
     */
    static Resident start(String name, IntFunction<ProcessBuilder> builder, int count, Path log)
            throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0, count, InetAddress.getLoopbackAddress())) {
            Process process = builder.apply(server.getLocalPort())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .redirectInput(new File("/dev/null"))
                    .start();
            Resident resident = new Resident(name, process, log, new ArrayList<>());
            try {
                resident.meet(server, count);
            } catch (IOException e) {
                resident.close();
                throw e;
            }
            return resident;
        }
    }

    private void meet(ServerSocket server, int count) throws IOException {
        server.setSoTimeout(1000);
        long begin = System.nanoTime();
        while (voices.size() < count) {
            try {
                Socket socket = server.accept();
                socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                BufferedWriter out =
                        new BufferedWriter(new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8));
                Voice voice = new Voice("", socket, in, out);
                String who = after(Orders.HELLO, hear(voice));
                voices.add(new Voice(count > 1 ? name + " " + who : name, socket, in, out));
            } catch (SocketTimeoutException e) {
                if (!process.isAlive()) {
                    throw new IOException(name + " has ended before it began: " + printed(), e);
                }
                if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                    throw new IOException(name + " does not begin: " + printed(), e);
                }
            }
        }
        voices.sort(Comparator.comparing(Voice::who));
    }

    String name() {
        return name;
    }

    /** Runs an order in all of its processes at the same time; blocks until all have finished. */
    void run(String what) throws IOException {
        tell(Orders.RUN + what);
        for (Voice voice : voices) {
            String answer = hear(voice);
            if (!answer.equals(Orders.DONE)) {
                throw new IOException(voice.who() + ": " + what + ": " + answer);
            }
        }
    }

    /** Adds a sample of each of its processes, taken at the same time. */
    void sample(Ledger ledger) throws IOException {
        tell(Orders.SAMPLE);
        for (Voice voice : voices) {
            ledger.add(voice.who(), Sample.parse(after(Orders.SAMPLE + " ", hear(voice))));
        }
    }

    /** Lets it end in an orderly way; blocks until then. */
    void end() throws IOException, InterruptedException {
        for (Voice voice : voices) {
            voice.socket().close();
        }
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(name + " does not end: " + printed());
        }
        if (process.exitValue() != 0) {
            throw new IOException(name + " ended with exit status " + process.exitValue() + ": " + printed());
        }
    }

    private void tell(String line) throws IOException {
        for (Voice voice : voices) {
            voice.out().write(line);
            voice.out().newLine();
            voice.out().flush();
        }
    }

    private String hear(Voice voice) throws IOException {
        try {
            String line = voice.in().readLine();
            if (line == null) {
                throw new IOException(name + " has ended: " + printed());
            }
            return line;
        } catch (SocketTimeoutException e) {
            throw new IOException(name + " has not answered for " + PATIENCE_SECONDS + " s: " + printed(), e);
        }
    }

    private String after(String prefix, String line) throws IOException {
        if (!line.startsWith(prefix)) {
            throw new IOException(name + " says: " + line);
        }
        return line.substring(prefix.length());
    }

    private String printed() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
    }

    /** Kills the remaining processes at once. Ranks end with their launcher. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
