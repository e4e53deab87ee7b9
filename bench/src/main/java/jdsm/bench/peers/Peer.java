package jdsm.bench.peers;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One way to do a workload.
 *
 * @param name as tables show it
 * @param variants commands, of which the quickest is found in a round that does not count; most have one
 * @param result what the command prints if all is well, with the figure as its first group; null if the figure is the time that
 *     the command takes as a whole, in seconds
 */
record Peer(String name, List<List<String>> variants, Pattern result) {
    static final String SHM = "JDSM, shm";
    static final String TCP = "JDSM, tcp";
    static final String PCJ = "PCJ";
    static final String THREADS = "Java threads";
    static final String MPI = "MPI, C";
    static final String BARE = "bare JVMs at once";

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * How long it may take to end behind its result; null: it has to end by itself. PCJ's nodes do not always: one spins in
     * {@code ByteBufferInputStream.close}.
     */
    Duration patience() {
        return name.equals(PCJ) && result != null ? PATIENCE : null;
    }
}
