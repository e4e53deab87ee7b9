package jdsm.codec;

/** Thrown for content that cannot be encoded or decoded; the message names the class and a remedy. */
public class CodecException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CodecException(String message) {
        super(message);
    }

    public CodecException(String message, Throwable cause) {
        super(message, cause);
    }
}
