package jdsm.profile;

/** A profile that cannot be used. The message is one line and says which file, class or field is wrong. */
public final class ProfileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ProfileException(String message) {
        super(message);
    }
}
