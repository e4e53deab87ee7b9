package jdsm.bench.peers;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One way to run a workload.
 *
 * @param name its name in tables
 * @param variants commands; a first round, which does not count, finds the quickest of them; most peers have one
 * @param result the output of a correct run, with the figure as first group; null if the figure is the duration of the
 *     whole command in seconds
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
     * How long the process may run on after its result; null if it must end by itself. PCJ's nodes do not always end:
     * one of them spins in {@code ByteBufferInputStream.close}.
     */
    Duration patience() {
        return name.equals(PCJ) && result != null ? PATIENCE : null;
    }
}
