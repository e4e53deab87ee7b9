package jdsm.bench.reliability;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The lines written so far by a set of processes. Thread-safe. */
final class Output {
    private final List<String> lines = new ArrayList<>();

    /** @param prefix in front of each line */
    void read(InputStream from, String prefix) {
        Thread reader = new Thread(
                () -> {
                    try (BufferedReader in = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                        for (String line = in.readLine(); line != null; line = in.readLine()) {
                            add(prefix + line);
                        }
                    } catch (IOException e) {
                        // The stream of a killed process may break instead of ending.
                    }
                },
                "output");
        reader.setDaemon(true);
        reader.start();
    }

    private synchronized void add(String line) {
        lines.add(line);
        notifyAll();
    }

    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** Whether a line with this ending exists, or appears in time. */
    synchronized boolean await(String end, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        while (lines.stream().noneMatch(line -> line.endsWith(end))) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }
}
