package jdsm.bench.wire;

/**
 * The traffic of a link, as seen from its rank.
 *
 * @param sentBytes whole Ethernet frames that the rank sent, each with its headers, as the limiter counts them: a long
 *     segment of the kernel counts as the frames that a wire would carry
 * @param receivedBytes the same for received frames
 * @param frames frames in both directions
 * @param interfaceBytes bytes in both directions by the interface's own counters: a long segment counts its headers
 *     once
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
