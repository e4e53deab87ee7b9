package jdsm.examples;

import java.util.concurrent.Callable;
import org.opentest4j.TestAbortedException;

/** What tests need of this machine beside its commands. Where it cannot be made the tests are skipped, loudly. */
final class Surroundings {
    private Surroundings() {}

    /**
     * Makes them.
     *
     * @param what their name, for the reader of the tests' output
     */
    static <T> T made(String what, Callable<T> maker) {
        try {
            return maker.call();
        } catch (Exception | AssertionError e) {
            String reason = what + " cannot be made on this machine: " + e;
            System.err.println("jdsm: SKIPPED: " + reason);
            throw new TestAbortedException(reason, e);
        }
    }
}
