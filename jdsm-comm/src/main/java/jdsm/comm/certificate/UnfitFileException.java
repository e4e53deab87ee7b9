package jdsm.comm.certificate;

/** A file cannot be used. The message names it and says why. */
final class UnfitFileException extends Exception {
    private static final long serialVersionUID = 1L;

    UnfitFileException(String message) {
        super(message);
    }
}
