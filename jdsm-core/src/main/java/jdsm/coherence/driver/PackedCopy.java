package jdsm.coherence.driver;

/** A COPY message with its content, ready to travel with a grant. */
public interface PackedCopy {
    /** The length of message and content in bytes. */
    int bytes();
}
