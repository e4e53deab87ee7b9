package jdsm.sync;

/** A barrier's message that has come; of a peer that is one generation ahead it does not count yet. */
record Heard(SyncPoint point, byte[] cargo) {}
