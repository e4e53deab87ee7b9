package jdsm.comm;

/**
 * How many messages, and how many payload bytes, a Comm has carried since its start, by kind (0: program messages). The
 * transport's own messages (credits, goodbyes) and headers are not counted; messages to oneself are. Arrays are indexed
 * by kind and belong to the caller.
 */
public record CommStatistics(long[] messagesSent, long[] bytesSent, long[] messagesReceived, long[] bytesReceived) {
    /** How long each array is. */
    public static final int KINDS = 256;
}
