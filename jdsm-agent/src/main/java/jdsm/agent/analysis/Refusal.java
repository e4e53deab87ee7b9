package jdsm.agent.analysis;

/**
 * Something in a program that would not stay coherent, and so is not run.
 *
 * @param member class and field or method, or a path of fields
 * @param source the source file, or null
 * @param line the line, or 0
 * @param reason what is wrong and what to do, in one line
 */
public record Refusal(String member, String source, int line, String reason) {
    /** One line. */
    @Override
    public String toString() {
        String place = source == null ? "" : line == 0 ? " (" + source + ")" : " (" + source + ":" + line + ")";
        return member + place + ": " + reason;
    }
}
