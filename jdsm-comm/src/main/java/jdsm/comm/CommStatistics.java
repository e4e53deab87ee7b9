package jdsm.comm;

/**
 * The numbers of messages and payload bytes that a Comm has carried since its start, by kind (0: program messages).
 * Messages of a rank to itself count; headers and the transport's own messages (credits, goodbyes) do not. The arrays
 * are indexed by kind and belong to the caller.
 */
public record CommStatistics(long[] messagesSent, long[] bytesSent, long[] messagesReceived, long[] bytesReceived) {
    /** The length of each array. */
    public static final int KINDS = 256;
}
