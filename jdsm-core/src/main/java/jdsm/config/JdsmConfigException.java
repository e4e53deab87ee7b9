package jdsm.config;

/**
 * Thrown for a wrong setting. The message is one line with the source of the setting, the allowed values and the value
 * found.
 */
public final class JdsmConfigException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param message one line: the source of the setting, the allowed values, the value found
     */
    public JdsmConfigException(String message) {
        super(message);
    }
}
