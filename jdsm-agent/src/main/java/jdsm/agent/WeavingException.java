package jdsm.agent;

import jdsm.runtime.Remedies;

/** Reports the failure of a pass. The message names the class and the pass, in one line. */
final class WeavingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    WeavingException(String className, String pass, String what, Throwable cause) {
        super(
                "cannot weave " + className.replace('/', '.') + ": pass " + pass + ": " + what + "; say "
                        + Remedies.option("exclude", className.replace('/', '.')) + " if its objects are not shared",
                cause);
    }
}
