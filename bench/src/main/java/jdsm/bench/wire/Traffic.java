package jdsm.bench.wire;

/**
 * What has gone over a link, seen from its rank.
 *
 * @param sentBytes whole Ethernet frames that the rank sent, each with its headers, as the limiter counts them: what comes
 *     from the kernel as one long segment counts as the frames that a wire would carry
 * @param receivedBytes the same, that it was sent
 * @param frames in both directions
 * @param interfaceBytes in both directions, by the interface's own counters: a long segment counts its headers once
 */
record Traffic(long sentBytes, long receivedBytes, long frames, long interfaceBytes) {
    Traffic minus(Traffic other) {
        return new Traffic(
                sentBytes - other.sentBytes,
                receivedBytes - other.receivedBytes,
                frames - other.frames,
                interfaceBytes - other.interfaceBytes);
    }
}
