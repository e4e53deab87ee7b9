package jdsm.sync;

import jdsm.comm.CommException;

/**
 * The failure that ends the job when a peer sends a message that no rank of this job can have sent; it names the
 * sender.
 */
public final class MalformedMessage {
    private MalformedMessage() {}

    /**
     * The failure, in one line and without a stack trace.
     *
     * @param what the message
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

    /** Where it came to light, for who has to tell a malformed message from an error of the runtime. */
    private static String place(Throwable reason) {
        for (StackTraceElement frame : reason.getStackTrace()) {
            if (frame.getClassName().startsWith("jdsm.")) {
                return " (" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
            }
        }
        return "";
    }
}
