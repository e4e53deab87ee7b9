package jdsm.bench.wire;

import java.util.Arrays;

/**
 * Factorisations over the network under one protocol, in one round.
 *
 * @param consistency the protocol
 * @param seconds duration of a factorisation
 * @param firstSeconds duration of a job's first factorisation, before any compilation and without knowledge of access
 *     patterns
 * @param barrierSeconds part of {@code seconds} in barriers, on average over the workers
 * @param waitSeconds part of {@code seconds} in waits for copies, on average over the workers
 * @param payloadBytes payload of messages, by JDSM's own counters
 * @param messages number of messages, by the same counters
 * @param links traffic of each rank's link in a factorisation
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
    /** The traffic of a link in a factorisation, on average over several; see {@link Traffic}. */
    record Link(double sentBytes, double receivedBytes, double frames, double interfaceBytes) {
        static Link of(Traffic traffic, int factorisations) {
            return new Link(
                    traffic.sentBytes() / (double) factorisations,
                    traffic.receivedBytes() / (double) factorisations,
                    traffic.frames() / (double) factorisations,
                    traffic.interfaceBytes() / (double) factorisations);
        }
    }

    /** Bytes sent by all ranks together: each frame passes its sender's and its receiver's link, and counts once. */
    double wireBytes() {
        return Arrays.stream(links).mapToDouble(Link::sentBytes).sum();
    }

    double interfaceBytes() {
        return Arrays.stream(links).mapToDouble(Link::interfaceBytes).sum() / 2;
    }

    /** The time of the busiest direction of a link at its full rate. */
    double wireSeconds(int megabitsPerSecond) {
        double most = Arrays.stream(links)
                .mapToDouble(link -> Math.max(link.sentBytes(), link.receivedBytes()))
                .max()
                .orElseThrow();
        return most * 8 / (megabitsPerSecond * 1e6);
    }
}
