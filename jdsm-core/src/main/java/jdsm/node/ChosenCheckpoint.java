package jdsm.node;

import jdsm.checkpoint.CheckpointFolder;
import jdsm.checkpoint.Manifest;

/**
 * The checkpoint from which a job goes on, as one rank sees it. Worker 0 tells it to all others as a text, a fact in each
 * line.
 *
 * @param number its number in the folder
 * @param index the index of the loop
 * @param loop the name of the loop
 * @param job the job that has taken it
 * @param digest the digest of its manifest
 * @param host the rank's host
 */
record ChosenCheckpoint(int number, int index, String loop, String job, String digest, String host) {
    private static final int SHOWN_DIGITS = 12;

    /** The checkpoint that this rank has read. */
    static ChosenCheckpoint of(Manifest manifest) {
        return new ChosenCheckpoint(
                manifest.number(),
                manifest.index(),
                manifest.loop(),
                manifest.job(),
                manifest.digest(),
                CheckpointFolder.hostName());
    }

    String text() {
        return String.join("\n", Integer.toString(number), Integer.toString(index), loop, job, digest, host);
    }

    static ChosenCheckpoint of(String text) {
        String[] facts = text.split("\n", -1);
        return new ChosenCheckpoint(
                Integer.parseInt(facts[0]), Integer.parseInt(facts[1]), facts[2], facts[3], facts[4], facts[5]);
    }

    /** For a message, with the rank that sees it. */
    String seenBy(int rank) {
        return "rank " + rank + " on host " + host + " sees one that job " + job + " has taken at the head of loop '"
                + loop + "' with index " + index + " (digest " + digest.substring(0, SHOWN_DIGITS) + ")";
    }
}
