package jdsm.sync;

import jdsm.comm.CommException;

/**
 * Makes the failure that ends the job when a peer sends a message that no rank of this job can have sent. The failure
 * names the sender.
 */
public final class MalformedMessage {
    private MalformedMessage() {}

    /**
     * Makes the failure, whose message is one line.
     *
     * @param from the rank that sent the message
     * @param what the kind of message, in words
     * @param reason the error at the message; returned itself if it is already a failure of this kind
     */
    public static CommException of(int from, String what, Throwable reason) {
        if (reason instanceof CommException known && known.reason() == CommException.Reason.PROTOCOL) {
            return known;
        }
        String text = reason.getMessage();
        boolean says = text != null && (reason instanceof IllegalArgumentException || isOfTheHouse(reason));
        return new CommException(
                CommException.Reason.PROTOCOL,
                from,
                "rank " + from + " sent a malformed " + what + ": " + (says ? text : reason + place(reason)));
    }

    private static boolean isOfTheHouse(Throwable reason) {
        return reason.getClass().getName().startsWith("jdsm.");
    }

    /**
     * The place in the runtime at which the error arose, so that a reader can tell a malformed message from a defect.
     */
    private static String place(Throwable reason) {
        for (StackTraceElement frame : reason.getStackTrace()) {
            if (frame.getClassName().startsWith("jdsm.")) {
                return " (" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
            }
        }
        return "";
    }
}
