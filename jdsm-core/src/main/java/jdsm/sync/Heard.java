package jdsm.sync;

/** A barrier message of a peer. If the peer is one generation ahead, the message counts only in that generation. */
record Heard(SyncPoint point, byte[] cargo) {}
