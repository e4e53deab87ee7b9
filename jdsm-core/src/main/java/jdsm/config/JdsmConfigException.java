package jdsm.config;

/** A setting is wrong. The message is one line that names the source of the setting, what is allowed and what was found. */
public final class JdsmConfigException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * An error of one line.
     *
     * @param message where the setting comes from, what is allowed, what was found
     */
    public JdsmConfigException(String message) {
        super(message);
    }
}
