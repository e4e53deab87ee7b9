package jdsm.launcher.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdsm.remote.run.ServerMain;

/**
 * A memory server on this host. It ends when its standard input ends: with {@link #close}, or with this process. Used by one
 * thread; {@link #close} by any.
 */
final class ServerProcess implements AutoCloseable {
    /** How long a server may take to end after it was told; it holds nothing that could be lost. */
    private static final int PATIENCE_SECONDS = 5;

    private final String name;
    private final Process process;
    private final OutputStream input;
    private final BufferedReader output;

    private ServerProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        input = process.getOutputStream();
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /**
     * Starts a server and gives it its secret. Does not wait for it.
     *
     * @param megabytes the memory for all clients together
     * @param at the address to listen at; port 0 picks a free one
     */
    static ServerProcess start(JavaCommand java, String name, long megabytes, InetSocketAddress at, String secret)
            throws MemoryException {
        List<String> command = java.server(
                megabytes, List.of(Long.toString(megabytes), at.getHostString(), Integer.toString(at.getPort())));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            ServerProcess server = new ServerProcess(name, process);
            server.input.write((secret + "\n").getBytes(StandardCharsets.UTF_8));
            server.input.flush();
            return server;
        } catch (IOException e) {
            throw new MemoryException("memory server " + name + " does not start: " + e.getMessage());
        }
    }

    /** Blocks until the server listens, and returns the line that it prints then. */
    String awaitLine() throws MemoryException {
        try {
            String line = output.readLine();
            if (line != null) {
                return line;
            }
        } catch (IOException e) {
            // It has ended.
        }
        throw new MemoryException("memory server " + name + " does not start");
    }

    /** Blocks until the server listens, and returns its address. */
    InetSocketAddress awaitAddress() throws MemoryException {
        return address(name, awaitLine());
    }

    /** Returns the address in the line that a server has printed. */
    static InetSocketAddress address(String name, String line) throws MemoryException {
        int begin = line.indexOf(ServerMain.LISTENS_AT);
        int colon = line.lastIndexOf(':');
        if (begin < 0 || colon < begin) {
            throw new MemoryException("memory server " + name + " does not start: " + line);
        }
        return InetSocketAddress.createUnresolved(
                line.substring(begin + ServerMain.LISTENS_AT.length(), colon),
                Integer.parseInt(line.substring(colon + 1)));
    }

    /** Blocks until the server has ended, and returns its exit status. */
    int await() throws InterruptedException {
        return process.waitFor();
    }

    /** Tells the server to end, and ends it by force if it does not. Blocks until it has ended. */
    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            // It has ended already.
        }
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
