package jdsm.comm.ucx;

/**
 * How operations on remote memory are cut so that aligned words stay whole.
 *
 * @param packetBytes the longest operation of several words that UCX never cuts
 * @param getBytes the longest get that leaves words whole
 */
record Cuts(int packetBytes, int getBytes) {
    /** What UCX may add to a packet of remote access, in bytes: more than any header of it. */
    private static final int PACKET_OVERHEAD = 64;

    /** UCX may copy more from inside of words; torn ones were seen from 512 bytes on. */
    private static final int SHOWN_BYTES = 128;

    private static final int WORD_MASK = Long.BYTES - 1;

    /** @param shows whether ranks that share the memory load and store it beside UCX */
    static Cuts of(UcxWorker worker, boolean shows) {
        int packet = Math.max(Long.BYTES, (int) worker.ucp().getMaxAmHeaderSize() - PACKET_OVERHEAD) & -Long.BYTES;
        return new Cuts(packet, shows ? Math.min(SHOWN_BYTES, packet) : packet);
    }

    /** Returns how many of the bytes from an address on one operation may move. */
    int part(Copy.Way way, long address, int lengthBytes) {
        int toWord = (int) -address & WORD_MASK;
        if (toWord > 0) {
            return Math.min(toWord, lengthBytes);
        }
        int wholeWords = lengthBytes & ~WORD_MASK;
        return wholeWords == 0 ? lengthBytes : Math.min(wholeWords, way == Copy.Way.GET ? getBytes : packetBytes);
    }
}
