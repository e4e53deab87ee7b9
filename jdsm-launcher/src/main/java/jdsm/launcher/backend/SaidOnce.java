package jdsm.launcher.backend;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** Keeps each message about the program, which every rank prints, to one appearance. Thread-safe. */
final class SaidOnce {
    private static final String OF_THE_PROGRAM = "jdsm-agent: ";
    private static final int MOST_LINES = 10_000;

    private final Set<String> said = new HashSet<>();

    /** Whether to write this line of a rank: false for a message about the program that has appeared before. */
    synchronized boolean isNew(byte[] bytes, int from) {
        String line = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
        return !line.startsWith(OF_THE_PROGRAM) || said.size() >= MOST_LINES || said.add(line);
    }
}
