package jdsm.launcher.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The head of SETUP and HELLO: which JDSM has sent it. Only builds of one digest know each other's messages, so each side compares
 * the digests before it decodes the rest. The head's own form never changes:
 *
 * <pre>
 *  0 length of the digest (1)   1 the digest, in US-ASCII   the rest
 * </pre>
 */
public final class Build {
    private static final int MOST_DIGITS = 127;

    private Build() {}

    /** Returns a content with its head. */
    static byte[] encode(String digest, byte[] rest) {
        byte[] text = digest.getBytes(StandardCharsets.US_ASCII);
        if (text.length > MOST_DIGITS) {
            throw new IllegalArgumentException("digest " + digest);
        }
        byte[] content = new byte[1 + text.length + rest.length];
        content[0] = (byte) text.length;
        System.arraycopy(text, 0, content, 1, text.length);
        System.arraycopy(rest, 0, content, 1 + text.length, rest.length);
        return content;
    }

    private static int length(byte[] content) {
        boolean known = content.length > 0 && content[0] > 0 && content[0] < content.length;
        return known ? content[0] : 0;
    }

    /** Returns the digest in the head of a content; empty if there is none. */
    static String digest(byte[] content) {
        return new String(content, Math.min(1, content.length), length(content), StandardCharsets.US_ASCII);
    }

    /**
     * Returns what is behind the head.
     *
     * @throws IOException if there is no head
     */
    static byte[] rest(byte[] content) throws IOException {
        int length = length(content);
        if (length == 0) {
            throw new IOException("a message without the digest of its build");
        }
        return Arrays.copyOfRange(content, 1 + length, content.length);
    }

    /**
     * Says that the JDSM of a host is not the launcher's.
     *
     * @param content that of the host's HELLO, of any form
     * @param own the launcher's digest
     * @return empty if they are the same
     */
    public static Optional<String> difference(byte[] content, String own) {
        String digest = digest(content);
        return digest.equals(own) ? Optional.empty() : Optional.of(differs("digest " + digest + ", not " + own));
    }

    /** Says that the JDSM of a host is not the launcher's, for it begins in another way. */
    public static String otherGreeting(String version) {
        return differs("version " + version + " of the messages between the two, not " + Frame.VERSION);
    }

    private static String differs(String how) {
        return "its JDSM differs from the launcher's (" + how + "); --copy brings the launcher's";
    }
}
