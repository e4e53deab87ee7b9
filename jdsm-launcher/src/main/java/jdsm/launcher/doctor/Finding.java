package jdsm.launcher.doctor;

/**
 * What was found about one thing.
 *
 * @param verdict the meaning for jobs
 * @param subject the thing
 * @param text the finding, one line
 */
public record Finding(Verdict verdict, String subject, String text) {
    /** The meaning of a finding. */
    public enum Verdict {
        /** It works. */
        OK("ok  "),
        /** It is not there, or limits something, but jobs can run. */
        NOTE("note"),
        /** Jobs that need it fail. */
        FAIL("FAIL");

        private final String word;

        Verdict(String word) {
            this.word = word;
        }
    }

    static Finding ok(String subject, String text) {
        return new Finding(Verdict.OK, subject, text);
    }

    static Finding note(String subject, String text) {
        return new Finding(Verdict.NOTE, subject, text);
    }

    static Finding fail(String subject, String text) {
        return new Finding(Verdict.FAIL, subject, text);
    }

    /** Returns the finding as a line for the user. */
    public String line() {
        return String.format("%s  %-18s %s", verdict.word, subject, text);
    }
}
