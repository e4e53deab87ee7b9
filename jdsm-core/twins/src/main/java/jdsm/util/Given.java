package jdsm.util;

import jdsm.Local;
import jdsm.runtime.ObjectCalls;
import jdsm.runtime.Woven;

/** A function that the program gave a shared object. Code of the JDK may have made it; such a function does not travel. */
final class Given<F> {
    /** Each rank's own: null where another rank made the object while ranks computed. */
    @Local
    private F own;

    /** The function, if it is an object that can be shared, or a value. */
    private final F travelling;

    Given(F function) {
        this.own = function;
        this.travelling = travels(function) ? function : null;
    }

    /** Whether a function is an object of the program, as its lambdas are, or an enum constant. */
    static boolean travels(Object function) {
        return function instanceof Woven || function instanceof Enum;
    }

    /**
     * The function.
     *
     * @param what what has the function, for the message if it is not here
     */
    F get(String what) {
        if (own == null) {
            if (travelling == null) {
                throw ObjectCalls.refused(
                        "the function of " + what + " that another rank made while ranks compute is not"
                                + " here, for the JDK made the function: make the object in initialize(), or give it a lambda of"
                                + " the program");
            }
            own = travelling;
        }
        return own;
    }
}
