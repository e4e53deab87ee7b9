package jdsm.bench.wire;

import java.util.Arrays;

/**
 * Factorisations over the network under one protocol, in one round, and what they are compared with.
 *
 * @param consistency the protocol
 * @param seconds a factorisation
 * @param firstSeconds the first one of a job, in which nothing is compiled and nothing known
 * @param barrierSeconds of {@code seconds} in barriers, on average over the workers
 * @param waitSeconds of {@code seconds} in waits for copies, on average over the workers
 * @param payloadBytes of messages, by JDSM's own counters
 * @param messages by the same
 * @param links what went over each rank's link in a factorisation
 */
record Measured(
        String consistency,
        double seconds,
        double firstSeconds,
        double barrierSeconds,
        double waitSeconds,
        double payloadBytes,
        double messages,
        Link[] links) {
    /** In a factorisation, on average over several; see {@link Traffic}. */
    record Link(double sentBytes, double receivedBytes, double frames, double interfaceBytes) {
        static Link of(Traffic traffic, int factorisations) {
            return new Link(
                    traffic.sentBytes() / (double) factorisations,
                    traffic.receivedBytes() / (double) factorisations,
                    traffic.frames() / (double) factorisations,
                    traffic.interfaceBytes() / (double) factorisations);
        }
    }

    /** What all ranks together sent: each frame goes over its sender's link and its receiver's, and counts once. */
    double wireBytes() {
        return Arrays.stream(links).mapToDouble(Link::sentBytes).sum();
    }

    double interfaceBytes() {
        return Arrays.stream(links).mapToDouble(Link::interfaceBytes).sum() / 2;
    }

    /** Seconds that the busiest direction of a link takes at its full rate. */
    double wireSeconds(int megabitsPerSecond) {
        double most = Arrays.stream(links)
                .mapToDouble(link -> Math.max(link.sentBytes(), link.receivedBytes()))
                .max()
                .orElseThrow();
        return most * 8 / (megabitsPerSecond * 1e6);
    }
}
