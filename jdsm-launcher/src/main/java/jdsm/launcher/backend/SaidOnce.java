package jdsm.launcher.backend;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** Keeps what every rank says of the program, and not of itself, from being said by each. Thread-safe. */
final class SaidOnce {
    private static final String OF_THE_PROGRAM = "jdsm-agent: ";
    private static final int MOST_LINES = 10_000;

    private final Set<String> said = new HashSet<>();

    /** Whether to write a line of the job's own that a rank has written. */
    synchronized boolean isNew(byte[] bytes, int from) {
        String line = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
        return !line.startsWith(OF_THE_PROGRAM) || said.size() >= MOST_LINES || said.add(line);
    }
}
